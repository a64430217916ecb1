// Settings of a flow: what may be changed, within which bounds, and what it would have done.
import { get, put } from "./api.js";
import { button, clearWarning, dialog, el, field, replace, say, select, table, warn } from "./dom.js";
import { code, number, t, time } from "./text.js";
import { flowEditor } from "./settings-flow.js";
import { previewPart } from "./settings-preview.js";

const plain = (value) => number(value, 6);

export async function show(box, { rest, failed, again, isCurrent }) {
  const { callTypes } = await get("/v1/admin/settings");
  const callType = callTypes.includes(rest[0]) ? rest[0] : callTypes[0];
  const path = `/v1/admin/settings/${encodeURIComponent(callType)}`;
  const [settings, history, { accounts }] = await Promise.all([
    get(path), get(`${path}/history`), get("/v1/admin/accounts?limit=500")]);
  if (!isCurrent()) return;
  const names = Object.fromEntries(accounts.map((account) => [account.id, account.name]));
  const changed = new Map();
  const flow = flowEditor(settings, () => update());

  const list = el("div", { class: "settings" });
  const search = el("input", { type: "search", id: "find", on: { input: () => filter() } });
  const only = el("input", { type: "checkbox", on: { change: () => filter() } });
  const none = el("p", { class: "empty", hidden: true }, t("settings.few"));
  const rows = settings.values.map((setting) => row(setting));
  const groups = Map.groupBy ? Map.groupBy(rows, (entry) => entry.group) : grouped(rows);
  for (const [name, entries] of groups) {
    const part = el("details", { class: "group", open: name === "comparison" },
      el("summary", {}, code("group", name), " ", el("small", {}, entries.length)), entries.map((entry) => entry.node));
    entries.forEach((entry) => { entry.part = part; });
    list.append(part);
  }

  function row(setting) {
    const bounds = t("settings.range", { low: plain(setting.minimum), high: plain(setting.maximum) });
    const input = el("input", {
      id: `set-${setting.name}`, type: "number", step: "any", min: setting.minimum, max: setting.maximum, value: setting.value,
      "aria-describedby": `about-${setting.name}`,
      on: { input: () => { read(); update(); } },
    });
    const reset = button(t("settings.reset"), () => {
      input.value = setting.defaultValue;
      read();
      update();
    }, "plain");
    const read = () => {
      const value = input.valueAsNumber;
      const isGood = Number.isFinite(value) && value >= setting.minimum && value <= setting.maximum;
      input.setAttribute("aria-invalid", String(!isGood));
      if (!isGood || value !== setting.value) changed.set(setting.name, isGood ? value : NaN);
      else changed.delete(setting.name);
      node.classList.toggle("changed", changed.has(setting.name));
      reset.hidden = value === setting.defaultValue;
    };
    const node = el("div", { class: "setting" },
      el("label", { for: `set-${setting.name}` }, setting.name),
      el("span", { class: "control" }, input, el("span", { class: "unit" }, setting.unit), reset),
      el("p", { class: "hint", id: `about-${setting.name}` }, `${bounds} · ${t("settings.default", { value: plain(setting.defaultValue) })} · ${setting.source}`));
    reset.hidden = setting.value === setting.defaultValue;
    if (setting.value !== setting.defaultValue) node.classList.add("own");
    return { setting, node, input, read, group: setting.name.split(".")[0] };
  }

  function filter() {
    const words = search.value.trim().toLowerCase();
    let count = 0;
    for (const entry of rows) {
      const isShown = entry.setting.name.toLowerCase().includes(words)
        && (!only.checked || changed.has(entry.setting.name) || entry.setting.value !== entry.setting.defaultValue);
      entry.node.hidden = !isShown;
      count += isShown ? 1 : 0;
    }
    for (const part of list.querySelectorAll("details")) {
      part.hidden = ![...part.querySelectorAll(".setting")].some((node) => !node.hidden);
      if (words || only.checked) part.open = !part.hidden;
    }
    none.hidden = count > 0;
  }

  const count = el("strong", {});
  const save = button(t("settings.save"), () => keep().catch(failed), "primary");
  const discard = button(t("settings.discard"), () => again());
  const preview = previewPart(path, () => good() && Object.fromEntries(changed), failed);
  function update() {
    const changes = changed.size + flow.changes();
    count.textContent = changes ? t("settings.changes", { count: changes }) : t("settings.noChanges");
    save.disabled = discard.disabled = !changes;
  }
  function good() {
    const bad = [...changed].find(([, value]) => !Number.isFinite(value));
    clearWarning();
    if (!bad) return true;
    warn(t("settings.bad", { name: bad[0] }), t("close"));
    const entry = rows.find((candidate) => candidate.setting.name === bad[0]);
    entry.part.open = true;
    entry.input.focus();
    return false;
  }
  async function keep() {
    if (!good()) return;
    const yes = await dialog(t("settings.sure"), (close) => el("div", {},
      el("p", {}, t("settings.sureWords")),
      changed.size > 0 && el("ul", {}, [...changed].map(([name, value]) => {
        const before = settings.values.find((setting) => setting.name === name).value;
        return el("li", {}, el("code", {}, name), `: ${plain(before)} → `, el("strong", {}, plain(value)));
      })),
      el("p", { class: "actions" }, button(t("settings.save"), () => close(true), "primary"), button(t("cancel"), () => close()))));
    if (!yes) return;
    // Only what differs from the default is kept: a better default of a later release reaches this flow, too.
    const values = {};
    for (const setting of settings.values) {
      const value = changed.get(setting.name) ?? setting.value;
      if (value !== setting.defaultValue) values[setting.name] = value;
    }
    const saved = await put(path, {
      previous: settings.version, values, uploads: settings.uploads, recording: settings.recording, look: settings.look, ...flow.read(),
    });
    await again();
    say(t("settings.saved", { version: saved.version }));
  }

  box.append(
    el("div", { class: "head" }, el("h1", {}, t("settings.title")),
      el("div", { class: "flows" }, field(t("settings.flow"), (id) => select(id, callTypes.map((name) => [name, name]), callType, {
        change: (event) => { location.hash = `#/settings/${encodeURIComponent(event.target.value)}`; } })),
      el("span", { class: "badge none" }, t("settings.version", { version: settings.version })))),
    el("div", { class: "tools" }, el("div", { class: "field" }, el("label", { for: "find" }, t("settings.search")), search),
      el("label", { class: "choice" }, only, " ", t("settings.changed"))),
    flow.node, list, none,
    el("section", { class: "dock", "aria-label": t("settings.save") }, count, preview.controls, el("div", { class: "actions" }, discard, save)),
    preview.result,
    el("section", {}, el("h2", {}, t("settings.history")), table(t("settings.history"),
      [t("settings.version", { version: "" }).trim(), t("settings.author"), t("chain.when")],
      history.versions.map((version) => [version.version, names[version.author] ?? version.author.slice(0, 12), time(version.createdAt)]))));
  update();
  replace(count, document.createTextNode(t("settings.noChanges")));
}

function grouped(rows) {
  const groups = new Map();
  for (const entry of rows) {
    if (!groups.has(entry.group)) groups.set(entry.group, []);
    groups.get(entry.group).push(entry);
  }
  return groups;
}
