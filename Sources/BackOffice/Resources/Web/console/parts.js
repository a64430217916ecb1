// Small pieces that several pages show.
import { el } from "./dom.js";
import { code, sentence, t } from "./text.js";

const marks = { approved: "✓", declined: "✕", review: "?" };

export const verdictBadge = (verdict) =>
  el("span", { class: `badge ${verdict ?? "none"}` },
    el("span", { "aria-hidden": "true" }, marks[verdict] ?? "…"), " ", code("verdict", verdict ?? "none"));

// `state` is ok, bad, unsure or none.
export const stateBadge = (state, words = t(`check.${state}`)) =>
  el("span", { class: `state ${state}` },
    el("span", { "aria-hidden": "true" }, { ok: "✓", bad: "✕", unsure: "?", none: "–" }[state]), " ", words);

// Any value of the server, as nested definition lists.
export function anything(value) {
  if (value === null || value === undefined) return el("span", { class: "quiet" }, "–");
  if (Array.isArray(value)) {
    if (value.every((entry) => typeof entry !== "object" || entry === null)) return el("span", {}, value.join(", ") || "–");
    return el("ol", { class: "anything" }, value.map((entry) => el("li", {}, anything(entry))));
  }
  if (typeof value === "object") {
    return el("dl", { class: "anything" }, Object.entries(value).map(([name, entry]) => [
      el("dt", {}, name), el("dd", {}, anything(entry))]));
  }
  if (typeof value === "boolean") return el("span", {}, t(value ? "yes" : "no"));
  return el("span", {}, typeof value === "number" ? String(Math.round(value * 1e4) / 1e4) : value);
}

// A flat value in one line, such as the details of an audit entry; what is empty is left out.
export function inLine(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return anything(value);
  const pairs = Object.entries(value).filter(([, entry]) => entry !== "" && entry !== null);
  if (!pairs.length) return "–";
  return el("ul", { class: "inline-values" }, pairs.map(([name, entry]) =>
    el("li", {}, el("span", { class: "quiet" }, name, ": "), typeof entry === "object" ? anything(entry) : String(entry))));
}

// Decision reasons: the server's sentence where the language is its own, else the code in words.
export function reasonWords(reason, language) {
  return language === "en" && reason.message ? reason.message : sentence(code("reason", reason.code));
}
