// Elements. Texts become text nodes only: nothing that came from outside is ever read as markup.

const svgSpace = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    } else if (name === "value" || name === "checked" || name === "selected" || name === "disabled") {
      node[name] = value;
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

export const el = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);

export const svg = (tag, properties, ...children) => fill(document.createElementNS(svgSpace, tag), properties, children);

export function replace(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child instanceof Node));
  return node;
}

let lastId = 0;
export const freshId = (name) => `${name}-${(lastId += 1)}`;

// A labelled control: `make` gets the id that the label points to.
export function field(label, make, hint) {
  const id = freshId("field");
  const control = make(id);
  if (hint) control.setAttribute("aria-describedby", `${id}-hint`);
  return el("div", { class: "field" },
    el("label", { for: id }, label), control, hint && el("p", { class: "hint", id: `${id}-hint` }, hint));
}

export const select = (id, options, chosen, on) =>
  el("select", { id, on }, options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)));

// `columns` are words; `rows` are lists of nodes or texts. The first cell of a row names it.
export function table(caption, columns, rows, properties) {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", properties,
      el("caption", { class: "unseen" }, caption),
      el("thead", {}, el("tr", {}, columns.map((column) => el("th", { scope: "col" }, column)))),
      el("tbody", {}, rows.map((cells) => el("tr", {}, cells.map((cell, place) =>
        place === 0 ? el("th", { scope: "row" }, cell) : el("td", {}, cell)))))));
}

export const button = (words, click, kind) => el("button", { type: "button", class: kind, on: { click } }, words);

export function say(words) {
  const place = document.getElementById("says");
  replace(place, el("p", {}, words));
  clearTimeout(say.timer);
  say.timer = setTimeout(() => replace(place), 6000);
}

export function warn(words, close = "×") {
  const place = document.getElementById("warns");
  replace(place, el("p", {}, words, " ", el("button", {
    type: "button", class: "plain", "aria-label": close, on: { click: () => replace(place) } }, "×")));
}

export const clearWarning = () => replace(document.getElementById("warns"));

// A modal dialog; the answer is what `close` was called with, undefined after Escape.
export function dialog(title, build) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const id = freshId("dialog");
    let answer;
    const box = el("dialog", { "aria-labelledby": id });
    const close = (value) => {
      answer = value;
      box.close();
    };
    box.append(el("h2", { id }, title), build(close));
    box.addEventListener("close", () => {
      box.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(answer);
    });
    document.body.append(box);
    box.showModal();
  });
}
