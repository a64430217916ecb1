// Words of the pages. Further languages are one table more.
import { english } from "./text-en.js";
import { turkish } from "./text-tr.js";
import { turkishReasons } from "./text-tr-reasons.js";

const tables = { en: english, tr: { ...turkish, ...turkishReasons } };
const stored = "bonafide.language";

export const languages = { en: "English", tr: "Türkçe" };

export function language() {
  const chosen = localStorage.getItem(stored);
  if (chosen in tables) return chosen;
  const own = navigator.languages.map((code) => code.slice(0, 2)).find((code) => code in tables);
  return own ?? "en";
}

export const chooseLanguage = (code) => localStorage.setItem(stored, code);

// `{name}` in a text is replaced by a value.
export function t(key, values = {}) {
  const words = tables[language()][key] ?? english[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// A code of the server in words; codes that this page does not know stay readable.
export function code(kind, value) {
  const key = `${kind}.${value}`;
  return tables[language()][key] ?? english[key] ?? String(value ?? "–").replace(/[_.-]+/g, " ");
}

export const sentence = (words) => words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);

export function problemWords(problem) {
  const known = tables[language()][`problem.${problem.code}`] ?? english[`problem.${problem.code}`];
  const words = known ?? (problem.message || t("failed"));
  return problem.id ? `${words} (${problem.code}, ${problem.id})` : words;
}

const plain = (options) => (value) => new Intl.DateTimeFormat(language(), options).format(value);

export const time = plain({ dateStyle: "medium", timeStyle: "short" });
export const clock = plain({ timeStyle: "medium" });

export function ago(then) {
  const seconds = Math.round((then - Date.now()) / 1000);
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [unit, length] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit);
  }
  return words.format(seconds, "second");
}

export const number = (value, digits = 3) =>
  typeof value === "number" ? new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value) : "–";

export function size(bytes) {
  for (const [unit, length] of [["megabyte", 1e6], ["kilobyte", 1e3]]) {
    if (bytes >= length) {
      return new Intl.NumberFormat(language(), { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / length);
    }
  }
  return new Intl.NumberFormat(language(), { style: "unit", unit: "byte" }).format(bytes);
}
