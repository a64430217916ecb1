import { post } from "./api.js";
import { button, el, replace } from "./dom.js";
import { t } from "./text.js";
import { stateBadge } from "./parts.js";

export async function show(box, { failed }) {
  const result = el("div", { role: "status" });
  const go = button(t("audit.verify"), async () => {
    go.disabled = true;
    replace(result, el("p", {}, t("audit.running")));
    try {
      const answer = await post("/v1/admin/audit/verify");
      replace(result, el("p", {}, answer.isIntact
        ? stateBadge("ok", t("audit.good", { count: answer.chains })) : stateBadge("bad", t("audit.bad", { count: answer.broken.length }))),
        el("ul", {}, answer.broken.map((name) => el("li", {}, el("code", {}, name)))));
    } catch (problem) {
      replace(result);
      failed(problem);
    } finally { go.disabled = false; }
  }, "primary");
  box.append(el("h1", {}, t("audit.title")), el("p", {}, t("audit.words")), go, result);
}
