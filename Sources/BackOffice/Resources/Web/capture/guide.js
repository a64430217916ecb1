// One instruction at a time: what the server asks for becomes a text that stays long enough to be read.

import { has, t } from "/web/shared/texts.js";

/** A text stays this long, in ms, unless a movement begins or ends. */
const reading = 600;
/** Who is stuck is told again after so long. */
const reminding = 8000;

/** What asks for a movement or ends one: told at once, and over anything that is being said. */
const urgent = new Set(["smile", "close_eyes", "keep_eyes_closed", "open_eyes", "turn_right", "turn_left", "look_up",
  "back_to_center", "relax", "done", "show_front", "show_back", "tilt", "cover_element", "uncover_element"]);

const arrows = { turn_right: "right", turn_left: "left", look_up: "up" };
const hints = { close_eyes: "hint.eyes", more_light: "hint.light", look_straight: "hint.straight" };

/** The first thing to say, before the server has seen anything. */
const beginnings = { face: "look_straight", front: "show_front", back: "show_back", hologram: "no_card", touch: "no_card" };

export class Guide {
  #code = null;
  #since = 0;
  #isStuck = false;

  /** `show({code, text, spoken, hint, arrow, isUrgent})` is called for each new instruction. `element`: what
   * is to be covered, or null. */
  constructor(part, element, show) {
    this.part = part;
    this.element = element;
    this.show = show;
  }

  begin() { this.#tell(beginnings[this.part] ?? "look_straight"); }

  /** A step has begun. */
  step(name) { this.#tell(name === "face" ? "look_straight" : name.replaceAll("-", "_")); }

  /** What the server says to a frame. */
  want(code) {
    if (!code || !has(this.#key(code))) return;
    this.#isStuck = code === this.#code && performance.now() - this.#since > reminding;
    if (this.#isStuck) this.forget();
    if (code === this.#code) return;
    if (!urgent.has(code) && performance.now() - this.#since < reading) return;
    this.#tell(code);
  }

  /** Forgets what was told, so that it is told anew. */
  forget() { this.#code = null; }

  #tell(code) {
    if (code === this.#code) return;
    this.#code = code;
    this.#since = performance.now();
    const text = code === "cover_element" && this.element
      ? t("guide.card.cover_named", { element: elementName(this.element) }) : t(this.#key(code));
    const hint = this.#hint(code);
    this.show({
      code, text, hint, spoken: this.#isStuck && hint ? `${text}. ${hint}` : text, arrow: arrows[code] ?? null,
      isUrgent: urgent.has(code),
    });
  }

  #hint(code) {
    if (this.#isStuck && (this.part === "front" || this.part === "back")) return t("hint.take");
    return hints[code] && (this.part === "face" || code === "more_light") ? t(hints[code]) : "";
  }

  #key(code) {
    const card = `guide.card.${code}`;
    return this.part !== "face" && has(card) ? card : `guide.${code}`;
  }
}

/** What the security element of a card is called. */
export function elementName(name) {
  const short = ["crescent", "mli", "signature", "ovi"].find((one) => String(name ?? "").toLowerCase().includes(one));
  return t(`element.${short ?? "other"}`);
}
