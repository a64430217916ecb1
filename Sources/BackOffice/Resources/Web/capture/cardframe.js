// The card's frame: the camera picture with a place to put the card, the card's outline once it is found, and the
// place to be covered by a finger.

import { draw, make } from "/web/shared/dom.js";
import { t } from "/web/shared/texts.js";
import { squareTo, toView } from "./geometry.js";

/** Width to height of an ID-1 card (ISO/IEC 7810). */
const shape = 85.6 / 53.98;
/** So long an outline stays that is not found any more, in ms: single frames without it are usual. */
const patience = 350;

export class CardFrame {
  #seenAt = 0;
  #view = { width: 0, height: 0 };
  #shape;

  /** `area`: place of the touched element on the card, {x, y, width, height} in fractions, or null. */
  constructor(camera, area = null) {
    this.camera = camera;
    this.area = area;
    this.shade = draw("path", { class: "card-shade", "fill-rule": "evenodd" });
    this.frame = draw("rect", { class: "card-place", rx: 12 });
    this.outline = draw("polygon", { class: "card-outline" });
    this.mark = draw("polygon", { class: "card-mark" });
    this.drawing = draw("svg", { class: "card-drawing", "aria-hidden": "true" },
      this.shade, this.frame, this.outline, this.mark);
    this.bar = make("div", { class: "card-bar", role: "progressbar", "aria-label": t("parts.label"),
      "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": "0" }, make("span"));
    this.element = make("div", { class: "card-window", role: "group", "aria-label": t("card.preview") },
      camera.video, this.drawing, this.bar);
    this.observer = new ResizeObserver(() => this.#layOut());
    this.observer.observe(this.element);
    this.#shape = () => this.#takeShape();
    for (const event of ["loadedmetadata", "resize"]) camera.video.addEventListener(event, this.#shape);
    this.#takeShape();
  }

  stop() {
    this.observer.disconnect();
    for (const event of ["loadedmetadata", "resize"]) this.camera.video.removeEventListener(event, this.#shape);
  }

  setSteps() {}

  setProgress(_, share) {
    const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
    this.bar.setAttribute("aria-valuenow", String(percent));
    this.bar.firstElementChild.style.width = `${percent}%`;
  }

  seen(message) {
    const now = performance.now();
    const corners = usable(message.quad);
    if (corners) {
      this.#seenAt = now;
      const place = (point) => toView(point, this.camera.size, this.#view, this.camera.isMirrored);
      this.outline.setAttribute("points", list(corners.map(place)));
      const map = this.area && squareTo(corners);
      if (map) this.#setMark(cornersOf(this.area).map((point) => place(map(point))));
    }
    const isFound = now - this.#seenAt < patience;
    this.element.classList.toggle("found", isFound);
    if (!isFound) this.#restMark();
  }

  /** The view has the shape of the picture as far as there is room, so that no side of the card is cut off. */
  #takeShape() {
    const { width, height } = this.camera.size;
    if (width && height) this.element.style.aspectRatio = `${width} / ${height}`;
  }

  /** The frame is as wide as the view allows and leaves a margin on all sides. */
  #layOut() {
    const view = { width: this.element.clientWidth, height: this.element.clientHeight };
    if (!view.width || !view.height) return;
    this.#view = view;
    const width = Math.min(view.width * 0.9, view.height * 0.8 * shape, 640);
    const height = width / shape;
    const [x, y] = [(view.width - width) / 2, (view.height - height) / 2];
    this.place = { x, y, width, height };
    this.drawing.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    for (const [name, value] of Object.entries(this.place)) this.frame.setAttribute(name, value);
    this.shade.setAttribute("d", `M0 0H${view.width}V${view.height}H0Z${rounded(this.place, 12)}`);
    this.#restMark();
  }

  /** Without a card the mark is shown in the empty frame, so that the place is known beforehand. */
  #restMark() {
    if (!this.area || !this.place) return;
    const { x, y, width, height } = this.place;
    this.#setMark(cornersOf(this.area).map(([u, v]) => [x + u * width, y + v * height]));
  }

  #setMark(points) { this.mark.setAttribute("points", list(points)); }
}

const list = (points) => points.map((point) => point.map((part) => part.toFixed(1)).join(",")).join(" ");

const cornersOf = ({ x, y, width, height }) => [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];

/** Four corners of finite numbers, or null: it comes from outside. */
function usable(quad) {
  const isUsable = Array.isArray(quad) && quad.length === 4
    && quad.every((point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite));
  return isUsable ? quad : null;
}

function rounded({ x, y, width, height }, r) {
  return `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}`
    + `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}
