// A part of the check that runs in front of the camera: opens the camera, keeps the connection, tells what to do.

import { make, setText } from "/web/shared/dom.js";
import { icon } from "/web/shared/icons.js";
import { t } from "/web/shared/texts.js";
import { CardFrame } from "./cardframe.js";
import { failurePanel } from "./failure.js";
import { FramePump } from "./frames.js";
import { Guide } from "./guide.js";
import { Live } from "./live.js";
import { Oval } from "./oval.js";
import { StageTools } from "./tools.js";
import { troublePanel, troubleText, whenAllowed } from "./trouble.js";

export class Stage {
  #live = null;
  #pump;
  #total = 0;
  #done = 0;
  #isPaused = false;
  #isStopped = false;
  #wantsTake = false;
  #unwatch = [];
  /** What is to be answered before the part goes on, though something else may cover it for a while. */
  #question = null;
  /** What the server was ready for meanwhile. */
  #held = null;

  /** `env`: token, camera, announcer, session (what the server said). `on`: done(), end(why), leave(), alternatives(). */
  constructor(env, part, on) {
    Object.assign(this, { env, part, on });
    const isFace = part === "face";
    this.purpose = isFace ? "face" : "card";
    this.picture = isFace ? new Oval(env.camera)
      : new CardFrame(env.camera, part === "touch" ? env.session.touchArea ?? null : null);
    this.guide = new Guide(part, env.session.touchElement ?? null, (told) => this.#tell(told));
    this.#pump = new FramePump(env.camera, this.purpose,
      (sequence, time, bytes) => this.#live?.sendFrame(sequence, time, bytes) ?? false,
      () => !this.#isPaused && this.#live?.isOpen && this.#live.backlog < 400_000);
    this.#build();
  }

  get title() { return t(`${this.part}.title`); }

  #build() {
    this.heading = make("h1", { class: "stage-title", tabindex: "-1", text: this.title });
    this.count = make("p", { class: "count", hidden: true });
    this.arrow = make("span", { class: "arrow", hidden: true });
    this.text = make("span", { text: t("camera.starting") });
    this.hint = make("p", { class: "hint", text: t("camera.allow") });
    this.banner = make("p", { class: "notice warn banner", hidden: true });
    this.cover = make("div", { class: "cover", hidden: true });
    this.tools = new StageTools(this.env, this.part, {
      camera: (id) => this.#openCamera(id),
      take: () => this.#take(),
      alternatives: () => this.on.alternatives(),
      leave: () => this.on.leave(),
    });
    this.element = make("section", { class: `stage ${this.purpose}`, "data-part": this.part },
      this.tools.head, this.heading,
      make("div", { class: "scene" }, this.picture.element, this.cover),
      make("div", { class: "telling" }, this.count,
        make("p", { class: "instruction" }, this.arrow, this.text), this.hint, this.banner),
      this.tools.element);
  }

  start() {
    const camera = this.env.camera;
    this.#listen(camera, "trouble", (event) => this.#troubled(event.detail));
    this.#listen(camera, "recovered", () => this.#recovered());
    this.#listen(camera, "change", () => this.#pump.settle());
    this.#listen(window, "orientationchange", () => this.#pump.settle());
    this.#listen(document, "visibilitychange", () => this.#visibility());
    this.#openCamera();
  }

  /** Lets go of connection and frames; the camera is the page's to close. May be called twice. */
  stop() {
    this.#isStopped = true;
    this.#unwatch.splice(0).forEach((undo) => undo());
    this.#pump.stop();
    this.#live?.close();
    this.#live = null;
    this.picture.stop?.();
    this.env.announcer.quiet();
  }

  #listen(target, event, act) {
    target.addEventListener(event, act);
    this.#unwatch.push(() => target.removeEventListener(event, act));
  }

  async #openCamera(id = "") {
    this.#uncover();
    this.#live?.close();
    this.#live = null;
    try {
      await this.env.camera.open(this.purpose, id);
    } catch (error) {
      if (!this.#isStopped && error.cause !== "closed") this.#noCamera(error.cause ?? "busy");
      return;
    }
    if (this.#isStopped) return;
    setText(this.hint, "");
    this.guide.forget();
    this.guide.begin();
    this.#connect();
    await this.tools.showCameras();
  }

  #connect() {
    this.#live?.close();
    this.#live = new Live(
      () => ({ token: this.env.token, part: this.part, camera: this.env.camera.description }),
      {
        message: (message) => this.#hear(message),
        state: (state) => this.#link(state),
        end: (why) => this.#ended(why),
      });
    this.#live.open();
  }

  #hear(message) {
    switch (message.type) {
      case "ready": this.#ready(message); break;
      case "seen": this.#seen(message); break;
      case "step": this.#step(message); break;
      case "passed": this.#passed(message); break;
      case "failed": this.#failed(message); break;
      case "part": if (message.state === "done") this.#finish(); break;
      default: break;
    }
  }

  /** A part that failed for good is done as well, but the person reads why before it goes on. */
  #ended(why) {
    if (why !== "done") this.on.end(why);
    else if (!this.#question) this.#finish();
  }

  #ready(message) {
    // Who reads why it failed begins anew when he wants to, also after the connection was lost meanwhile.
    this.#held = this.#question ? message : null;
    if (this.#question) return;
    this.#total = message.steps?.length ?? 0;
    this.#done = message.done ?? 0;
    this.picture.setSteps(this.#total, this.#done);
    this.#showCount(this.#done);
    this.#uncover("failed");
    if (this.#wantsTake) this.#wantsTake = !this.#live.send({ type: "take" });
    this.#pump.start({
      width: message.frame?.width ?? 640, quality: message.frame?.quality ?? 0.8, rate: message.frame?.rate ?? 10,
      window: message.window ?? 2,
    });
  }

  #seen(message) {
    this.#pump.answered(message.seq);
    if (message.skipped) return;
    this.#done = message.done ?? this.#done;
    this.picture.setProgress(this.#done, message.progress ?? 0);
    this.picture.seen(message);
    this.element.classList.toggle("bright", message.guidance === "more_light");
    this.guide.want(message.guidance);
  }

  #step(message) {
    this.#showCount(message.index);
    this.env.announcer.signal("step");
    this.guide.step(message.step);
  }

  #passed(message) {
    this.#done = Math.max(this.#done, message.index + 1);
    this.picture.setProgress(this.#done, 0);
    this.env.announcer.signal("passed");
    this.element.classList.add("passed");
    setTimeout(() => this.element.classList.remove("passed"), 500);
  }

  #failed(message) {
    this.#pump.stop();
    this.env.announcer.signal("failed");
    const { panel, text } = failurePanel(message, {
      retry: () => this.#retry(), next: () => this.on.end("failed"),
    });
    this.#question = panel;
    this.#held = null;
    this.#coverWith("failed", panel);
    this.env.announcer.say(text, true);
  }

  #retry() {
    this.#question = null;
    this.#uncover();
    this.guide.forget();
    this.guide.begin();
    if (this.#held) this.#ready(this.#held);
    else this.#live?.send({ type: "retry" });
    this.heading.focus();
  }

  #take() {
    this.#wantsTake = !this.#live?.send({ type: "take" });
    setText(this.hint, t("card.taken"));
    this.env.announcer.say(t("card.taken"));
  }

  #finish() {
    if (this.#isStopped) return;
    this.stop();
    this.env.announcer.signal("passed");
    this.on.done();
  }

  #tell({ text, spoken, hint, arrow, isUrgent }) {
    setText(this.text, text);
    setText(this.hint, hint);
    this.arrow.hidden = !arrow;
    this.arrow.replaceChildren(...(arrow ? [icon(arrow)] : []));
    this.env.announcer.say(spoken, isUrgent);
  }

  #showCount(index) {
    this.count.hidden = this.#total === 0;
    setText(this.count, t("face.progress", { step: Math.min(index + 1, this.#total), total: this.#total }));
  }

  /** The state of the connection. While nothing is sent on purpose, a loss is nobody's trouble. */
  #link(state) {
    if (state === "connecting" || (state === "lost" && this.#isPaused)) return;
    const wasLost = !this.banner.hidden;
    if (state === "open") {
      this.banner.hidden = true;
      if (wasLost) this.env.announcer.say(t("link.back"), true);
      return;
    }
    this.#pump.stop();
    const text = state === "long" ? `${t("link.offline.title")}. ${t("link.offline.text")}` : `${t("link.lost")} ${t("link.kept")}`;
    const isNews = !wasLost || this.banner.textContent !== text;
    this.banner.hidden = false;
    setText(this.banner, text);
    if (isNews) this.env.announcer.say(text, true);
  }

  #pause(isPaused) {
    if (isPaused && !this.#isPaused) this.#live?.send({ type: "background" });
    this.#isPaused = isPaused;
  }

  #visibility() {
    const { camera, announcer } = this.env;
    this.#pause(document.hidden || Boolean(camera.trouble));
    if (document.hidden) return announcer.quiet();
    camera.video.play().catch(() => {});
    setText(this.hint, t("link.background"));
    announcer.say(t("link.background"), true);
    this.guide.forget();
  }

  #troubled(cause) {
    this.#pause(true);
    this.#coverWith(cause, troublePanel(cause, () => this.#openCamera(this.env.camera.deviceId)));
    this.env.announcer.signal("failed");
    this.env.announcer.say(troubleText(cause), true);
  }

  #recovered() {
    this.#uncover();
    if (this.#question) this.#coverWith("failed", this.#question);
    this.#pause(document.hidden);
    this.guide.forget();
  }

  async #noCamera(cause) {
    setText(this.text, t(`camera.${cause}.title`));
    setText(this.hint, "");
    this.#coverWith(cause, troublePanel(cause, () => this.#openCamera()));
    this.env.announcer.say(troubleText(cause), true);
    if (cause === "refused") this.#unwatch.push(await whenAllowed(() => !this.#isStopped && this.#openCamera()));
  }

  #coverWith(cause, panel) {
    this.cover.dataset.cause = cause;
    this.cover.replaceChildren(panel);
    this.cover.hidden = false;
    this.element.classList.add("covered");
    panel.querySelector("h2")?.focus();
  }

  /** Takes a panel away: any, or only that of a cause. */
  #uncover(cause) {
    if (cause && this.cover.dataset.cause !== cause) return;
    this.#isPaused = document.hidden;
    this.cover.hidden = true;
    this.cover.replaceChildren();
    this.element.classList.remove("covered");
  }
}
