// The face's frame: the camera picture in an oval, and around it a ring with one segment for each step.

import { draw, make } from "/web/shared/dom.js";
import { t } from "/web/shared/texts.js";
import { boxToView, isInOval } from "./geometry.js";

const box = { width: 320, height: 420 };
const ring = { rx: 148, ry: 198 };
/** A segment's length along the ring, and the gap to the next, in its own measure. */
const segment = 100;

export class Oval {
  #segments = [];
  #isIn = false;
  #total = 0;
  #done = 0;

  constructor(camera) {
    this.camera = camera;
    this.window = make("div", { class: "oval-window" }, camera.video);
    this.drawing = draw("svg", { class: "oval-ring", viewBox: `0 0 ${box.width} ${box.height}`, "aria-hidden": "true" });
    this.meter = make("div", { class: "visually-hidden", role: "progressbar", "aria-label": t("parts.label"),
      "aria-valuemin": "0" });
    this.element = make("div", { class: "oval", role: "group", "aria-label": t("face.preview") },
      this.window, this.drawing, this.meter);
    this.setSteps(0, 0);
  }

  /** As many segments as steps; a plain ring for none. More done than there are leaves the ring full. */
  setSteps(total, done) {
    this.#total = Math.max(0, total);
    const count = Math.max(1, this.#total);
    const gap = count > 1 ? 9 : 0;
    const track = (name) => draw("path", { class: name, d: path(), pathLength: count * segment, fill: "none" });
    this.#segments = Array.from({ length: count }, (_, i) => {
      const ground = track("ring-ground");
      const filled = track("ring-filled");
      for (const part of [ground, filled]) part.style.strokeDashoffset = String(-(i * segment + gap / 2));
      ground.style.strokeDasharray = `${segment - gap} ${count * segment}`;
      return { ground, filled, length: segment - gap, whole: count * segment };
    });
    this.drawing.replaceChildren(...this.#segments.flatMap((part) => [part.ground, part.filled]));
    this.setProgress(done, 0);
  }

  /** `done` whole segments and a share of the next. */
  setProgress(done, share) {
    this.#done = Math.min(Math.max(0, done), this.#total);
    this.#segments.forEach((part, i) => {
      const filled = i < this.#done ? 1 : i === this.#done && this.#total > 0 ? Math.min(1, Math.max(0, share)) : 0;
      part.filled.style.strokeDasharray = `${part.length * filled} ${part.whole}`;
      part.filled.style.visibility = filled > 0.01 ? "visible" : "hidden";
    });
    this.meter.setAttribute("aria-valuemax", String(this.#total));
    this.meter.setAttribute("aria-valuenow", String(this.#done));
    this.meter.setAttribute("aria-valuetext",
      t("face.progress", { step: Math.min(this.#done + 1, this.#total), total: this.#total }));
  }

  /** Shows whether the face sits well; `face` in fractions of the picture or null. */
  seen(message) {
    const view = { width: this.window.clientWidth, height: this.window.clientHeight };
    const picture = this.camera.size;
    if (!view.width || !picture.width) return;
    const face = message.face ? boxToView(message.face, picture, view, this.camera.isMirrored) : null;
    this.#isIn = isInOval(face, { x: 0, y: 0, ...view }, this.#isIn);
    this.element.classList.toggle("fits", this.#isIn);
  }
}

/** The ring, clockwise from its top. */
function path() {
  const [x, y] = [box.width / 2, box.height / 2];
  const top = y - ring.ry;
  return `M${x} ${top}A${ring.rx} ${ring.ry} 0 1 1 ${x - 0.01} ${top}`;
}
