// Start, navigation and what all pages share.
import { Problem, may, resume, signOut, state } from "./api.js";
import { button, clearWarning, el, replace, warn } from "./dom.js";
import { chooseLanguage, language, languages, problemWords, t } from "./text.js";
import { shortcuts } from "./keys.js";
import * as accounts from "./accounts.js";
import * as audit from "./audit.js";
import * as blocked from "./blocked.js";
import * as caseList from "./cases.js";
import * as casePage from "./case.js";
import * as clients from "./clients.js";
import * as own from "./own.js";
import * as privacy from "./privacy.js";
import * as settings from "./settings.js";
import * as signin from "./signin.js";
import * as webhooks from "./webhooks.js";

const pages = {
  cases: { page: caseList, scope: "review" },
  case: { page: casePage, scope: "review" },
  settings: { page: settings, scope: "admin" },
  accounts: { page: accounts, scope: "admin" },
  clients: { page: clients, scope: "admin" },
  webhooks: { page: webhooks, scope: "admin" },
  blocked: { page: blocked, scope: "admin" },
  privacy: { page: privacy, scope: "erase" },
  audit: { page: audit, scope: "audit" },
  own: { page: own },
};
const menu = ["cases", "settings", "accounts", "clients", "webhooks", "blocked", "privacy", "audit"];

const main = document.getElementById("content");
const bar = document.getElementById("bar");
let leave = () => {};
let turn = 0;

function place() {
  const [path, search] = (location.hash.replace(/^#\/?/, "") || "cases").split("?");
  const [name, ...rest] = path.split("/").map(decodeURIComponent);
  return { name, rest, search: new URLSearchParams(search ?? "") };
}

export function failed(problem) {
  if (problem.name === "AbortError") return;
  if (!(problem instanceof Problem)) console.error(problem);
  warn(problem instanceof Problem ? problemWords(problem) : t("failed"), t("close"));
}

function drawBar(current) {
  bar.hidden = !state.session;
  if (!state.session) return;
  const choice = el("select", {
    id: "language", "aria-label": t("language"),
    on: { change: (event) => { chooseLanguage(event.target.value); show(); } },
  }, Object.entries(languages).map(([code, name]) => el("option", { value: code, selected: code === language() }, name)));
  replace(bar,
    el("a", { class: "brand", href: "#/cases" }, el("span", { class: "mark", "aria-hidden": "true" }, "✓"), "Bonafide"),
    el("nav", { "aria-label": t("menu") }, el("ul", {}, menu.filter((name) => may(pages[name].scope)).map((name) =>
      el("li", {}, el("a", {
        href: `#/${name}`, "aria-current": current === name || (current === "case" && name === "cases") ? "page" : null,
      }, t(`menu.${name}`)))))),
    el("div", { class: "who" },
      choice,
      button("?", () => shortcuts.help(), "plain help"),
      el("a", { href: "#/own", "aria-current": current === "own" ? "page" : null },
        state.session.name, el("small", {}, t(`role.${state.session.role}`))),
      button(t("signOut"), async () => {
        try { await signOut(); } catch (problem) { failed(problem); }
        location.hash = "#/";
        show();
      }, "plain")));
  bar.querySelector(".help").setAttribute("aria-label", t("keys.title"));
}

async function show() {
  turn += 1;
  const own = turn;
  leave();
  leave = () => {};
  clearWarning();
  shortcuts.clear();
  document.documentElement.lang = language();
  document.getElementById("skip").textContent = t("skip");
  const where = place();
  const entry = pages[where.name] ?? pages.cases;
  drawBar(state.session ? where.name : "");
  const box = el("div", { class: `page page-${state.session ? where.name : "signin"}` });
  replace(main, box);
  const context = { ...where, failed, again: show, isCurrent: () => own === turn };
  try {
    if (!state.session) {
      await signin.show(box, context);
    } else if (entry.scope && !may(entry.scope)) {
      box.append(el("h1", {}, t("noRight")), el("p", {}, t("noRight.words")));
    } else {
      const done = await entry.page.show(box, context);
      if (own === turn) leave = done ?? leave;
      else done?.();
    }
  } catch (problem) {
    failed(problem);
  }
  if (own !== turn) return;
  const title = box.querySelector("h1");
  document.title = `${title?.textContent ?? "Bonafide"} – ${t("console")}`;
  if (title && !box.contains(document.activeElement)) {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }
}

window.addEventListener("hashchange", show);
window.addEventListener("signed-out", () => {
  show().then(() => warn(t("signedOut"), t("close")));
});
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

try {
  await resume();
} catch (problem) {
  failed(problem);
}
await show();
