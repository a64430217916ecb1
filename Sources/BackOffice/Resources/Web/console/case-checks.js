// What the server measured, and what the client said beside it.
import { el, table } from "./dom.js";
import { code, number, sentence, t } from "./text.js";
import { anything, stateBadge } from "./parts.js";

const given = { surname: "surname", givenNames: "userName", identityNumber: "identityNo" };

export function crossCheckPart(parts, request) {
  const document = parts.document?.server;
  if (!document?.crossCheck?.length) return "";
  const rows = document.crossCheck.map((check) => [
    code("field", check.field),
    check.agrees === null ? stateBadge("none", t("cross.open")) : stateBadge(check.agrees ? "ok" : "bad", t(check.agrees ? "cross.yes" : "cross.no")),
    check.printed ?? "–", check.mrz ?? "–", request[given[check.field]] || "–",
  ]);
  const zone = document.mrz;
  return el("section", {}, el("h2", {}, t("cross.title")),
    table(t("cross.title"), ["cross.field", "cross.agrees", "cross.front", "cross.zone", "cross.given"].map((key) => t(key)), rows),
    zone && [
      el("h3", {}, t("zone.title")),
      el("pre", { class: "zone", tabindex: "0", role: "region", "aria-label": t("zone.title") }, (zone.lines ?? zone.raw ?? []).join("\n")),
      el("p", {}, t("zone.digits"), ": ", Object.entries(zone.checks ?? {}).filter(([, holds]) => holds !== null).map(([name, holds]) =>
        [stateBadge(holds ? "ok" : "bad", `${code("digit", name)} ${t(holds ? "zone.holds" : "zone.fails")}`), " "])),
    ]);
}

export function stepsPart(parts) {
  const steps = parts.liveness?.server?.steps;
  if (!steps?.length) return "";
  return el("section", {}, el("h2", {}, t("steps.title")), table(
    t("steps.title"), ["steps.step", "steps.done", "steps.at", "steps.value", "steps.likeness"].map((key) => t(key)),
    steps.map((step) => [
      code("step", step.step), stateBadge(step.passed ? "ok" : "bad", t(step.passed ? "steps.passed" : "steps.failed")),
      step.time === null ? "–" : `${number(step.time, 1)} s`, number(step.value, 2), number(step.similarity, 3)])));
}

export function cuesPart(parts) {
  const attack = parts.liveness?.server?.antiSpoofing;
  if (!attack) return "";
  const low = (cue) => cue.limits && cue.score !== null && 1 - cue.weight * (1 - cue.score) < 0.5;
  const order = (cue) => (cue.score === null || !cue.weight ? 2 : cue.score);
  return el("section", {}, el("h2", {}, t("cues.title")),
    el("p", {}, stateBadge({ live: "ok", spoof: "bad" }[attack.verdict] ?? "unsure", `${t("cues.score")}: ${number(attack.score, 2)}`)),
    table(t("cues.title"), ["cues.cue", "cues.points", "cues.detail"].map((key) => t(key)),
      [...attack.cues].sort((one, other) => order(one) - order(other)).map((cue) => [
        sentence(code("cue", cue.name)),
        cue.score === null || !cue.weight ? el("span", { class: "quiet" }, t("cues.unjudged")) : stateBadge(low(cue) ? "bad" : "ok", number(cue.score, 2)),
        cue.detail])));
}

// All that is left, as it was stored.
export function valuesPart(parts) {
  const shown = parts.filter((part) => !["verdict", "curves"].includes(part.kind) || part.run > 0);
  if (!shown.length) return "";
  return el("section", { class: "values" }, el("h2", {}, t("values.title")), el("p", { class: "quiet" }, t("values.words")),
    shown.filter((part) => part.kind !== "curves").map((part) =>
      el("details", {}, el("summary", {}, code("part", part.kind), part.run > 0 && ` · ${t("values.run", { run: part.run })}`),
        el("div", { class: "columns" },
          el("div", {}, el("h3", {}, t("values.client")), anything(part.client)),
          el("div", {}, el("h3", {}, t("values.server")), anything(part.server))))));
}
