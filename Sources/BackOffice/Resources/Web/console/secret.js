// A secret that is shown once.
import { button, dialog, el, freshId, say } from "./dom.js";
import { t } from "./text.js";

export const showSecret = (pairs) => dialog(t("secret.title"), (close) => el("div", {},
  el("p", {}, t("secret.words")),
  pairs.map(([words, value]) => {
    const id = freshId("secret");
    return el("div", { class: "field secret" }, el("label", { for: id }, words),
      el("input", { id, value, readonly: true, on: { focus: (event) => event.target.select() } }),
      button(t("copy"), async (event) => {
        event.target.previousSibling.select();
        try { await navigator.clipboard.writeText(value); } catch { document.execCommand("copy"); }
        say(t("copied"));
      }));
  }),
  el("p", { class: "actions" }, button(t("close"), () => close(), "primary"))));
