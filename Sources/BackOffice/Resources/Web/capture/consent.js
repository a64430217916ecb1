// The first page: what will happen, and the person's consent.

import { make } from "/web/shared/dom.js";
import { icon } from "/web/shared/icons.js";
import { t } from "/web/shared/texts.js";
import { isDesktop, phonePanel } from "./phone.js";

/** Changes whenever the page's own text of the consent does. */
const ownVersion = "page-1";

/** `agree(version)` sends the consent; it may throw, and the page shows what went wrong. */
export function consentView(session, agree) {
  const box = make("input", { type: "checkbox", id: "agree", "aria-describedby": "agree-missing" });
  const missing = make("p", { id: "agree-missing", class: "notice bad small", hidden: true, text: t("consent.missing") });
  const button = make("button", { type: "submit", class: "button primary block", text: t("consent.start") });
  const form = make("form", { class: "stack", novalidate: true },
    make("label", { class: "choice", for: "agree" }, box, make("span", { text: t("consent.agree") })), missing, button);
  box.addEventListener("change", () => { missing.hidden = true; });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!box.checked) {
      missing.hidden = false;
      box.focus();
      return;
    }
    button.disabled = true;
    try {
      await agree(await versionOf(session.consentText));
    } finally {
      button.disabled = false;
    }
  });
  const wantsCard = session.parts.some((part) => part.name !== "face");
  const main = make("div", { class: "panel stack wide" },
    make("div", { class: "stack" }, icon("shield", "icon big accent"),
      make("h1", { tabindex: "-1", text: t("consent.title") }),
      make("p", { text: t("consent.lead") }),
      make("ul", { class: "needs stack tight" },
        need("face", t("consent.need.face")), wantsCard ? need("card", t("consent.need.card")) : null)),
    make("div", { class: "stack tight" },
      make("h2", { text: t("consent.heading") }),
      make("p", { class: "consent-text", text: session.consentText || t("consent.text") })),
    form);
  return {
    name: "consent", title: t("consent.title"), offersPhone: isDesktop(),
    element: isDesktop() ? make("div", { class: "beside" }, main, phonePanel()) : main,
  };
}

const need = (name, text) => make("li", {}, icon(name), make("span", { text }));

/** Which text was agreed to: the operator's own is known by its hash. */
async function versionOf(text) {
  if (!text) return ownVersion;
  if (!crypto.subtle) return "operator";
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `operator-${[...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
