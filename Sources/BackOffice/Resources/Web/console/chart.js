// Curves over time, with the moments of the steps, and a line that follows the film.
import { el, svg } from "./dom.js";
import { number, t } from "./text.js";

const [width, height, left, bottom] = [640, 110, 40, 18];

const charts = [
  { key: "curves.pose", lines: [["yaw", "curves.yaw"], ["pitch", "curves.pitch"], ["roll", "curves.roll"]] },
  { key: "curves.smile", range: [0, 1], lines: [["smile", "curves.smile"]] },
  { key: "curves.eyes", range: [0, 1], lines: [["leftEyeOpen", "curves.left"], ["rightEyeOpen", "curves.right"]] },
];

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

// `values`: lists by name over the list `time`, in seconds, as the server stores them.
export function curves(values, marks) {
  const times = (values?.time ?? []).filter(isNumber);
  const node = el("div", {});
  const lines = [];
  const watchers = [];
  if (times.length < 2) {
    node.append(el("p", { class: "empty" }, t("curves.none")));
    if (marks.length) {
      node.append(el("ul", { class: "moments" }, marks.map((mark) =>
        el("li", {}, el("button", { type: "button", on: { click: () => watchers.forEach((go) => go(mark.time)) } },
          `${number(mark.time, 1)} s`), " ", mark.words))));
    }
  } else {
    const end = times.at(-1) || 1;
    const x = (time) => left + (time / end) * (width - left - 6);
    for (const chart of charts) {
      const found = chart.lines.filter(([name]) => values[name]?.some(isNumber));
      if (found.length) node.append(draw(chart, found, values, times, marks, x, lines, (time) => watchers.forEach((go) => go(time)), end));
    }
  }
  return {
    node,
    follow(film) {
      watchers.push((time) => film.seek(time).catch(() => {}));
      const before = film.onmove;
      film.onmove = (seconds) => {
        before?.(seconds);
        for (const line of lines) line(seconds);
      };
    },
  };
}

function draw(chart, found, values, times, marks, x, cursors, go, end) {
  const all = found.flatMap(([name]) => values[name].filter(isNumber));
  const [low, high] = chart.range ?? [Math.min(-15, ...all), Math.max(15, ...all)];
  const y = (value) => 6 + (1 - (value - low) / (high - low)) * (height - bottom - 12);
  const words = found.map(([name, key]) => {
    const own = values[name].filter(isNumber);
    return t("curves.words", { name: t(key), low: number(Math.min(...own), 2), high: number(Math.max(...own), 2) });
  }).join("; ");
  const cursor = svg("line", { class: "cursor", y1: 0, y2: height - bottom, x1: -9, x2: -9 });
  cursors.push((seconds) => {
    const place = x(Math.min(Math.max(seconds, 0), end));
    cursor.setAttribute("x1", place);
    cursor.setAttribute("x2", place);
  });
  const picture = svg("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${t(chart.key)}. ${words}`,
    on: {
      click: (event) => {
        const box = picture.getBoundingClientRect();
        const place = ((event.clientX - box.left) / box.width) * width;
        go(Math.min(Math.max(((place - left) / (width - left - 6)) * end, 0), end));
      },
    },
  },
    [low, (low + high) / 2, high].map((value) => [
      svg("line", { class: "grid", x1: left, x2: width - 6, y1: y(value), y2: y(value) }),
      svg("text", { x: left - 5, y: y(value) + 4, "text-anchor": "end" }, number(value, chart.range ? 1 : 0))]),
    marks.map((mark) => [
      svg("line", { class: "mark", x1: x(mark.time), x2: x(mark.time), y1: 0, y2: height - bottom }),
      svg("text", { x: x(mark.time) + 2, y: height - 5 }, mark.words)]),
    found.map(([name], place) => path(values[name], times, x, y, place)), cursor);
  return el("figure", { class: "chart" },
    el("figcaption", {}, t(chart.key), found.length > 1 && found.map(([, key], place) =>
      el("span", { class: `key line${place}` }, t(key)))), picture);
}

// Gaps stay gaps.
function path(list, times, x, y, place) {
  let line = "";
  let isOn = false;
  times.forEach((time, index) => {
    const value = list[index];
    if (isNumber(value)) line += `${isOn ? "L" : "M"}${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
    isOn = isNumber(value);
  });
  return svg("path", { class: `curve line${place}`, d: line });
}
