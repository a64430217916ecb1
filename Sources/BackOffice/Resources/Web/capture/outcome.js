// The pages after the camera, and those on which nothing can be done here.

import { make } from "/web/shared/dom.js";
import { icon } from "/web/shared/icons.js";
import { t } from "/web/shared/texts.js";
import { reasonText } from "./failure.js";
import { partsList } from "./intro.js";

/** A page with one message. `button`: {text, act} or null. `code` is shown for support. */
export function messageView(name, key, { symbol = "info", tone = "accent", button = null, code = "" } = {}) {
  return {
    name, title: t(`${key}.title`),
    element: make("div", { class: "panel stack wide centred" },
      icon(symbol, `icon big ${tone}`),
      make("div", { class: "stack tight" }, make("h1", { tabindex: "-1", text: t(`${key}.title`) }),
        make("p", { text: t(`${key}.text`) }),
        code ? make("p", { class: "small muted", text: t("end.code", { code }) }) : null),
      button ? make("button", { type: "button", class: "button primary", text: button.text, on: { click: button.act } }) : null),
  };
}

export function loadingView() {
  return { name: "loading", title: t("page.title"), element: make("div", { class: "panel stack wide centred" }, spinner(),
    make("h1", { tabindex: "-1", text: t("page.loading") })) };
}

/** `announcer` tells when it takes longer, which is not seen by all. */
export function waitingView(announcer) {
  const text = make("p", { text: t("wait.text") });
  const timer = setTimeout(() => {
    text.textContent = t("wait.long");
    announcer.say(t("wait.long"));
  }, 20000);
  return {
    name: "waiting", title: t("wait.title"), stop: () => clearTimeout(timer),
    element: make("div", { class: "panel stack wide centred" }, spinner(),
      make("div", { class: "stack tight" }, make("h1", { tabindex: "-1", text: t("wait.title") }), text)),
  };
}

/** The phone does it; this page follows. */
export function followView(session, here) {
  return {
    name: "follow", title: t("follow.title"),
    element: make("div", { class: "panel stack wide" },
      icon("phone", "icon big accent"),
      make("div", { class: "stack tight" }, make("h1", { tabindex: "-1", text: t("follow.title") }),
        make("p", { text: t("follow.text") })),
      partsList(session.parts, null, true),
      make("button", { type: "button", class: "button", text: t("follow.here"), on: { click: here } })),
  };
}

const verdicts = {
  approved: { symbol: "check", tone: "good" },
  review: { symbol: "clock", tone: "accent" },
  declined: { symbol: "cross", tone: "bad" },
};

export function resultView(session) {
  const verdict = Object.hasOwn(verdicts, session.result?.verdict) ? session.result.verdict : "review";
  const { symbol, tone } = verdicts[verdict];
  // While a person looks at it, there is nothing to be done here.
  const reasons = verdict !== "declined" ? [] : reasonTexts(session.result?.reasons ?? []);
  const back = safeAddress(session.returnUrl);
  return {
    name: "result", title: t(`result.${verdict}.title`),
    element: make("div", { class: "panel stack wide centred", "data-verdict": verdict },
      make("span", { class: `badge ${tone}` }, icon(symbol, "icon big")),
      make("div", { class: "stack tight" }, make("h1", { tabindex: "-1", text: t(`result.${verdict}.title`) }),
        make("p", { text: t(`result.${verdict}.text`) })),
      reasons.length > 0 ? make("div", { class: "reasons stack tight" }, make("h2", { text: t("result.reasons") }),
        make("ul", { class: "stack tight" }, ...reasons.map((text) => make("li", { text })))) : null,
      back ? make("a", { class: "button primary block", href: back, text: t("result.return") })
        : make("p", { class: "muted", text: t("result.close") })),
  };
}

/** Each sentence once, in the person's language where there is one. */
function reasonTexts(reasons) {
  return [...new Set(reasons.map(reasonText))].filter(Boolean);
}

/** An address that may be gone to: web pages and apps, but nothing that would run or show something in this page. */
export function safeAddress(text) {
  if (typeof text !== "string") return null;
  let address;
  try {
    address = new URL(text);
  } catch {
    return null;
  }
  const forbidden = ["javascript:", "data:", "vbscript:", "blob:", "file:", "filesystem:", "about:", "view-source:"];
  return forbidden.includes(address.protocol) ? null : address.href;
}

function spinner() {
  return make("span", { class: "spinner", "aria-hidden": "true" });
}
