// What comes before each part: what to do, how to prepare, and what the person wants left out.

import { make } from "/web/shared/dom.js";
import { icon } from "/web/shared/icons.js";
import { has, t } from "/web/shared/texts.js";
import { elementName } from "./guide.js";
import { isDesktop, phonePanel } from "./phone.js";

const tips = {
  face: [["light", "intro.face.tip.light"], ["glasses", "intro.face.tip.bare"], ["phone", "intro.face.tip.level"]],
  front: [["light", "intro.card.tip.glare"], ["card", "intro.card.tip.ground"], ["frame", "intro.card.tip.whole"]],
};
const refusals = { too_few_steps: "alternatives.few" };
const starts = { face: "intro.start.face", front: "intro.start.card" };

/** `on`: start() from a click, leaveOut(names) which may throw. `asksAlternatives` opens the list of movements. */
export function introView(session, part, announcer, on, asksAlternatives = false) {
  const list = part === "face" ? alternatives(session.alternatives ?? [], asksAlternatives) : null;
  const wrong = make("p", { class: "notice bad small", hidden: true, role: "alert" });
  const start = make("button", { type: "button", class: "button primary block", text: t(starts[part] ?? "intro.start.next") });
  start.addEventListener("click", async () => {
    announcer.unlock();
    const names = list?.chosen() ?? [];
    start.disabled = true;
    try {
      if (names.length > 0) await on.leaveOut(names);
      on.start();
    } catch (problem) {
      wrong.textContent = t(refusals[problem.code] ?? (problem.status === 0 ? "link.offline.text" : "alternatives.refused"));
      wrong.hidden = false;
      start.disabled = false;
      // The next press goes on without it.
      if (problem.status === 409 || problem.status === 422) list?.clear();
    }
  });
  const main = make("div", { class: "panel stack wide" },
    partsList(session.parts, part),
    make("div", { class: "stack tight" },
      make("h1", { tabindex: "-1", text: t(`intro.${part}.title`) }),
      make("p", { text: t(`intro.${part}.lead`) }),
      part === "touch" ? make("p", { class: "element-name", text: t("intro.touch.element", { element: elementName(session.touchElement) }) }) : null),
    part === "hologram" || part === "back" ? motion(part) : null,
    tips[part] ? make("ul", { class: "tips stack" }, ...tips[part].map(([name, key]) => make("li", {}, icon(name), make("span", { text: t(key) })))) : null,
    part === "face" || part === session.parts[0]?.name ? speechChoice(announcer) : null,
    list?.element ?? null, wrong, start);
  const offersPhone = isDesktop() && part === session.parts.find((one) => one.state === "todo")?.name;
  return {
    name: "intro", title: t(`intro.${part}.title`), offersPhone,
    element: offersPhone ? make("div", { class: "beside" }, main, phonePanel()) : main,
    focus: asksAlternatives ? list?.element?.querySelector("summary") : null,
  };
}

/** The parts of the check with their state, as a row of bars; the names are for those who don't see them. */
export function partsList(parts, current, isLong = false) {
  if (parts.length < 2) return null;
  return make("ol", { class: isLong ? "parts long" : "parts", "aria-label": t("parts.label") }, ...parts.map(({ name, state }) =>
    make("li", { class: state, "aria-current": name === current ? "step" : null },
      isLong ? icon(state === "done" ? "check" : "clock") : null,
      make("span", { class: isLong ? "" : "visually-hidden", text: t(`parts.${name}`) }),
      make("span", { class: isLong ? "muted small" : "visually-hidden", text: ` ${t(`parts.${state}`)}` }))));
}

/** The steps one may leave out, closed until asked for. Names are sent back exactly as they came. */
function alternatives(names, isOpen) {
  if (names.length === 0) return null;
  const boxes = names.map((name) => {
    const key = `alternatives.${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const box = make("input", { type: "checkbox", value: name });
    return { box, label: make("label", { class: "choice" }, box, make("span", { text: has(key) ? t(key) : name })) };
  });
  const element = make("details", { class: "alternatives", open: isOpen },
    make("summary", { text: t("alternatives.title") }),
    make("div", { class: "stack tight" }, make("p", { class: "small muted", text: t("alternatives.lead") }),
      ...boxes.map(({ label }) => label)));
  return {
    element,
    chosen: () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value),
    clear: () => boxes.forEach(({ box }) => { box.checked = false; }),
  };
}

function speechChoice(announcer) {
  if (!announcer.canSpeak) return null;
  const box = make("input", { type: "checkbox", id: "speech", "aria-describedby": "speech-hint" });
  box.checked = announcer.isOn;
  box.addEventListener("change", () => { announcer.isOn = box.checked; });
  return make("div", { class: "speech-choice" },
    make("label", { class: "choice", for: "speech" }, box, make("span", { text: t("speech.label") })),
    make("p", { id: "speech-hint", class: "small muted", text: t("speech.hint") }));
}

/** A card that tilts or turns over; it stands still for who wants less motion. */
function motion(part) {
  return make("div", { class: `motion ${part}`, "aria-hidden": "true" }, make("div", { class: "motion-card" }, icon("card")));
}
