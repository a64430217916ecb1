// What decided cases would have become under other values.
import { intent, post } from "./api.js";
import { button, el, replace, say, table } from "./dom.js";
import { code, t, time } from "./text.js";
import { verdictBadge } from "./parts.js";

export function previewPart(path, read, failed) {
  const result = el("section", { class: "preview", hidden: true, "aria-live": "polite" });
  const days = el("input", { id: "days", type: "number", min: 1, max: 31, value: 7 });
  const go = button(t("settings.preview"), async () => {
    const values = read();
    if (!values) return;
    go.disabled = true;
    try {
      const span = Math.min(Math.max(Math.round(days.valueAsNumber) || 1, 1), 31);
      const answer = await post(`${path}/preview`, { values, days: span });
      draw(answer, span, values);
    } catch (problem) { failed(problem); } finally { go.disabled = false; }
  });

  function draw(answer, span, values) {
    const replay = async (session, event) => {
      event.target.disabled = true;
      try {
        await post(`/v1/review/sessions/${session}/replay`, { values }, { key: intent() });
        say(t("preview.ordered"));
      } catch (problem) { failed(problem); }
    };
    result.hidden = false;
    replace(result,
      el("h2", { tabindex: "-1" }, t("preview.title")),
      el("p", { class: "sum" }, t("preview.words", {
        cases: answer.cases, days: span, same: answer.same, changed: answer.changed, replay: answer.needsReplay })),
      !answer.isComplete && el("p", { class: "notice" }, t("preview.part")),
      el("p", { class: "quiet" }, t("preview.base")),
      answer.counts.length ? table(t("preview.title"), ["preview.from", "preview.to", "preview.count"].map((key) => t(key)),
        answer.counts.map((count) => [verdictBadge(count.from), verdictBadge(count.to), count.count])) : "",
      answer.listed.length ? table(t("preview.case"), ["preview.case", "preview.from", "preview.to", "list.why", "list.made"].map((key) => t(key)),
        answer.listed.map((entry) => [
          el("a", { href: `#/case/${entry.session}`, target: "_blank" }, el("code", {}, entry.session.slice(0, 12))),
          verdictBadge(entry.from),
          entry.to ? verdictBadge(entry.to) : [el("span", { class: "badge none" }, t("preview.replay")), " ",
            button(t("preview.again"), (event) => replay(entry.session, event), "plain")],
          entry.reasons.map((reason) => code("reason", reason)).join(", ") || "–", time(entry.createdAt)])) : "");
    result.querySelector("h2").focus();
  }
  return {
    result,
    controls: el("div", { class: "inline" }, el("label", { for: "days" }, t("settings.days")), days, go),
  };
}
