import { signIn } from "./api.js";
import { el, field } from "./dom.js";
import { problemWords, t } from "./text.js";

export async function show(box, { again }) {
  const trouble = el("p", { class: "trouble", role: "alert" });
  const submit = el("button", { class: "primary" }, t("signIn"));
  const form = el("form", {
    class: "card", novalidate: true,
    on: {
      submit: async (event) => {
        event.preventDefault();
        trouble.textContent = "";
        const [name, password] = [form.elements.name.value.trim(), form.elements.password.value];
        if (!name || !password) {
          trouble.textContent = t("signIn.empty");
          form.elements[name ? "password" : "name"].focus();
          return;
        }
        submit.disabled = true;
        try {
          await signIn(name, password);
          await again();
        } catch (problem) {
          trouble.textContent = problemWords(problem);
          form.elements.password.value = "";
          form.elements.password.focus();
        } finally {
          submit.disabled = false;
        }
      },
    },
  },
    el("p", { class: "brand" }, el("span", { class: "mark", "aria-hidden": "true" }, "✓"), "Bonafide"),
    el("h1", {}, t("signIn.title")),
    field(t("name"), (id) => el("input", { id, name: "name", autocomplete: "username", autocapitalize: "none", required: true })),
    field(t("password"), (id) => el("input", { id, name: "password", type: "password", autocomplete: "current-password", required: true })),
    trouble, submit);
  box.append(form);
  form.elements.name.focus();
}
