// Pictures and films of a case. Each is fetched once: every look at one is a link of the audit chain.
import { content } from "./api.js";
import { button, dialog, el, freshId, replace } from "./dom.js";
import { code, number, problemWords, size, t, time } from "./text.js";
import { curves } from "./chart.js";
import { openFilm } from "./film.js";
import { stateBadge } from "./parts.js";

// Films that are larger are loaded when somebody wants to see them.
const mostAtOnce = 40e6;

// Films that the server recorded come in pieces: those of the last try, one behind the other, are the film.
const recorded = { selfie_film: "selfie_video", hologram_film: "hologram_video", conceal_film: "conceal_video" };

function joined(evidence) {
  const whole = evidence.filter((entry) => !(entry.kind in recorded));
  for (const [piece, kind] of Object.entries(recorded)) {
    const all = evidence.filter((entry) => entry.kind === piece);
    const last = Math.max(...all.map((entry) => entry.attempt ?? 0));
    const pieces = all.filter((entry) => (entry.attempt ?? 0) === last).sort((one, other) => one.number - other.number);
    if (pieces.length) {
      whole.push({ ...pieces[0], kind, pieces, size: pieces.reduce((sum, entry) => sum + entry.size, 0) });
    }
  }
  return whole;
}

export class Gallery {
  constructor(path, evidence) {
    Object.assign(this, {
      path, evidence: joined(evidence), wanted: [], contents: new Map(), links: [], films: [], gate: new AbortController() });
  }

  // The latest of a kind.
  of(kind) {
    return this.evidence.filter((entry) => entry.kind === kind).at(-1);
  }

  want(job) {
    this.wanted.push(job);
  }

  async load() {
    await Promise.allSettled(this.wanted.map((job) => job()));
  }

  blob(entry) {
    if (!this.contents.has(entry.id)) {
      const parts = (entry.pieces ?? [entry]).map((part) => content(`${this.path}/evidence/${part.id}`, this.gate.signal));
      this.contents.set(entry.id, Promise.all(parts).then((blobs) => new Blob(blobs, { type: entry.mediaType })));
    }
    return this.contents.get(entry.id);
  }

  async link(entry) {
    const link = URL.createObjectURL(await this.blob(entry));
    this.links.push(link);
    return link;
  }

  close() {
    this.gate.abort();
    for (const film of this.films) film.close();
    for (const link of this.links) URL.revokeObjectURL(link);
  }
}

const gone = (problem) => el("p", { class: "trouble" }, t("case.gone", { why: problemWords(problem) }));

async function picture(gallery, entry, words) {
  const image = el("img", { alt: words, decoding: "async" });
  image.src = await gallery.link(entry);
  await image.decode();
  return image;
}

// The faces that were compared, side by side, and how alike they are.
export function comparisonPart(gallery, parts) {
  const comparison = parts.comparison?.server;
  const document = parts.document?.server;
  const live = el("canvas", { width: 220, height: 260, role: "img", "aria-label": t("case.live") });
  const portrait = el("canvas", { width: 220, height: 260, role: "img", "aria-label": t("case.portrait") });
  const figures = [[live, "case.live"], [portrait, "case.portrait"]].map(([canvas, key]) =>
    el("figure", {}, canvas, el("figcaption", {}, t(key))));
  gallery.livePicture = live;

  const side = document?.portrait?.image;
  const entry = side && gallery.of(side);
  if (entry) {
    gallery.want(async () => {
      const image = await picture(gallery, entry, "");
      const { x, y, width, height } = document.portrait.box;
      draw(portrait, image, { x: x - width * 0.15, y: y - height * 0.2, width: width * 1.3, height: height * 1.4 });
    });
  } else {
    replace(figures[1], el("p", { class: "empty" }, t("case.noPortrait")), el("figcaption", {}, t("case.portrait")));
  }
  if (!gallery.of("selfie_video")) {
    replace(figures[0], el("p", { class: "empty" }, t("case.noFilm")), el("figcaption", {}, t("case.live")));
  }
  const meaning = { 0: ["ok", "case.match"], 1: ["bad", "case.noMatch"], 2: ["unsure", "case.unsure"] }[comparison?.validityLevel]
    ?? ["none", "case.notCompared"];
  return el("section", {}, el("h2", {}, t("part.comparison")),
    el("div", { class: "faces" }, figures),
    el("p", {}, stateBadge(meaning[0], t(meaning[1]))),
    comparison && meter(comparison));
}

// A part of a picture, in all of a canvas.
function draw(canvas, image, { x, y, width, height }) {
  const scale = Math.max(canvas.width / width, canvas.height / height);
  const [w, h] = [canvas.width / scale, canvas.height / scale];
  canvas.getContext("2d").drawImage(image, x + (width - w) / 2, y + (height - h) / 2, w, h, 0, 0, canvas.width, canvas.height);
}

// Likeness against its threshold; cosines from −1 to 1, of which those below 0 never matter.
function meter({ similarity, threshold }) {
  const place = (value) => `${Math.min(Math.max(value, 0), 1) * 100}%`;
  const bar = el("span", { class: "fill" });
  const mark = el("span", { class: "limit" });
  bar.style.width = place(similarity);
  mark.style.left = place(threshold);
  return el("div", { class: `meter ${similarity >= threshold ? "ok" : "bad"}` },
    el("div", { class: "track", "aria-hidden": "true" }, bar, mark),
    el("p", {}, t("case.similarity"), " ", el("strong", {}, number(similarity)), ", ", t("case.threshold"), " ", number(threshold)));
}

// Both sides, with what was found on them.
export function documentPart(gallery, parts) {
  const document = parts.document?.server;
  const sides = [["front", "case.front"], ["back", "case.backSide"]].filter(([kind]) => gallery.of(kind));
  const toggle = el("input", { type: "checkbox", checked: true });
  const section = el("section", { class: "document" },
    el("div", { class: "head" }, el("h2", {}, t("case.document"), document?.type && el("small", {}, " ", document.type)),
      sides.length > 0 && document && el("label", {}, toggle, " ", t("case.boxes"))),
    !sides.length && el("p", { class: "empty" }, t("case.noDocument")));
  for (const [kind, key] of sides) {
    const stage = el("figure", { class: "stage", "aria-busy": "true" });
    section.append(stage);
    gallery.want(async () => {
      try {
        const image = await picture(gallery, gallery.of(kind), t(key));
        const card = el("canvas", { role: "img", "aria-label": t(key) });
        const show = () => drawCard(card, image, document, kind, toggle.checked);
        toggle.addEventListener("change", show);
        show();
        replace(stage, el("button", {
          type: "button", class: "zoom", "aria-label": t("case.zoom", { name: t(key) }),
          on: { click: () => enlarge(t(key), image, document, kind) },
        }, card), el("figcaption", {}, t(key)));
      } catch (problem) { replace(stage, gone(problem)); }
      stage.removeAttribute("aria-busy");
    });
  }
  return section;
}

// The card itself, which may be a small part of its picture, with what was found on it.
function drawCard(canvas, image, document, side, hasBoxes) {
  const quad = document?.quads?.[side];
  let area = { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight };
  if (quad) {
    const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
    const margin = 0.04 * (Math.max(...xs) - Math.min(...xs));
    const [x, y] = [Math.max(Math.min(...xs) - margin, 0), Math.max(Math.min(...ys) - margin, 0)];
    area = {
      x, y, width: Math.min(Math.max(...xs) + margin, image.naturalWidth) - x,
      height: Math.min(Math.max(...ys) + margin, image.naturalHeight) - y };
  }
  Object.assign(canvas, { width: Math.round(area.width), height: Math.round(area.height) });
  const context = canvas.getContext("2d");
  context.drawImage(image, -area.x, -area.y);
  context.translate(-area.x, -area.y);
  if (document && hasBoxes) drawBoxes(context, document, side, area.width / 640, false);
}

function drawBoxes(context, document, side, unit, hasWords) {
  const box = (place, colour, words) => {
    context.lineWidth = 1.5 * unit;
    context.strokeStyle = colour;
    context.strokeRect(place.x, place.y, place.width, place.height);
    if (!hasWords) return;
    context.font = `600 ${7.5 * unit}px system-ui, sans-serif`;
    context.fillStyle = colour;
    context.fillRect(place.x, place.y - 10 * unit, context.measureText(words).width + 6 * unit, 10 * unit);
    context.fillStyle = "#fff";
    context.fillText(words, place.x + 3 * unit, place.y - 2.5 * unit);
  };
  const differs = new Set((document.crossCheck ?? []).filter((check) => check.agrees === false).map((check) => check.field));
  for (const [field, found] of Object.entries(document.places ?? {})) {
    if (found.image === side) box(found.box, differs.has(field) ? "#c62828" : "#0b5cad", code("field", field));
  }
  for (const element of document.elements ?? []) {
    if (element.image === side) box(element.box, "#7b4fd0", code("element", element.name));
  }
  if (document.portrait?.image === side) box(document.portrait.box, "#0a7a48", code("kind", "portrait"));
  const quad = document.quads?.[side];
  if (quad && hasWords) {
    context.lineWidth = 2 * unit;
    context.strokeStyle = "#e0a800";
    context.setLineDash([8 * unit, 5 * unit]);
    context.beginPath();
    quad.forEach(([x, y], place) => (place ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    context.stroke();
  }
}

// The whole picture, with names at what was found; the card as it is beside it for those who read it.
const enlarge = (name, image, document, side) => dialog(name, (close) => {
  const canvas = el("canvas", { width: image.naturalWidth, height: image.naturalHeight, role: "img", "aria-label": name });
  const toggle = el("input", { type: "checkbox", checked: false });
  const draw = () => {
    const context = canvas.getContext("2d");
    context.reset();
    context.drawImage(image, 0, 0);
    if (toggle.checked && document) drawBoxes(context, document, side, image.naturalWidth / 900, true);
  };
  toggle.addEventListener("change", draw);
  draw();
  const view = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, canvas);
  const quad = document?.quads?.[side];
  if (quad) {
    setTimeout(() => view.scrollTo(Math.min(...quad.map(([x]) => x)) - 20, Math.min(...quad.map(([, y]) => y)) - 20));
  }
  return el("div", { class: "large" }, view,
    el("p", { class: "actions" }, button(t("close"), () => close(), "primary"),
      document && el("label", {}, toggle, " ", t("case.boxes"))));
});

// The film with its curves: a click into a curve goes to that moment.
export function filmPart(gallery, parts) {
  const entry = gallery.of("selfie_video");
  const section = el("section", { class: "filmpart" }, el("h2", {}, t("case.film")));
  if (!entry) return section.append(el("p", { class: "empty" }, t("case.noFilm"))), section;
  const liveness = parts.liveness?.server;
  const stage = el("div", { class: "stage", "aria-busy": "true" });
  const graphs = el("div", { class: "graphs" });
  section.append(el("div", { class: "columns" }, stage, graphs));
  const marks = (liveness?.steps ?? []).filter((step) => typeof step.time === "number")
    .map((step) => ({ time: step.time, words: code("step", step.step) }));
  const chart = curves(parts.curves?.server, marks);
  graphs.append(el("h3", {}, t("curves.title")), chart.node);

  const open = async () => {
    try {
      const film = await openFilm(await gallery.blob(entry));
      gallery.films.push(film);
      replace(stage, film.node);
      chart.follow(film);
      await film.ready;
      const moment = marks[0]?.time ?? 0;
      await film.seek(moment);
      const { width, height } = film.size();
      const half = Math.min(width, height);
      draw(gallery.livePicture, film.picture(), { x: (width - half) / 2, y: (height - half) / 2, width: half, height: half });
    } catch (problem) {
      if (problem.name !== "AbortError") replace(stage, problem.code ? gone(problem) : el("p", { class: "trouble" }, t("film.broken")));
    }
    stage.removeAttribute("aria-busy");
  };
  if (entry.size <= mostAtOnce) gallery.want(open);
  else replace(stage, button(t("case.loadFilm", { size: size(entry.size) }), open)), stage.removeAttribute("aria-busy");
  return section;
}

// What is shown nowhere else; looked at only when asked for.
export function otherEvidence(gallery) {
  const shown = new Set(["selfie_video", "front", "back"].map((kind) => gallery.of(kind)?.id));
  const rest = gallery.evidence.filter((entry) => !shown.has(entry.id));
  if (!rest.length) return "";
  return el("section", {}, el("h2", {}, t("case.otherEvidence")), el("ul", { class: "others" }, rest.map((entry) => {
    const stage = el("div", { id: freshId("other") });
    const look = button(t("case.view"), async () => {
      look.disabled = true;
      try {
        if (entry.mediaType.startsWith("video/")) {
          const film = await openFilm(await gallery.blob(entry));
          gallery.films.push(film);
          replace(stage, film.node);
        } else replace(stage, await picture(gallery, entry, code("kind", entry.kind)));
      } catch (problem) { replace(stage, problem.code ? gone(problem) : el("p", { class: "trouble" }, t("film.broken"))); }
    });
    return el("li", {}, el("strong", {}, code("kind", entry.kind)), " ", time(entry.at), " · ", size(entry.size), " ", look, stage);
  })));
}
