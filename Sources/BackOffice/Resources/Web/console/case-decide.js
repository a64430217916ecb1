// A person's decision, and the second person's yes.
import { Problem, intent, may, post, state } from "./api.js";
import { button, dialog, el, freshId, say } from "./dom.js";
import { code, problemWords, t } from "./text.js";
import { verdictBadge } from "./parts.js";

const own = {
  approved: ["checked_by_person", "face_is_same", "document_is_good", "data_confirmed"],
  declined: ["suspected_fraud", "pictures_not_usable", "checked_by_person"],
  review: ["needs_more_evidence", "checked_by_person"],
};

const words = (reason) => {
  const manual = code("manual", reason);
  return manual === reason.replace(/[_.-]+/g, " ") ? code("reason", reason) : manual;
};

// Asks for reasons and a note. Resolves with the server's answer, or nothing when it was called off.
export function askVerdict(path, data, verdict) {
  const last = data.decisions.at(-1);
  const engine = verdict === "declined" ? (last?.reasons ?? []).map((reason) => reason.code) : [];
  const reasons = [...new Set([...own[verdict], ...engine])];
  const key = intent();
  return dialog(t("decide.title", { verdict: code("verdict", verdict) }), (close) => {
    const trouble = el("p", { class: "trouble", role: "alert" });
    const send = el("button", { class: verdict === "approved" ? "approve" : verdict === "declined" ? "decline" : "primary" }, t("decide.send"));
    const boxes = reasons.map((reason, place) =>
      el("input", { type: "checkbox", name: "reason", value: reason, checked: place === 0 || engine.includes(reason) }));
    const noteId = freshId("note");
    const note = el("textarea", {
      id: noteId, name: "note", rows: 3, maxlength: 2000, required: true, "aria-describedby": `${noteId}-hint`,
      on: {
        keydown: (event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
        },
      },
    });
    const form = el("form", {
      novalidate: true,
      on: {
        submit: async (event) => {
          event.preventDefault();
          const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
          trouble.textContent = !chosen.length ? t("decide.choose") : !note.value.trim() ? t("decide.write") : "";
          if (trouble.textContent) {
            (chosen.length ? note : boxes[0]).focus();
            return;
          }
          send.disabled = true;
          try {
            close(await post(`${path}/decision`, { verdict, reasons: chosen, note: note.value.trim() }, { key }));
          } catch (problem) {
            trouble.textContent = problem instanceof Problem ? problemWords(problem) : t("failed");
            send.disabled = false;
          }
        },
      },
    },
      last && last.verdict !== "review" && el("p", { class: "notice" }, t("decide.second")),
      el("fieldset", {}, el("legend", {}, t("decide.reasons")), boxes.map((box) =>
        el("label", { class: "choice" }, box, " ", words(box.value)))),
      el("div", { class: "field" }, el("label", { for: noteId }, t("decide.note")), note,
        el("p", { class: "hint", id: `${noteId}-hint` }, t("decide.noteHint"), " ", t("decide.send.keys"), ".")),
      trouble,
      el("p", { class: "actions" }, send, button(t("cancel"), () => close())));
    setTimeout(() => note.focus());
    return form;
  });
}

// What waits for a second person.
export function proposals(path, data, { again, failed }) {
  const names = Object.fromEntries(data.people.map((person) => [person.id, person.name]));
  return data.proposals.map((proposal) => {
    const key = intent();
    const isOwn = proposal.account === state.session.account;
    const confirm = async () => {
      const yes = await dialog(t("proposal.sure"), (close) => el("div", {},
        el("p", {}, t("proposal.words", {
          name: names[proposal.account] ?? proposal.account, verdict: code("verdict", proposal.verdict) })),
        el("blockquote", {}, proposal.note),
        el("p", { class: "actions" }, button(t("proposal.confirm"), () => close(true), "primary"), button(t("cancel"), () => close()))));
      if (!yes) return;
      try {
        const answer = await post(`${path}/confirm`, { proposal: proposal.id }, { key });
        await again();
        say(t("proposal.done", { verdict: code("verdict", answer.decision.verdict) }));
      } catch (problem) { failed(problem); }
    };
    return el("section", { class: "proposal" },
      el("h2", {}, t("proposal.title")),
      el("p", {}, t("proposal.by", { name: names[proposal.account] ?? proposal.account }), " ", verdictBadge(proposal.verdict),
        " ", proposal.reasons.map(words).join(", ")),
      el("blockquote", {}, proposal.note),
      isOwn ? el("p", { class: "quiet" }, t("proposal.own"))
        : may("override") ? button(t("proposal.confirm"), confirm, "primary confirm") : el("p", { class: "quiet" }, t("proposal.right")));
  });
}
