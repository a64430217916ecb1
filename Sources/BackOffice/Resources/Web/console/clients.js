import { get, patch, post } from "./api.js";
import { button, dialog, el, field, say, table } from "./dom.js";
import { entryForm } from "./entry.js";
import { t, time } from "./text.js";
import { showSecret } from "./secret.js";

const scopes = ["session", "review", "audit", "metrics"];

export async function show(box, { again, failed, isCurrent }) {
  const { clients } = await get("/v1/admin/clients?limit=500");
  if (!isCurrent()) return;
  const rotate = async (client) => {
    const yes = await dialog(t("clients.rotateOf", { name: client.name }), (close) => el("div", {}, el("p", {}, t("clients.sure")),
      el("p", { class: "actions" }, button(t("clients.rotate"), () => close(true), "decline"), button(t("cancel"), () => close()))));
    if (!yes) return;
    try {
      const fresh = await post(`/v1/admin/clients/${client.id}/secret`);
      await showSecret([[t("clients.id"), fresh.id], [t("clients.secret"), fresh.secret]]);
    } catch (problem) { failed(problem); }
  };
  const rows = clients.map((client) => {
    const toggle = button(t(client.isDisabled ? "short.enable" : "short.disable"), async () => {
      try {
        await patch(`/v1/admin/clients/${client.id}`, { isDisabled: !client.isDisabled });
        await again();
        say(t("saved"));
      } catch (problem) { failed(problem); }
    }, "plain");
    toggle.setAttribute("aria-label", t(client.isDisabled ? "accounts.enable" : "accounts.disable", { name: client.name }));
    const fresh = button(t("clients.rotate"), () => rotate(client), "plain");
    fresh.setAttribute("aria-label", t("clients.rotateOf", { name: client.name }));
    return [client.name, el("code", {}, client.id), client.scopes.join(", "), client.rate || "–",
      el("span", { class: `badge ${client.isDisabled ? "disabled" : "active"}` }, t(client.isDisabled ? "accounts.disabled" : "accounts.active")),
      time(client.createdAt), el("span", { class: "actions" }, toggle, fresh)];
  });
  box.append(el("h1", {}, t("clients.title")),
    table(t("clients.title"), ["name", "clients.id", "clients.scopes", "clients.rate", "accounts.state", "accounts.since", "accounts.actions"].map((key) => t(key)), rows),
    newClient(again));
}

const newClient = (again) => entryForm(
  t("clients.new"), async (form, key) => {
    const added = await post("/v1/admin/clients", {
      name: form.elements.name.value, rate: form.elements.rate.valueAsNumber || 0,
      scopes: scopes.filter((scope) => form.elements[scope].checked),
    }, { key });
    await showSecret([[t("clients.id"), added.id], [t("clients.secret"), added.secret]]);
    await again();
  },
  field(t("name"), (id) => el("input", { id, name: "name", required: true, maxlength: 100, pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*", autocomplete: "off" }), t("accounts.nameHint")),
  el("fieldset", {}, el("legend", {}, t("clients.scopes")), scopes.map((scope) =>
    el("label", { class: "choice" }, el("input", { type: "checkbox", name: scope, checked: scope === "session" }), " ", scope))),
  field(t("clients.rate"), (id) => el("input", { id, name: "rate", type: "number", min: 0, max: 1000000, value: 0 }), t("clients.rateHint")));
