// Keyboard shortcuts of the page that is shown. They can be switched off, for those whom single keys disturb.
import { button, dialog, el } from "./dom.js";
import { t } from "./text.js";

const stored = "bonafide.shortcuts";
let keys = new Map();

const isOn = () => localStorage.getItem(stored) !== "off";

export const shortcuts = {
  clear() {
    keys = new Map();
  },
  add(key, words, run) {
    keys.set(key, { words, run });
  },
  help() {
    return dialog(t("keys.title"), (close) => el("div", {},
      keys.size
        ? el("dl", { class: "keys" }, [...keys].map(([key, { words }]) => [
          el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]))
        : el("p", {}, t("keys.none")),
      el("p", {}, el("label", {}, el("input", {
        type: "checkbox", checked: isOn(),
        on: { change: (event) => localStorage.setItem(stored, event.target.checked ? "on" : "off") },
      }), " ", t("keys.on"))),
      el("p", { class: "actions" }, button(t("close"), () => close(), "primary"))));
  },
};

document.addEventListener("keydown", (event) => {
  if (!isOn() || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea, video")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "?") {
    event.preventDefault();
    shortcuts.help();
    return;
  }
  const found = keys.get(key);
  if (!found) return;
  event.preventDefault();
  found.run();
});
