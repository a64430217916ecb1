// Which language a page speaks.

export const languages = { tr: "Türkçe", en: "English", pt: "Português", es: "Español" };

/** The first of the wishes that is offered: `tr-TR` asks for `tr`. Wishes may be empty; English when none fits. */
export function chooseLanguage(...wishes) {
  for (const wish of wishes.flat()) {
    const short = String(wish ?? "").toLowerCase().split(/[-_]/)[0];
    if (Object.hasOwn(languages, short)) return short;
  }
  return "en";
}

/** Remembers until the tab is closed. A browser that forbids it just forgets. */
export function remember(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {}
}

export function recall(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
