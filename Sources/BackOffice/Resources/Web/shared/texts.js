// The words of a page. Each language is a module of its own that exports `texts`; only the one in use is loaded.

let words = {};
let changed = {};
let current = "en";

/** Loads a language: `load` gets its short name and answers the module. Sets the language of the document. */
export async function useLanguage(language, load) {
  words = (await load(language)).texts;
  current = language;
  document.documentElement.lang = language;
}

export const language = () => current;

/** Words that the operator puts in place of the page's own: by key, or by language and key (`tr.face.title`). */
export function replaceTexts(own) {
  changed = own ?? {};
}

/** The text of a key, with `{name}` filled in. An unknown key answers itself, which tests look for. */
export function t(key, values = {}) {
  const text = changed[`${current}.${key}`] ?? changed[key] ?? words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}

export const has = (key) => Object.hasOwn(words, key) || Object.hasOwn(changed, key);
