// A form that adds something. Sent again after a lost answer it adds nothing twice; after a refusal it is a new wish.
import { intent } from "./api.js";
import { el } from "./dom.js";
import { problemWords, t } from "./text.js";

// `send(form, key)` does it; `key` is the wish's idempotency key.
export function entryForm(title, send, ...fields) {
  const trouble = el("p", { class: "trouble", role: "alert" });
  let key = intent();
  const form = el("form", {
    class: "card inlineform",
    on: {
      submit: async (event) => {
        event.preventDefault();
        try {
          await send(form, key);
        } catch (problem) {
          key = intent();
          trouble.textContent = problemWords(problem);
        }
      },
    },
  },
    el("h2", {}, title), fields,
    trouble, el("p", { class: "actions" }, el("button", { class: "primary" }, t("add"))));
  return form;
}
