import { get, post, remove } from "./api.js";
import { button, dialog, el, field, replace, say, table } from "./dom.js";
import { entryForm } from "./entry.js";
import { code, t, time } from "./text.js";
import { showSecret } from "./secret.js";

const events = ["session.opened", "session.closed", "session.expired", "decision.made", "subject.erased"];

export async function show(box, { again, failed, isCurrent }) {
  const { webhooks } = await get("/v1/admin/webhooks");
  if (!isCurrent()) return;
  const deliveries = el("section", { hidden: true, "aria-live": "polite" });
  const look = async (webhook) => {
    try {
      const list = (await get(`/v1/admin/webhooks/${webhook.id}/deliveries?limit=100`)).deliveries;
      deliveries.hidden = false;
      replace(deliveries, el("h2", { tabindex: "-1" }, t("webhooks.deliveriesOf", { name: webhook.url })), list.length
        ? table(t("webhooks.deliveries"), ["webhooks.event", "accounts.state", "webhooks.attempts", "webhooks.status", "webhooks.next"].map((key) => t(key)),
          list.map((entry) => [entry.event, el("span", { class: `badge ${entry.state}` }, code("delivery", entry.state)), entry.attempts,
            entry.status ?? "–", entry.state === "waiting" ? time(entry.nextTryAt) : "–"]))
        : el("p", { class: "empty" }, t("webhooks.noDeliveries")));
      deliveries.querySelector("h2").focus();
    } catch (problem) { failed(problem); }
  };
  const drop = async (webhook) => {
    const yes = await dialog(t("webhooks.sure"), (close) => el("div", {}, el("p", {}, el("code", {}, webhook.url)),
      el("p", { class: "actions" }, button(t("webhooks.remove"), () => close(true), "decline"), button(t("cancel"), () => close()))));
    if (!yes) return;
    try {
      await remove(`/v1/admin/webhooks/${webhook.id}`);
      await again();
      say(t("webhooks.removed"));
    } catch (problem) { failed(problem); }
  };
  const rows = webhooks.map((webhook) => {
    const show = button(t("webhooks.deliveries"), () => look(webhook), "plain");
    show.setAttribute("aria-label", t("webhooks.deliveriesOf", { name: webhook.url }));
    const end = button(t("webhooks.remove"), () => drop(webhook), "plain");
    end.setAttribute("aria-label", t("webhooks.removeOf", { name: webhook.url }));
    return [webhook.url, webhook.events.join(", ") || t("webhooks.all"), time(webhook.createdAt), el("span", { class: "actions" }, show, end)];
  });
  box.append(el("h1", {}, t("webhooks.title")),
    webhooks.length
      ? table(t("webhooks.title"), ["webhooks.url", "webhooks.events", "accounts.since", "accounts.actions"].map((key) => t(key)), rows)
      : el("p", { class: "empty" }, t("webhooks.none")),
    deliveries, newWebhook(again));
}

const newWebhook = (again) => entryForm(
  t("webhooks.new"), async (form, key) => {
    const added = await post("/v1/admin/webhooks", {
      url: form.elements.url.value, events: events.filter((name) => form.elements[name].checked),
    }, { key });
    await showSecret([[t("clients.secret"), added.secret]]);
    await again();
  },
  field(t("webhooks.url"), (id) => el("input", { id, name: "url", type: "url", required: true, maxlength: 2000, placeholder: "https://" })),
  el("fieldset", {}, el("legend", {}, t("webhooks.events")), events.map((name) =>
    el("label", { class: "choice" }, el("input", { type: "checkbox", name }), " ", name)),
    el("p", { class: "hint" }, t("webhooks.eventsHint"))));
