// How long persons are kept, and their erasure.
import { get, may, post, put } from "./api.js";
import { button, dialog, el, field, replace, say, table } from "./dom.js";
import { number, t } from "./text.js";

export async function show(box, context) {
  const { search, isCurrent } = context;
  const flows = may("admin") ? (await get("/v1/admin/settings")).callTypes : [];
  const kept = await Promise.all(flows.map((name) => get(`/v1/admin/settings/${encodeURIComponent(name)}/retention`)));
  if (!isCurrent()) return;
  box.append(el("h1", {}, t("privacy.title")));
  if (flows.length) box.append(retention(flows, kept, context));
  box.append(erasure(search.get("session") ?? "", context));
}

function retention(flows, kept, { again, failed }) {
  const rows = flows.map((name, place) => {
    const days = kept[place].days ?? null;
    const input = el("input", {
      type: "number", min: 0, max: 36500, step: "any", value: days ?? "", "aria-label": t("retention.of", { name }), class: "short",
    });
    const save = button(t("save"), async () => {
      if (!input.value || !input.reportValidity()) return;
      const yes = await dialog(t("retention.of", { name }), (close) => el("div", {},
        el("p", {}, `${t("retention.days")}: `, el("strong", {}, number(input.valueAsNumber))), el("p", {}, t("retention.sure")),
        el("p", { class: "actions" }, button(t("save"), () => close(true), "decline"), button(t("cancel"), () => close()))));
      if (!yes) return;
      try {
        await put(`/v1/admin/settings/${encodeURIComponent(name)}/retention`, { days: input.valueAsNumber });
        await again();
        say(t("saved"));
      } catch (problem) { failed(problem); }
    });
    return [name, days === null ? t("retention.forever") : number(days), el("span", { class: "actions" }, input, save)];
  });
  return el("section", {}, el("h2", {}, t("retention.title")), el("p", {}, t("retention.words")),
    table(t("retention.title"), [t("retention.flow"), t("retention.days"), t("change")], rows));
}

function erasure(session, { failed }) {
  const outcome = el("p", { role: "status" });
  const kind = (value, key, checked) => el("label", { class: "choice" }, el("input", { type: "radio", name: "kind", value, checked }), " ", t(key));
  const form = el("form", {
    class: "card",
    on: {
      submit: async (event) => {
        event.preventDefault();
        const { kind, value } = Object.fromEntries(new FormData(form));
        if (!value.trim() || !(await sure(value.trim()))) return;
        try {
          const answer = await post("/v1/admin/erase", { [kind]: value.trim() });
          form.reset();
          replace(outcome, document.createTextNode(
            answer.subjects ? `${t("erase.done", { count: answer.subjects })} ${answer.isSwept ? "" : t("erase.swept")}` : t("erase.none")));
        } catch (problem) { failed(problem); }
      },
    },
  },
    el("fieldset", {}, el("legend", {}, t("erase.by")), kind("reference", "erase.reference", !session), kind("session", "erase.session", !!session)),
    field(t("erase.value"), (id) => el("input", { id, name: "value", value: session, required: true, maxlength: 200, autocomplete: "off" })),
    el("p", { class: "actions" }, el("button", { class: "decline" }, t("erase.go"))), outcome);
  return el("section", {}, el("h2", {}, t("erase.title")), el("p", {}, t("erase.words")), form);
}

// What is to be erased has to be typed once more.
const sure = (word) => dialog(t("erase.sure"), (close) => {
  const trouble = el("p", { class: "trouble", role: "alert" });
  const form = el("form", {
    on: {
      submit: (event) => {
        event.preventDefault();
        if (form.elements.word.value.trim() === word) close(true);
        else trouble.textContent = t("erase.wrong");
      },
    },
  },
    el("p", {}, t("erase.words")),
    field(t("erase.type", { word }), (id) => el("input", { id, name: "word", autocomplete: "off" })),
    trouble,
    el("p", { class: "actions" }, el("button", { class: "decline" }, t("erase.now")), button(t("cancel"), () => close())));
  return form;
});
