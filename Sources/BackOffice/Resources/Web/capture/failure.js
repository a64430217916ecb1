// Why a part did not work, and what to do now.

import { make } from "/web/shared/dom.js";
import { icon } from "/web/shared/icons.js";
import { has, t } from "/web/shared/texts.js";

/** The sentence for a reason in the person's language, or the server's own. */
export const reasonText = ({ code, message }) => (has(`reason.${code}`) ? t(`reason.${code}`) : String(message ?? ""));

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
