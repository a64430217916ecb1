// Steps, their order, modules and times of a flow.
import { button, el, field, replace, select } from "./dom.js";
import { code, t } from "./text.js";

// Steps that a challenge may have; the first stays first.
const known = ["face", "smile", "close-eyes", "turn-right", "turn-left", "look-up"];

export function flowEditor(settings, changed) {
  let steps = [...settings.steps];
  const list = el("ol", { class: "steps" });
  const order = el("div", {});
  const values = {
    order: settings.order, modules: settings.modules.join(", "), lifetime: settings.times.lifetime, uploadLifetime: settings.times.uploadLifetime,
  };
  const before = () => JSON.stringify([settings.steps, settings.order, settings.modules, settings.times.lifetime, settings.times.uploadLifetime]);
  const now = () => JSON.stringify([steps, values.order, modules(), values.lifetime, values.uploadLifetime]);
  const modules = () => values.modules.split(",").map((name) => name.trim()).filter(Boolean);

  function draw(focus) {
    const rest = known.filter((name) => !steps.includes(name));
    const move = (index, by) => {
      const [name] = steps.splice(index, 1);
      steps.splice(index + by, 0, name);
      draw(`${name}${by}`);
      changed();
    };
    replace(list, [...steps, ...rest].map((name) => {
      const index = steps.indexOf(name);
      const up = button("↑", () => move(index, -1), "plain");
      const down = button("↓", () => move(index, 1), "plain");
      up.setAttribute("aria-label", t("settings.up", { name: code("step", name) }));
      down.setAttribute("aria-label", t("settings.down", { name: code("step", name) }));
      up.disabled = index < 1;
      down.disabled = index < 0 || index === steps.length - 1;
      if (focus === `${name}-1`) setTimeout(() => (up.disabled ? down : up).focus());
      if (focus === `${name}1`) setTimeout(() => (down.disabled ? up : down).focus());
      const box = el("input", {
        type: "checkbox", checked: index >= 0,
        on: {
          change: () => {
            steps = box.checked ? [...steps, name] : steps.filter((step) => step !== name);
            draw();
            changed();
          },
        },
      });
      return el("li", {}, el("label", { class: "choice" }, box, " ", code("step", name), " ", el("code", {}, name)), up, down);
    }));
  }
  draw();
  const input = (name, properties) => (id) => el("input", {
    id, value: values[name], ...properties,
    on: { input: (event) => { values[name] = properties.type === "number" ? event.target.valueAsNumber : event.target.value; changed(); } },
  });
  const node = el("details", { class: "group" }, el("summary", {}, t("settings.flowPart")),
    el("div", { class: "columns" },
      el("div", {}, el("h3", {}, t("settings.steps")), list),
      el("div", {},
        field(t("settings.order"), (id) => select(id, [["drawn", t("settings.drawn")], ["fixed", t("settings.fixed")]], settings.order, {
          change: (event) => { values.order = event.target.value; changed(); } })),
        field(t("settings.modules"), input("modules", { type: "text" }), t("settings.modulesHint")),
        field(t("settings.lifetime"), input("lifetime", { type: "number", min: 60, max: 2592000 })),
        field(t("settings.upload"), input("uploadLifetime", { type: "number", min: 60, max: 604800 })))), order);
  return {
    node,
    changes: () => (before() === now() ? 0 : 1),
    read: () => ({
      steps, order: values.order, modules: modules(), times: { lifetime: values.lifetime, uploadLifetime: values.uploadLifetime },
    }),
  };
}
