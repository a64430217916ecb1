// Telling: aloud, to screen readers, by vibration and by tones. What is seen is set by the stage.

import { language } from "/web/shared/texts.js";
import { recall, remember } from "/web/shared/language.js";

const buzzes = { step: [70], passed: [40, 60, 40], failed: [250] };
/** Between two hints, in ms. */
const apart = 2000;
const tones = { step: [520], passed: [660, 880], failed: [300, 240] };

export class Announcer {
  #isOn = recall("speech") !== "off";
  #sound = null;
  #said = "";
  #saidAt = -Infinity;
  #waiting = 0;

  /** `polite` and `urgent` are the live regions of the page. They stay in the document: regions that come and go are
   * not read by all screen readers. */
  constructor(polite, urgent) {
    this.polite = polite;
    this.urgent = urgent;
  }

  get canSpeak() { return "speechSynthesis" in window; }
  get isOn() { return this.#isOn; }
  set isOn(isOn) {
    this.#isOn = isOn;
    remember("speech", isOn ? "on" : "off");
    if (!isOn) this.quiet();
  }

  /** To be called from a click: browsers let a page speak and sound only after one. */
  unlock() {
    if (!this.#isOn) return;
    try {
      this.#sound ??= new (window.AudioContext ?? window.webkitAudioContext)();
      this.#sound.resume?.();
      // iOS lets a page speak later only when it spoke, even if nothing, within a click.
      if (this.canSpeak) speechSynthesis.speak(new SpeechSynthesisUtterance(""));
    } catch {
      // No sound on this device; the rest works.
    }
  }

  /** Says a text. An urgent one cuts off what is being said; another one waits until the last had two seconds, and only
   * the newest waits. The same text again is said after six seconds only. */
  say(text, isUrgent = false) {
    clearTimeout(this.#waiting);
    const age = performance.now() - this.#saidAt;
    if (text === this.#said && age < 6000) return;
    if (isUrgent || age >= apart) this.#tell(text, isUrgent);
    else this.#waiting = setTimeout(() => this.#tell(text, isUrgent), apart - age);
  }

  #tell(text, isUrgent) {
    this.#said = text;
    this.#saidAt = performance.now();
    const region = isUrgent ? this.urgent : this.polite;
    (isUrgent ? this.polite : this.urgent).textContent = "";
    region.textContent = text;
    this.#speak(text);
  }

  /** A vibration and a tone: step, passed or failed. */
  signal(kind) {
    navigator.vibrate?.(buzzes[kind]);
    if (this.#isOn && this.#sound?.state === "running") tones[kind].forEach((pitch, i) => this.#tone(pitch, i * 0.14));
  }

  quiet() {
    clearTimeout(this.#waiting);
    if (this.canSpeak) speechSynthesis.cancel();
    this.#said = "";
  }

  #speak(text) {
    if (!this.#isOn || !this.canSpeak) return;
    speechSynthesis.cancel();
    const saying = new SpeechSynthesisUtterance(text);
    saying.lang = { tr: "tr-TR", en: "en-GB", pt: "pt-BR", es: "es-ES" }[language()];
    const voice = speechSynthesis.getVoices().find((voice) => voice.lang.toLowerCase().startsWith(language()));
    if (voice) saying.voice = voice;
    speechSynthesis.speak(saying);
  }

  #tone(pitch, after) {
    const start = this.#sound.currentTime + after;
    const tone = this.#sound.createOscillator();
    const volume = this.#sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.linearRampToValueAtTime(0, start + 0.12);
    tone.connect(volume).connect(this.#sound.destination);
    tone.start(start);
    tone.stop(start + 0.13);
  }
}
