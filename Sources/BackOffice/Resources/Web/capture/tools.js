// The buttons of a running part: back, sound, light, camera, "take now", "I can't do this".

import { make } from "/web/shared/dom.js";
import { icon } from "/web/shared/icons.js";
import { t } from "/web/shared/texts.js";

export class StageTools {
  /** `on`: camera(id), take(), alternatives(), leave(). */
  constructor(env, part, on) {
    Object.assign(this, { env, part, on });
    const isFace = part === "face";
    this.sound = this.#toggle("sound", () => this.#switchSound());
    this.torch = this.#toggle("torch", () => this.#switchTorch());
    this.torch.hidden = true;
    this.head = make("div", { class: "stage-head" },
      make("button", { type: "button", class: "button quiet leave", on: { click: on.leave } }, icon("back"), t("page.back")),
      make("div", { class: "row" }, this.torch, this.sound));
    this.cameras = make("select", { id: "camera-choice", on: { change: () => on.camera(this.cameras.value) } });
    this.cameraField = make("div", { class: "field camera-field", hidden: true },
      make("label", { for: "camera-choice", text: t("camera.choose") }), this.cameras);
    this.element = make("div", { class: "tools" });
    if (part === "front" || part === "back") {
      this.element.append(make("button", { type: "button", class: "button", on: { click: on.take } }, icon("camera"), t("card.take")));
    }
    if (isFace && this.hasAlternatives) {
      this.element.append(make("button", { type: "button", class: "button quiet", text: t("alternatives.open"),
        on: { click: on.alternatives } }));
    }
    this.element.append(this.cameraField);
    this.#showSound();
  }

  get hasAlternatives() { return this.part === "face" && (this.env.session.alternatives ?? []).length > 0; }

  /** Fills the list of cameras, which is complete only after the grant, and shows the light if there is one. */
  async showCameras() {
    const { camera } = this.env;
    const cameras = await camera.list().catch(() => []);
    this.cameras.replaceChildren(...cameras.map(({ id, label }, i) => make("option", {
      value: id, selected: id === camera.deviceId, text: label || t("camera.unnamed", { number: i + 1 }),
    })));
    this.cameraField.hidden = cameras.length < 2;
    this.torch.hidden = !camera.hasTorch;
    this.#press(this.torch, false);
  }

  #toggle(name, act) {
    return make("button", { type: "button", class: `icon-button ${name}`, "aria-pressed": "false", on: { click: act } },
      icon(name), make("span", { class: name === "torch" ? "" : "visually-hidden", text: t(name === "torch" ? "camera.torch" : "speech.label") }));
  }

  #press(button, isPressed) { button.setAttribute("aria-pressed", String(isPressed)); }

  #switchSound() {
    this.env.announcer.isOn = !this.env.announcer.isOn;
    this.env.announcer.unlock();
    this.#showSound();
  }

  #showSound() {
    const { isOn } = this.env.announcer;
    this.#press(this.sound, isOn);
    this.sound.firstElementChild.replaceWith(icon(isOn ? "sound" : "silent"));
    this.sound.title = t(isOn ? "speech.on" : "speech.off");
  }

  async #switchTorch() {
    const isOn = this.torch.getAttribute("aria-pressed") !== "true";
    try {
      await this.env.camera.setTorch(isOn);
      this.#press(this.torch, isOn);
    } catch {
      this.torch.hidden = true;
    }
  }
}
