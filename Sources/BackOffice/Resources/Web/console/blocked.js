// Documents that are not taken any more. Their numbers are not kept, only fingerprints.
import { get, post, remove } from "./api.js";
import { button, dialog, el, field, say, select, table } from "./dom.js";
import { problemWords, t, time } from "./text.js";

const types = ["TUR-ID", "ID", "PASSPORT", "VISA"];

export async function show(box, { again, failed, isCurrent }) {
  const documents = [];
  let after;
  do {
    const part = await get(`/v1/admin/blocked-documents?limit=500${after ? `&after=${after}` : ""}`);
    documents.push(...part.documents);
    after = part.next;
  } while (after && documents.length < 5000);
  const { accounts } = await get("/v1/admin/accounts?limit=500");
  if (!isCurrent()) return;
  const names = Object.fromEntries(accounts.map((account) => [account.id, account.name]));
  const lift = async (entry) => {
    const yes = await dialog(t("blocked.sure"), (close) => el("div", {}, el("p", {}, entry.reason),
      el("p", { class: "actions" }, button(t("blocked.lift"), () => close(true), "primary"), button(t("cancel"), () => close()))));
    if (!yes) return;
    try {
      await remove(`/v1/admin/blocked-documents/${entry.id}`);
      await again();
      say(t("saved"));
    } catch (problem) { failed(problem); }
  };
  box.append(el("h1", {}, t("blocked.title")), el("p", {}, t("blocked.words")),
    documents.length
      ? table(t("blocked.title"), ["blocked.reason", "settings.author", "accounts.since", "accounts.actions"].map((key) => t(key)),
        documents.map((entry) => {
          const end = button(t("blocked.lift"), () => lift(entry), "plain");
          end.setAttribute("aria-label", `${t("blocked.lift")}: ${entry.reason}`);
          return [entry.reason, names[entry.author] ?? entry.author.slice(0, 12), time(entry.createdAt), end];
        }))
      : el("p", { class: "empty" }, t("blocked.none")),
    newDocument(again));
}

function newDocument(again) {
  const trouble = el("p", { class: "trouble", role: "alert" });
  const form = el("form", {
    class: "card inlineform",
    on: {
      submit: async (event) => {
        event.preventDefault();
        try {
          await post("/v1/admin/blocked-documents", Object.fromEntries(new FormData(form)));
          await again();
          say(t("saved"));
        } catch (problem) { trouble.textContent = problemWords(problem); }
      },
    },
  },
    el("h2", {}, t("blocked.new")),
    field(t("blocked.type"), (id) => Object.assign(select(id, types.map((type) => [type, type]), types[0]), { name: "type" })),
    field(t("field.documentNumber"), (id) => el("input", { id, name: "number", required: true, maxlength: 60, autocomplete: "off" }), t("blocked.numberHint")),
    field(t("blocked.reason"), (id) => el("input", { id, name: "reason", required: true, maxlength: 200, autocomplete: "off" }), t("blocked.reasonHint")),
    trouble, el("p", { class: "actions" }, el("button", { class: "primary" }, t("add"))));
  return form;
}
