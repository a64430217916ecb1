import { post, state } from "./api.js";
import { el, field, warn } from "./dom.js";
import { problemWords, t, time } from "./text.js";

export async function show(box, { again }) {
  const trouble = el("p", { class: "trouble", role: "alert" });
  const secret = (name, key, autocomplete, least) => field(t(key), (id) => el("input", {
    id, name, type: "password", required: true, minlength: least, maxlength: 200, autocomplete }), least > 1 ? t("accounts.passwordHint") : null);
  const form = el("form", {
    class: "card",
    on: {
      submit: async (event) => {
        event.preventDefault();
        try {
          await post("/v1/password", Object.fromEntries(new FormData(form)));
          // All tokens ended with the old password, this one, too.
          state.session = null;
          await again();
          warn(t("own.changed"), t("close"));
        } catch (problem) { trouble.textContent = problemWords(problem); }
      },
    },
  },
    el("h2", {}, t("own.password")), secret("oldPassword", "own.old", "current-password", 1), secret("newPassword", "own.new", "new-password", 12),
    trouble, el("p", { class: "actions" }, el("button", { class: "primary" }, t("change"))));
  box.append(el("h1", {}, t("own.title")), el("dl", { class: "facts" },
    [["name", state.session.name], ["accounts.role", t(`role.${state.session.role}`)], ["own.until", time(state.session.expiresAt)]]
      .map(([key, words]) => el("div", {}, el("dt", {}, t(key)), el("dd", {}, words)))), form);
}
