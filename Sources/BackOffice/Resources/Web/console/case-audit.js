// The audit chain of a case.
import { get } from "./api.js";
import { button, el, replace, table } from "./dom.js";
import { code, t, time } from "./text.js";
import { inLine, stateBadge } from "./parts.js";

export function auditPart(path, failed) {
  const list = el("div", {});
  const mark = el("span", {});
  const more = button(t("chain.more"), () => load().catch(failed));
  const entries = [];
  async function load() {
    const part = await get(`${path}/audit?limit=100&afterSequence=${entries.at(-1)?.sequence ?? 0}`);
    entries.push(...part.entries);
    more.hidden = part.entries.length < 100;
    replace(mark, stateBadge(part.isIntact ? "ok" : "bad", t(part.isIntact ? "chain.intact" : "chain.broken")));
    replace(list, table(t("chain.title"), ["chain.number", "chain.when", "chain.who", "chain.what", "cues.detail", "chain.hash"].map((key) => t(key)),
      entries.map((entry) => [
        entry.sequence, time(entry.at), entry.name ?? (entry.actor.length === 32 ? `${entry.actor.slice(0, 8)}…` : entry.actor),
        code("action", entry.action), inLine(entry.details), el("code", { title: entry.hash }, `${entry.hash.slice(0, 10)}…`)])));
  }
  load().catch(failed);
  return el("section", { class: "chain" }, el("h2", {}, t("chain.title"), " ", mark), list, more);
}
