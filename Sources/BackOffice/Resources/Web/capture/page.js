// The capture page: which view is shown, after what the server says of the session.

import { Problem, call } from "/web/shared/api.js";
import { make } from "/web/shared/dom.js";
import { chooseLanguage, languages, recall, remember } from "/web/shared/language.js";
import { applyLook } from "/web/shared/look.js";
import { language, replaceTexts, t, useLanguage } from "/web/shared/texts.js";
import { Camera } from "./camera.js";
import { consentView } from "./consent.js";
import { introView } from "./intro.js";
import { followView, loadingView, messageView, resultView, waitingView } from "./outcome.js";
import { isDesktop } from "./phone.js";
import { Poll } from "./poll.js";
import { Announcer } from "./speech.js";
import { Stage } from "./stage.js";

const place = (id) => document.getElementById(id);
const loadTexts = (name) => import(`./texts-${name}.js`);
const retryDelays = [1000, 2000, 4000, 8000];

class Page {
  #view = null;
  #render = null;
  #poll = new Poll(() => this.#call("GET", ""));
  #turn = 0;
  #session = null;
  #staysHere = false;

  constructor() {
    this.token = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
    this.announcer = new Announcer(place("polite"), place("urgent"));
    this.camera = new Camera();
  }

  async start() {
    const asked = new URLSearchParams(location.search).get("lang");
    await useLanguage(chooseLanguage(asked, recall("language"), navigator.languages ?? []), loadTexts);
    this.#fillLanguages();
    this.#show(loadingView);
    // The lamp of the camera goes out with the page, also when the browser keeps it for its back button.
    window.addEventListener("pagehide", () => { this.#leaveView(); this.camera.close(); });
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.#again(); });
    if (await this.#refresh({ isFirst: true, asked })) this.#decide();
  }

  // What the server knows.

  #call(method, path, body) {
    return call(method, `/v1/capture${path}`, { token: this.token, body });
  }

  /** Asks the server for the session until it answers; false when the link cannot be used. */
  async #refresh({ isFirst = false, asked = null } = {}) {
    const turn = ++this.#turn;
    for (let tries = 0; turn === this.#turn; tries += 1) {
      try {
        this.#session = await this.#call("GET", "");
        if (isFirst) await this.#dress(asked);
        return true;
      } catch (error) {
        if (!this.#isPassing(error)) return this.#refused(error);
        this.#show(() => messageView("offline", "link.offline", { symbol: "link", tone: "warn",
          button: { text: t("page.tryAgain"), act: () => this.#again() } }));
        await new Promise((resolve) => setTimeout(resolve, retryDelays[Math.min(tries, retryDelays.length - 1)]));
      }
    }
    return false;
  }

  async #again() {
    this.#show(loadingView);
    if (await this.#refresh()) this.#decide();
  }

  /** No answer, or a server that is busy or being started: worth asking again. */
  #isPassing(error) {
    return error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);
  }

  #refused(error) {
    if (!(error instanceof Problem)) throw error;
    const isToken = [401, 403, 404].includes(error.status);
    this.#end(error.code.includes("expired") ? "expired" : isToken ? "token" : "fault", error.code);
    return false;
  }

  /** The operator's look, words and language; a language that was chosen on the page or in its address wins. */
  async #dress(asked) {
    const look = this.#session.look ?? {};
    replaceTexts(look.texts);
    const logo = applyLook(look);
    if (logo) place("brand").replaceChildren(make("img", { src: logo, alt: "", class: "logo" }));
    const wanted = chooseLanguage(asked, recall("language"), this.#session.language, look.locale, navigator.languages ?? []);
    if (wanted !== language()) await useLanguage(wanted, loadTexts);
    this.#fillLanguages();
  }

  // Which view.

  #decide({ asksAlternatives = false } = {}) {
    const session = this.#session;
    if (session.state === "expired" || session.state === "closed") return this.#end(session.state);
    if (session.state === "completed" || session.result) return this.#result();
    if (session.state === "processing") return this.#wait();
    if (isDesktop() && session.isActive && !this.#staysHere) return this.#follow();
    if (!session.hasConsent) return this.#consent();
    const next = session.parts.find((part) => part.state === "todo");
    if (!next) return this.#finish();
    return this.#intro(next.name, asksAlternatives);
  }

  #consent() {
    this.#show(() => consentView(this.#session, (version) => this.#attempt(async () => {
      this.#session = await this.#call("POST", "/consent", { accepted: true, language: language(), textVersion: version });
      this.#decide();
    })));
    this.#watchPhone();
  }

  #intro(part, asksAlternatives) {
    this.#show(() => introView(this.#session, part, this.announcer, {
      start: () => this.#stage(part),
      leaveOut: async (names) => { this.#session = await this.#call("POST", "/alternatives", { leaveOut: names }); },
    }, asksAlternatives));
    this.#watchPhone();
  }

  #stage(part) {
    this.#staysHere = true;
    this.#show(() => {
      const stage = new Stage({ token: this.token, camera: this.camera, announcer: this.announcer, session: this.#session }, part, {
        done: () => this.#partDone(part),
        end: (why) => this.#stageEnded(why),
        leave: () => this.#decide(),
        alternatives: () => this.#decide({ asksAlternatives: true }),
      });
      return { name: "stage", title: stage.title, element: stage.element, stop: () => stage.stop(), begin: () => stage.start() };
    });
  }

  /** Front and back follow each other without a page in between: the card is in the hand, the camera runs. */
  async #partDone(part) {
    this.announcer.say(t(part === "face" ? "face.done" : "part.done"), true);
    if (!(await this.#refresh())) return;
    const next = this.#session.parts.find((one) => one.state === "todo")?.name;
    if (part === "front" && next === "back" && this.#session.state === "open") this.#stage("back");
    else this.#decide();
  }

  async #stageEnded(why) {
    if (why === "elsewhere") {
      this.#staysHere = false;
      this.#show(() => messageView("elsewhere", "elsewhere", { symbol: "phone",
        button: { text: t("elsewhere.take"), act: () => { this.#staysHere = true; this.#again(); } } }));
      this.#pollEvery(3000, () => this.#session.state !== "open" && this.#decide());
    } else if (why === "fault") {
      this.#end("fault", "4500", () => this.#again());
    } else {
      await this.#again();
    }
  }

  async #finish() {
    this.#show(() => waitingView(this.announcer));
    await this.#attempt(async () => {
      await this.#call("POST", "/finish");
      this.#wait();
    }, (error) => error.code === "parts_missing" && this.#again());
  }

  #wait() {
    if (this.#view?.name !== "waiting") this.#show(() => waitingView(this.announcer));
    this.#pollEvery(1000, () => this.#session.state !== "processing" && this.#decide());
  }

  #result() {
    this.#show(() => resultView(this.#session));
    this.announcer.say(this.#view.title, true);
  }

  #follow() {
    this.#show(() => followView(this.#session, () => { this.#staysHere = true; this.#again(); }));
    const seen = (session) => JSON.stringify([session.state, session.parts]);
    let last = seen(this.#session);
    this.#pollEvery(2000, () => {
      if (this.#session.state !== "open") this.#decide();
      else if (last !== seen(this.#session)) {
        last = seen(this.#session);
        this.#showAgain();
      }
    });
  }

  /** While the code for the phone is shown: the phone may take over at any time. */
  #watchPhone() {
    if (!this.#view.offersPhone) return;
    const before = JSON.stringify([this.#session.hasConsent, this.#session.parts]);
    this.#pollEvery(2000, () => {
      const session = this.#session;
      const isNews = before !== JSON.stringify([session.hasConsent, session.parts]);
      if (session.state !== "open") this.#decide();
      else if (isNews || (session.isActive && !this.#staysHere)) this.#follow();
    });
  }

  #end(kind, code = "", again = null) {
    this.#show(() => messageView("end", `end.${kind}`, { symbol: "alert", tone: "warn", code,
      button: again ? { text: t("page.tryAgain"), act: again } : null }));
  }

  /** Does something at the server and shows what hinders it. `special` may deal with a problem first. */
  async #attempt(act, special = () => false) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (special(error)) return;
      if (this.#isPassing(error)) {
        this.#show(() => messageView("offline", "link.offline", { symbol: "link", tone: "warn",
          button: { text: t("page.tryAgain"), act: () => this.#again() } }));
      } else if (error.status === 409) {
        await this.#again();
      } else {
        this.#refused(error);
      }
    }
  }

  // Showing.

  /** Answers how to go on with asking the server, if it was asked. */
  #leaveView() {
    const goOn = this.#poll.stop();
    const view = this.#view;
    this.#view = null;
    view?.stop?.();
    return goOn;
  }

  /** Shows the view that `render` makes; it is kept to be made again in another language. */
  #show(render, takesFocus = true) {
    const goOn = this.#leaveView();
    this.#render = render;
    const view = render();
    this.#view = view;
    if (view.name !== "stage") this.camera.close();
    document.body.dataset.view = view.name;
    document.title = view.title;
    place("language-field").hidden = view.name === "stage";
    place("view").replaceChildren(view.element);
    if (takesFocus) {
      window.scrollTo(0, 0);
      (view.focus ?? view.element.querySelector("h1"))?.focus({ preventScroll: view.name === "stage" });
    }
    view.begin?.();
    return goOn;
  }

  /** The same view after a change of words or state; what it waits for goes on. */
  #showAgain() { this.#show(this.#render, false)(); }

  /** Asks the server until another view is shown; `act` finds its answer in the session. */
  #pollEvery(interval, act) {
    this.#poll.every(interval, (session) => {
      this.#session = session;
      act();
      // The next answer may come again; a link that ended says so.
    }, (error) => error instanceof Problem && !this.#isPassing(error) && this.#refused(error));
  }

  #fillLanguages() {
    const select = place("language");
    place("language-label").textContent = t("page.language");
    place("skip").textContent = t("page.skip");
    if (!place("brand").querySelector("img")) place("brand").textContent = t("page.title");
    select.replaceChildren(...Object.entries(languages).map(([short, name]) =>
      make("option", { value: short, lang: short, text: name })));
    select.value = language();
    select.onchange = async () => {
      remember("language", select.value);
      await useLanguage(select.value, loadTexts);
      this.#fillLanguages();
      this.#showAgain();
    };
  }
}

new Page().start();
