// The list of cases: what waits first.
import { get, may, query } from "./api.js";
import { button, el, field, freshId, replace, say, select, table } from "./dom.js";
import { shortcuts } from "./keys.js";
import { ago, code, sentence, t, time } from "./text.js";
import { verdictBadge } from "./parts.js";

const views = {
  todo: { verdict: "review" },
  second: { waiting: "second_person" },
  all: {},
};
const states = ["open", "processing", "decided", "closed", "expired"];
const verdicts = ["approved", "declined", "review"];
const pageSize = 25;
const refreshSeconds = 15;

// Milliseconds of the first or last moment of a local day.
function moment(day, isEnd) {
  if (!day) return "";
  const [year, month, date] = day.split("-").map(Number);
  return isEnd ? new Date(year, month - 1, date + 1).getTime() - 1 : new Date(year, month - 1, date).getTime();
}

const rowOf = (session) => [
  el("a", { href: `#/case/${session.id}`, class: "open" }, session.reference ?? session.id.slice(0, 12)),
  [verdictBadge(session.verdict), session.isWaiting && el("span", { class: "badge wait" }, t("list.waiting"))],
  session.reasons.length
    ? el("ul", { class: "codes" }, session.reasons.map((reason) => el("li", {}, sentence(code("reason", reason))))) : "–",
  code("state", session.state),
  session.callType,
  el("time", { datetime: new Date(session.createdAt).toISOString(), title: time(session.createdAt) }, ago(session.createdAt)),
];

export async function show(box, { search, failed, isCurrent }) {
  const view = search.get("view") in views ? search.get("view") : "todo";
  const chosen = Object.fromEntries(
    ["reference", "state", "verdict", "callType", "from", "to"].map((name) => [name, search.get(name) ?? ""]));
  const places = [undefined];
  let latest = "";

  const results = el("div", { id: freshId("results"), "aria-busy": "true" });
  const go = (changes) => {
    location.hash = `#/cases${query({ view, ...chosen, ...changes })}`;
  };
  const tabs = el("nav", { "aria-label": t("list.views"), class: "tabs" }, Object.keys(views).map((name) =>
    el("a", { href: `#/cases?view=${name}`, "aria-current": name === view ? "page" : null }, t(`list.${name}`))));
  const any = [["", t("list.any")]];
  const form = el("form", {
    class: "filters", role: "search",
    on: {
      submit: (event) => {
        event.preventDefault();
        go(Object.fromEntries(new FormData(form)));
      },
    },
  },
    field(t("list.reference"), (id) => el("input", { id, name: "reference", value: chosen.reference, maxlength: 200 })),
    field(t("list.state"), (id) => named("state", select(id, any.concat(states.map((s) => [s, code("state", s)])), chosen.state))),
    view === "all" && field(t("list.verdict"), (id) =>
      named("verdict", select(id, any.concat(verdicts.map((v) => [v, code("verdict", v)])), chosen.verdict))),
    field(t("list.callType"), (id) => el("input", { id, name: "callType", value: chosen.callType, maxlength: 64 })),
    field(t("list.from"), (id) => el("input", { id, name: "from", type: "date", value: chosen.from })),
    field(t("list.to"), (id) => el("input", { id, name: "to", type: "date", value: chosen.to })),
    el("div", { class: "actions" },
      el("button", { class: "primary" }, t("list.filter")),
      Object.values(chosen).some(Boolean) && button(t("list.clear"), () => { location.hash = `#/cases?view=${view}`; })));
  const live = el("input", { type: "checkbox", checked: true });
  const older = button(t("list.next"), () => turn(1));
  const newer = button(t("list.back"), () => turn(-1));
  const page = el("span", {});
  box.append(el("div", { class: "head" }, el("h1", {}, t("list.title")), tabs), form, results,
    el("div", { class: "pager" }, newer, page, older, el("label", {}, live, " ", t("list.refresh"))));

  const path = (after) => `/v1/review/sessions${query({
    ...views[view], ...chosen, verdict: chosen.verdict || views[view].verdict, from: moment(chosen.from, false),
    to: moment(chosen.to, true), limit: pageSize, after,
  })}`;

  async function load(isRefresh) {
    const list = await get(path(places.at(-1)));
    if (!isCurrent()) return;
    results.setAttribute("aria-busy", "false");
    const text = JSON.stringify(list);
    if (isRefresh && text === latest) return;
    if (isRefresh) say(t("list.new"));
    latest = text;
    // What somebody has the keyboard on stays under it.
    const held = results.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    replace(results, list.sessions.length
      ? table(t("list.title"), ["list.reference", "list.verdict", "list.why", "list.state", "list.callType", "list.made"].map((key) => t(key)),
        list.sessions.map(rowOf), { class: "cases" })
      : el("p", { class: "empty" }, t(view === "todo" && !Object.values(chosen).some(Boolean) ? "list.empty.todo" : "list.empty")));
    if (held) [...results.querySelectorAll("a")].find((link) => link.getAttribute("href") === held)?.focus();
    page.textContent = `${t("list.page", { page: places.length })} · ${t("list.count", { count: list.sessions.length })}`;
    newer.disabled = places.length === 1;
    older.disabled = !list.next;
    older.dataset.next = list.next ?? "";
  }
  async function turn(step) {
    if (step > 0) places.push(older.dataset.next);
    else places.pop();
    try { await load(); } catch (problem) { failed(problem); }
  }

  shortcuts.add("o", t("list.open"), () => results.querySelector("a.open")?.click());
  shortcuts.add("/", t("list.focus"), () => form.elements.reference.focus());
  await load();
  const timer = setInterval(() => {
    if (live.checked && places.length === 1 && !document.hidden && may("review")) load(true).catch(() => {});
  }, refreshSeconds * 1000);
  return () => clearInterval(timer);
}

function named(name, control) {
  control.name = name;
  return control;
}

// The case that is next to be reviewed, other than the one that was just done.
export async function nextToReview(done) {
  const list = await get(`/v1/review/sessions${query({ verdict: "review", limit: 5 })}`);
  return list.sessions.find((session) => session.id !== done && !session.isWaiting)?.id;
}
