// An operator's look on the page: one accent colour, a logo, rounded corners. Whatever the colour is, text stays
// readable: the accent is darkened until white or black text on it, and it on white, has a contrast of 4.5:1.

const enough = 4.5;

/** Puts a look on the document. Unknown or unusable values are left out. Returns the address of the logo or null. */
export function applyLook(look, root = document.documentElement) {
  const colors = look?.colors ?? {};
  const accent = parse(colors.accent ?? colors.primary);
  if (accent) applyAccent(accent, root);
  const radius = look?.cornerRadii?.card ?? look?.cornerRadii?.button;
  if (Number.isFinite(radius)) {
    root.style.setProperty("--radius", `${Math.min(radius, 28)}px`);
    root.style.setProperty("--radius-small", `${Math.min(radius, 28) * 0.7}px`);
  }
  return logo(look?.images?.logo);
}

/** Accent, its darker sister and the texts upon them, as [r, g, b] of 0…255. */
export function accentFamily(color) {
  let accent = color;
  while (contrast(accent, [255, 255, 255]) < enough) accent = darker(accent, 0.94);
  let strong = darker(accent, 0.78);
  if (contrast(strong, accent) < 1.15) strong = darker(accent, 0.6);
  return { accent, strong, tint: accent.map((part) => Math.round(part * 0.09 + 255 * 0.91)) };
}

/** Contrast of two colours after WCAG 2.2, 1…21. */
export function contrast(first, second) {
  const [high, low] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function applyAccent(color, root) {
  const family = accentFamily(color);
  root.style.setProperty("--accent", css(family.accent));
  root.style.setProperty("--accent-strong", css(family.strong));
  root.style.setProperty("--accent-tint", css(family.tint));
}

const css = (color) => `rgb(${color.map(Math.round).join(" ")})`;
const darker = (color, factor) => color.map((part) => part * factor);

function luminance(color) {
  const [r, g, b] = color.map((part) => part / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Any CSS colour as [r, g, b], through the browser's own reader; null when it is none or transparent. */
function parse(text) {
  if (typeof text !== "string" || !CSS.supports("color", text)) return null;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
  return a === 255 ? [r, g, b] : null;
}

/** Only pictures of the own server: the page asks nobody else for anything. */
function logo(address) {
  if (typeof address !== "string" || !/^(https?:|\/|data:image\/)/.test(address)) return null;
  const url = new URL(address, location.href);
  return url.protocol === "data:" || url.origin === location.origin ? url.href : null;
}
