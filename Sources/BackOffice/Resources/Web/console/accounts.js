import { get, patch, post, state } from "./api.js";
import { button, dialog, el, field, say, select, table } from "./dom.js";
import { entryForm } from "./entry.js";
import { t, time } from "./text.js";

const roles = ["agent", "supervisor", "admin"];
const options = () => roles.map((role) => [role, t(`role.${role}`)]);

export async function show(box, { again, failed, isCurrent }) {
  const { accounts } = await get("/v1/admin/accounts?limit=500");
  if (!isCurrent()) return;
  const change = async (account, changes) => {
    try {
      await patch(`/v1/admin/accounts/${account.id}`, changes);
      await again();
      say(t("saved"));
    } catch (problem) {
      await again();
      failed(problem);
    }
  };
  const rows = accounts.map((account) => {
    const isOwn = account.id === state.session.account;
    const role = select(`role-${account.id}`, options(), account.role, { change: (event) => change(account, { role: event.target.value }) });
    role.setAttribute("aria-label", t("accounts.roleOf", { name: account.name }));
    role.disabled = isOwn;
    const toggle = button(t(account.isDisabled ? "short.enable" : "short.disable"), () => change(account, { isDisabled: !account.isDisabled }), "plain");
    toggle.setAttribute("aria-label", t(account.isDisabled ? "accounts.enable" : "accounts.disable", { name: account.name }));
    const secret = button(t("short.password"), async () => {
      const password = await askPassword(t("accounts.password", { name: account.name }));
      if (password) await change(account, { password });
    }, "plain");
    secret.setAttribute("aria-label", t("accounts.password", { name: account.name }));
    const standing = account.isDisabled ? "disabled" : account.isLocked ? "locked" : "active";
    return [account.name, role, el("span", { class: `badge ${standing}` }, t(`accounts.${standing}`)), time(account.createdAt),
      el("span", { class: "actions" }, !isOwn && toggle, secret)];
  });
  box.append(el("h1", {}, t("accounts.title")),
    table(t("accounts.title"), ["name", "accounts.role", "accounts.state", "accounts.since", "accounts.actions"].map((key) => t(key)), rows),
    newAccount(again));
}

const newAccount = (again) => entryForm(
  t("accounts.new"), async (form, key) => {
    const entry = Object.fromEntries(new FormData(form));
    await post("/v1/admin/accounts", entry, { key });
    await again();
    say(t("accounts.added", { name: entry.name }));
  },
  field(t("name"), (id) => el("input", { id, name: "name", required: true, maxlength: 100, pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*", autocomplete: "off" }), t("accounts.nameHint")),
  field(t("accounts.role"), (id) => Object.assign(select(id, options(), "agent"), { name: "role" })),
  field(t("password"), (id) => el("input", { id, name: "password", type: "password", required: true, minlength: 12, maxlength: 200, autocomplete: "new-password" }), t("accounts.passwordHint")));

const askPassword = (title) => dialog(title, (close) => {
  const form = el("form", {
    on: {
      submit: (event) => {
        event.preventDefault();
        close(form.elements.password.value);
      },
    },
  },
    field(t("password"), (id) => el("input", { id, name: "password", type: "password", required: true, minlength: 12, maxlength: 200, autocomplete: "new-password" }), t("accounts.passwordHint")),
    el("p", { class: "actions" }, el("button", { class: "primary" }, t("save")), button(t("cancel"), () => close())));
  return form;
});
