// Films that can be played and stopped at a moment, whatever they are made of: what the browser plays by itself, and the
// server's own Matroska files of JPEG pictures.
import { el } from "./dom.js";
import { number, t } from "./text.js";
import { readMatroska } from "./matroska.js";

const isMatroska = (head) => head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3;

// A film has: node, ready, size(), picture(), seek(seconds), close(), and `onmove` that is told the seconds.
export async function openFilm(blob) {
  const head = new Uint8Array(await blob.slice(0, 4096).arrayBuffer());
  const isOurs = isMatroska(head) && new TextDecoder("latin1").decode(head).includes("V_MJPEG");
  return isOurs ? pictureFilm(blob) : browserFilm(blob);
}

function browserFilm(blob) {
  const link = URL.createObjectURL(blob);
  const node = el("video", { controls: true, playsinline: true, preload: "auto" });
  node.muted = true;
  const once = (event) => new Promise((resolve, reject) => {
    node.addEventListener(event, resolve, { once: true });
    node.addEventListener("error", () => reject(new Error("film")), { once: true });
  });
  const film = {
    node,
    ready: once("loadeddata"),
    size: () => ({ width: node.videoWidth, height: node.videoHeight }),
    picture: () => node,
    async seek(seconds) {
      const done = once("seeked");
      node.currentTime = Math.max(seconds, 0);
      await done;
    },
    close() {
      node.pause();
      node.removeAttribute("src");
      node.load();
      URL.revokeObjectURL(link);
    },
  };
  node.addEventListener("timeupdate", () => film.onmove?.(node.currentTime));
  node.src = link;
  return film;
}

async function pictureFilm(blob) {
  const { frames } = await readMatroska(blob);
  if (!frames.length) throw new Error("film");
  const last = frames.length - 1;
  const canvas = el("canvas", { role: "img", "aria-label": t("case.film") });
  const slider = el("input", { type: "range", min: 0, max: last, value: 0, "aria-label": t("film.place") });
  const clock = el("output", {});
  const play = el("button", { type: "button" }, t("film.play"));
  const place = (seconds) => {
    const later = frames.findIndex((frame) => frame.time > seconds);
    return Math.max((later < 0 ? frames.length : later) - 1, 0);
  };
  let shown = -1;
  let wanted = 0;
  let timer = 0;

  async function show(index) {
    wanted = index;
    const frame = frames[index];
    const bitmap = await createImageBitmap(new Blob([blob.slice(frame.start, frame.end)], { type: "image/jpeg" }));
    // A slower picture of before does not come over a later one.
    if (wanted === index) {
      if (canvas.width !== bitmap.width) Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
      canvas.getContext("2d").drawImage(bitmap, 0, 0);
      shown = index;
      slider.value = index;
      slider.setAttribute("aria-valuetext", `${number(frame.time, 1)} s`);
      clock.textContent = `${number(frame.time, 1)} / ${number(frames[last].time, 1)} s`;
      film.onmove?.(frame.time);
    }
    bitmap.close();
  }
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    play.textContent = t("film.play");
  };
  const step = async (from, started) => {
    await show(place(from + (performance.now() - started) / 1000));
    if (shown >= last) return stop();
    if (timer) timer = setTimeout(() => step(from, started).catch(stop), 33);
  };
  play.addEventListener("click", () => {
    if (timer) return stop();
    play.textContent = t("film.pause");
    const from = shown >= last ? 0 : frames[Math.max(shown, 0)].time;
    const started = performance.now();
    timer = setTimeout(() => step(from, started).catch(stop), 0);
  });
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value)).catch(stop);
  });
  const film = {
    node: el("div", { class: "film" }, canvas, el("div", { class: "controls" }, play, slider, clock)),
    size: () => ({ width: canvas.width, height: canvas.height }),
    picture: () => canvas,
    seek: (seconds) => {
      stop();
      return show(place(seconds));
    },
    close: stop,
  };
  film.ready = show(0);
  return film;
}
