// From a desktop to the phone: a code with the address of this page.

import { draw, make } from "/web/shared/dom.js";
import { language, t } from "/web/shared/texts.js";

/** A wide screen without touch. */
export const isDesktop = () =>
  window.innerWidth >= 900 && !navigator.maxTouchPoints && !matchMedia("(pointer: coarse)").matches;

/** The address to continue at: this page in the language that was chosen here. */
export function ownAddress() {
  const address = new URL(location.pathname, location.origin);
  address.searchParams.set("lang", language());
  return address.href;
}

/** The code comes when its encoder is loaded, which phones never need. */
export function phonePanel() {
  const panel = make("aside", { class: "phone-panel stack tight", "aria-labelledby": "phone-title" },
    make("h2", { id: "phone-title", text: t("phone.title") }),
    make("p", { class: "small muted", text: t("phone.text") }));
  import("./qr.js").then(({ encode }) => panel.append(qrDrawing(encode(ownAddress()))), () => panel.remove());
  return panel;
}

/** Rows of modules with their quiet zone of four, as one path. */
export function qrDrawing(rows) {
  const size = rows.length + 8;
  let path = "";
  rows.forEach((row, y) => row.forEach((isDark, x) => { if (isDark) path += `M${x + 4} ${y + 4}h1v1h-1z`; }));
  return draw("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("phone.code"),
    "shape-rendering": "crispEdges" },
    draw("rect", { width: size, height: size, fill: "#fff" }),
    draw("path", { d: path, fill: "#000" }));
}
