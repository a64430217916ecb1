// Why a part did not work, and what to do now.

import { make } from "/web/shared/dom.js";
import { icon } from "/web/shared/icons.js";
import { has, t } from "/web/shared/texts.js";

/** Reasons with which the person can do the same. */
const alike = {
  face_uncertain: "face_mismatch", sides_disagree: "different_documents", mrz_invalid: "document_doubtful",
  print_disagrees: "document_doubtful", impossible_date: "document_doubtful", national_number_invalid: "document_doubtful",
  elements_missing: "hologram_not_seen", expiry_not_read: "print_not_read", identity_number_not_read: "print_not_read",
  interrupted: "not_finished", aborted: "not_finished",
};

/** The sentence for a reason in the person's language. What has none is told in general: signs of an attack are nothing
 * to be told on this page, and who is honest is helped by trying again. */
export function reasonText({ code }) {
  const key = `reason.${Object.hasOwn(alike, code) ? alike[code] : code}`;
  return t(has(key) ? key : "reason.other");
}

/** `on`: retry(), next(). Answers the panel, and all of it as one text to be said. */
export function failurePanel(message, on) {
  const reason = reasonText(message);
  const left = message.canRetry ? t("failed.left", { count: message.attemptsLeft }) : t("failed.end");
  const panel = make("div", { class: "panel stack", "data-cause": "failed" },
    make("div", { class: "trouble-head" }, icon("info"), make("h2", { tabindex: "-1", text: t("failed.title") })),
    make("p", { text: reason }),
    make("p", { class: "small muted", text: left }),
    make("div", { class: "row" }, make("button", {
      type: "button", class: "button primary", text: t(message.canRetry ? "failed.retry" : "failed.next"),
      on: { click: message.canRetry ? on.retry : on.next },
    })));
  return { panel, text: `${t("failed.title")}. ${reason} ${left}` };
}
