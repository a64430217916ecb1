// One case: what decides it first, then what it rests on.
import { get, may } from "./api.js";
import { button, el, say, table, warn } from "./dom.js";
import { shortcuts } from "./keys.js";
import { code, language, t, time } from "./text.js";
import { anything, inLine, reasonWords, stateBadge, verdictBadge } from "./parts.js";
import { auditPart } from "./case-audit.js";
import { askVerdict, proposals } from "./case-decide.js";
import { comparisonPart, documentPart, filmPart, otherEvidence, Gallery } from "./case-evidence.js";
import { crossCheckPart, cuesPart, stepsPart, valuesPart } from "./case-checks.js";
import { nextToReview } from "./cases.js";

// The parts of the decision, by kind; and those of later runs.
function sort(parts) {
  const found = { runs: [] };
  for (const part of parts) {
    if (part.run === 0) found[part.kind] = part;
    else found.runs.push(part);
  }
  return found;
}

function checks(parts) {
  const liveness = parts.liveness?.server;
  const comparison = parts.comparison?.server;
  const document = parts.document?.server;
  const attack = liveness?.antiSpoofing?.verdict;
  const fields = document?.crossCheck ?? [];
  const judged = fields.filter((check) => check.agrees !== null);
  return [
    ["check.liveness", liveness === undefined ? "none" : liveness.live === true ? "ok" : liveness.live === false ? "bad" : "unsure"],
    ["check.attack", { live: "ok", spoof: "bad", not_evaluated: "unsure" }[attack] ?? "none"],
    ["check.face", comparison === undefined ? "none" : { 0: "ok", 1: "bad", 2: "unsure" }[comparison.validityLevel] ?? "none"],
    ["check.document", { accepted: "ok", rejected: "bad", review: "unsure" }[document?.decision] ?? "none"],
    ["check.fields", !judged.length ? "none" : judged.every((check) => check.agrees) ? "ok" : "bad"],
  ];
}

function overview(data, parts) {
  const decision = data.decisions.at(-1);
  const reasons = decision?.reasons ?? [];
  return el("section", { class: "overview", "aria-labelledby": "overview" },
    el("h2", { id: "overview" }, t("case.checks")),
    el("ul", { class: "tiles" }, checks(parts).map(([key, state]) =>
      el("li", { class: `tile ${state}` }, el("span", {}, t(key)), stateBadge(state)))),
    el("h3", {}, t("case.reasons")),
    reasons.length
      ? el("ul", { class: "reasons" }, reasons.map((reason) => el("li", { class: reason.cause ?? "" },
        reasonWords(reason, language()), " ", el("code", {}, reason.code))))
      : el("p", {}, t(decision ? "case.noReasons" : "verdict.none")));
}

function decisionsPart(data) {
  const names = Object.fromEntries(data.people.map((person) => [person.id, person.name]));
  return el("section", {}, el("h2", {}, t("decisions.title")), el("ol", { class: "decisions", reversed: true },
    [...data.decisions].reverse().map((decision) => {
      const note = data.notes.find((entry) => entry.decision === decision.id);
      return el("li", {}, verdictBadge(decision.verdict), " ",
        note ? t("decisions.by", { name: names[note.account] ?? note.account }) : t("decisions.engine"),
        note?.second && `, ${t("decisions.second", { name: names[note.second] ?? note.second })}`,
        " · ", time(decision.decidedAt), note && el("blockquote", {}, note.note),
        el("p", { class: "quiet" }, decision.reasons.map((reason) => code("manual", reason.code)).join(", "), " ",
          t("decisions.rules", { rules: decision.ruleSet, version: decision.settingsVersion })));
    })));
}

const moment = (record) => record.document?.at ?? record.at;
const byTime = (one, other) => moment(one) - moment(other);

// What a record says beyond its name and its time.
function rest({ document }) {
  if (typeof document !== "object" || document === null) return inLine(document);
  const { name, at, ...others } = document;
  return inLine(others);
}

const timelinePart = (data) => el("section", {}, el("h2", {}, t("line.title")),
  data.timeline.length
    ? table(t("line.title"), [t("chain.when"), t("chain.what"), t("cues.detail")], [...data.timeline].sort(byTime).map((record) => [
      time(moment(record)), record.document?.name ?? code("record", record.kind), rest(record)]))
    : el("p", { class: "empty" }, t("line.empty")));

export async function show(box, context) {
  const { rest: [id], failed, again, isCurrent } = context;
  if (!/^[0-9a-f]{32}$/.test(id ?? "")) {
    location.hash = "#/cases";
    return;
  }
  const path = `/v1/review/sessions/${id}`;
  const data = await get(path);
  if (!isCurrent()) return;
  const parts = sort(data.parts);
  const request = data.details?.request ?? {};
  const gallery = new Gallery(path, data.evidence);
  const decision = data.decisions.at(-1);
  const person = [request.userName, request.surname].filter(Boolean).join(" ");

  const decide = async (verdict) => {
    const outcome = await askVerdict(path, data, verdict).catch(failed);
    if (!outcome) return;
    const next = outcome.state === "decided" ? await nextToReview(id).catch(() => null) : null;
    await again();
    say(outcome.state === "decided"
      ? t("decide.done", { verdict: code("verdict", outcome.decision.verdict) }) : t("decide.waits"));
    if (next) {
      document.querySelector(".casehead .actions")?.prepend(
        el("a", { class: "button primary next", href: `#/case/${next}` }, t("decide.next"), " →"));
      document.querySelector(".next")?.focus();
    }
  };
  const exportCase = async () => {
    // The browser streams it to a file: it may be larger than memory.
    const link = el("a", { href: `${path}/export`, download: `case-${id}.tar` });
    document.body.append(link);
    link.click();
    link.remove();
    say(t("export.done"));
  };
  const canDecide = !["processing", "expired"].includes(data.session.state);

  box.append(
    el("div", { class: "casehead" },
      el("p", { class: "crumb" }, el("a", { href: "#/cases" }, "← ", t("case.back"))),
      el("div", { class: "headline" },
        el("h1", {}, person ? `${person}` : t("case.title", { reference: request.reference ?? id.slice(0, 12) })),
        verdictBadge(data.session.verdict), data.session.isWaiting && el("span", { class: "badge wait" }, t("list.waiting"))),
      el("dl", { class: "facts" },
        fact("list.reference", request.reference), fact("case.opened", time(data.session.createdAt)),
        fact("case.flow", data.session.callType), fact("list.state", code("state", data.session.state)),
        fact("case.id", id)),
      el("div", { class: "actions", role: "group", "aria-label": t("case.decide") },
        canDecide && [
          button(t("case.approve"), () => decide("approved"), "approve"),
          button(t("case.decline"), () => decide("declined"), "decline"),
          !decision && button(t("case.review"), () => decide("review")),
        ],
        button(t("case.export"), exportCase),
        may("erase") && el("a", { class: "button", href: `#/privacy?session=${id}` }, t("case.erase")))),
    ...proposals(path, data, context),
    el("div", { class: "columns" },
      el("div", {}, overview(data, parts), comparisonPart(gallery, parts), crossCheckPart(parts, request)),
      el("div", {}, documentPart(gallery, parts))),
    filmPart(gallery, parts),
    el("div", { class: "columns" },
      el("div", {}, stepsPart(parts), decisionsPart(data), el("section", {}, el("h2", {}, t("details.title")), anything(request))),
      el("div", {}, cuesPart(parts), timelinePart(data))),
    otherEvidence(gallery),
    valuesPart(data.parts),
    may("audit") ? auditPart(path, failed) : "");

  if (canDecide) {
    shortcuts.add("a", t("case.approve"), () => decide("approved"));
    shortcuts.add("d", t("case.decline"), () => decide("declined"));
  }
  shortcuts.add("n", t("decide.next"), async () => {
    try {
      const next = await nextToReview(id);
      if (next) location.hash = `#/case/${next}`;
      else warn(t("list.empty.todo"), t("close"));
    } catch (problem) { failed(problem); }
  });
  shortcuts.add("l", t("case.back"), () => { location.hash = "#/cases"; });
  gallery.load().catch(failed);
  return () => gallery.close();
}

const fact = (key, value) => value ? el("div", {}, el("dt", {}, t(key)), el("dd", {}, value)) : null;
