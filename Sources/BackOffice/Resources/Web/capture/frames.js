// Pictures on their way to the server: never more under way than the server's window, never more often than it asks.

import { make } from "/web/shared/dom.js";
import { sizeToSend } from "./geometry.js";

const limits = { face: 300_000, card: 900_000 };
/** After the phone was turned, the camera needs a moment until its pictures are upright again. */
const settling = 350;

export class FramePump {
  #canvas = make("canvas");
  #context = this.#canvas.getContext("2d", { alpha: false });
  #plan = null;
  #unanswered = new Map();
  #sequence = 0;
  #lastTime = -1;
  #lastSent = -Infinity;
  #isBusy = false;
  #quality = 0.8;
  #settledAt = 0;
  #run = 0;
  #timer = 0;

  /** `send(sequence, time, bytes)` answers whether it went out; `isReady()` whether one may go out now. */
  constructor(camera, kind, send, isReady) {
    this.camera = camera;
    this.limit = limits[kind];
    this.send = send;
    this.isReady = isReady;
    this.roundTrip = 0;
  }

  /** `plan`: {width, quality, rate, window} as the server asks. Sequence numbers begin anew with each connection. */
  start(plan) {
    this.stop();
    this.#plan = plan;
    this.#quality = plan.quality;
    this.#sequence = 0;
    this.#unanswered.clear();
    this.#run += 1;
    this.#next(this.#run);
  }

  stop() {
    this.#run += 1;
    clearTimeout(this.#timer);
    this.#plan = null;
  }

  /** The server has looked at a frame, or skipped it. */
  answered(sequence) {
    const sentAt = this.#unanswered.get(sequence);
    if (sentAt === undefined) return;
    this.#unanswered.delete(sequence);
    const taken = performance.now() - sentAt;
    this.roundTrip = this.roundTrip ? this.roundTrip * 0.8 + taken * 0.2 : taken;
  }

  /** The picture changes its size: nothing is sent for a moment. */
  settle() { this.#settledAt = performance.now() + settling; }

  #next(run) {
    if (run !== this.#run) return;
    const video = this.camera.video;
    const go = (now, picture) => {
      if (run !== this.#run) return;
      this.#offer(run, picture);
      this.#next(run);
    };
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(go);
    else this.#timer = setTimeout(() => go(performance.now(), null), 1000 / 30);
  }

  async #offer(run, picture) {
    const plan = this.#plan;
    const now = performance.now();
    // A little early counts as in time: a camera of 30 frames/s has none exactly every 1/12 s.
    const isDue = now - this.#lastSent >= 1000 / plan.rate - 12;
    if (!isDue || this.#isBusy || now < this.#settledAt) return;
    if (this.#unanswered.size >= plan.window || !this.isReady()) return;
    this.#isBusy = true;
    try {
      const time = this.#clock(picture?.captureTime ?? now);
      const bytes = await this.#picture(plan);
      if (run !== this.#run || !bytes || now < this.#settledAt) return;
      const sequence = this.#sequence + 1;
      if (!this.send(sequence, time, bytes)) return;
      this.#sequence = sequence;
      this.#unanswered.set(sequence, performance.now());
      this.#lastSent = now;
    } finally {
      this.#isBusy = false;
    }
  }

  /** Whole milliseconds that always grow, whatever the camera says. */
  #clock(wanted) {
    this.#lastTime = Math.max(this.#lastTime + 1, Math.round(wanted)) >>> 0;
    return this.#lastTime;
  }

  async #picture(plan) {
    const video = this.camera.video;
    if (!video.videoWidth || video.readyState < 2) return null;
    const size = sizeToSend(this.camera.size, plan.width);
    if (this.#canvas.width !== size.width) this.#canvas.width = size.width;
    if (this.#canvas.height !== size.height) this.#canvas.height = size.height;
    this.#context.drawImage(video, 0, 0, size.width, size.height);
    const blob = await new Promise((resolve) => this.#canvas.toBlob(resolve, "image/jpeg", this.#quality));
    if (!blob) return null;
    if (blob.size > this.limit) {
      // Too rich a scene for this quality: the next one is smaller.
      this.#quality = Math.max(0.3, this.#quality - 0.1);
      return null;
    }
    return blob.arrayBuffer();
  }
}
