// What is shown in place of the camera picture when there is none, and what to do about it.

import { make } from "/web/shared/dom.js";
import { icon } from "/web/shared/icons.js";
import { t } from "/web/shared/texts.js";
import { isDesktop, phonePanel } from "./phone.js";

/** A panel for a cause: refused, missing, busy, unsupported, ended, muted, black, stalled. `again()` opens the camera
 * anew. */
export function troublePanel(cause, again) {
  const key = cause === "refused" ? `camera.refused.${system()}` : `camera.${cause}.text`;
  const title = make("h2", { tabindex: "-1", text: t(`camera.${cause}.title`) });
  const actions = make("div", { class: "row" });
  if (cause === "unsupported") actions.append(copyButton());
  else actions.append(make("button", {
    type: "button", class: "button primary", on: { click: again },
    text: t(isRunning(cause) ? "camera.restart" : "page.tryAgain"),
  }));
  const panel = make("div", { class: "trouble panel stack", "data-cause": cause },
    make("div", { class: "trouble-head" }, icon("alert"), title),
    make("p", { text: t(key) }), actions);
  if (!isRunning(cause) && isDesktop()) panel.append(phonePanel());
  return panel;
}

/** What a screen reader and the voice say of it. */
export const troubleText = (cause) =>
  `${t(`camera.${cause}.title`)}. ${t(cause === "refused" ? `camera.refused.${system()}` : `camera.${cause}.text`)}`;

/** Whether the camera had been running before. */
const isRunning = (cause) => ["ended", "muted", "black", "stalled"].includes(cause);

/** Where the permission is found differs. An iPad calls itself a Mac. */
function system() {
  const agent = navigator.userAgent;
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1)) return "ios";
  return /Android/.test(agent) ? "android" : "desktop";
}

function copyButton() {
  const button = make("button", { type: "button", class: "button primary", text: t("camera.copy") });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = t("camera.copied");
    } catch {
      // No clipboard in this browser: the address can be selected instead.
      const address = make("p", { class: "address", tabindex: "0", text: location.href });
      button.replaceWith(address);
      address.focus();
    }
  });
  return button;
}

/** Calls back once the camera is allowed in the browser's own settings, so that nobody has to press a button for it. */
export async function whenAllowed(act) {
  try {
    const permission = await navigator.permissions.query({ name: "camera" });
    permission.onchange = () => permission.state === "granted" && act();
    return () => { permission.onchange = null; };
  } catch {
    return () => {};
  }
}
