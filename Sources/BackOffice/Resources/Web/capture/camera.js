// The camera: opening, choosing, watching. One video element serves all parts of a check.

import { make } from "/web/shared/dom.js";

/** Reasons why there is no picture; each has a title and a text in the words of the page. */
const causes = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  PermissionDeniedError: "refused",
  NotFoundError: "missing",
  DevicesNotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  TrackStartError: "busy",
  AbortError: "busy",
};

export class CameraTrouble extends Error {
  constructor(cause) {
    super(cause);
    this.cause = cause;
  }
}

/** Events: `trouble` (detail: ended, muted, black or stalled), `recovered`, `change` (the picture has another size). */
export class Camera extends EventTarget {
  #stream = null;
  #watch = 0;
  #dark = 0;
  #still = { time: -1, since: 0 };
  #trouble = null;
  #purpose = null;
  #opening = 0;
  #wakeLock = null;

  constructor() {
    super();
    // iOS shows a black picture or goes full-screen without these three.
    this.video = make("video", { playsinline: true, muted: true, autoplay: true, "webkit-playsinline": true });
    this.video.muted = true;
    this.video.disablePictureInPicture = true;
    this.video.addEventListener("resize", () => this.dispatchEvent(new Event("change")));
  }

  get track() { return this.#stream?.getVideoTracks()[0] ?? null; }
  get isOpen() { return this.track?.readyState === "live"; }
  get trouble() { return this.#trouble; }
  get size() { return { width: this.video.videoWidth, height: this.video.videoHeight }; }
  get deviceId() { return this.track?.getSettings?.().deviceId ?? ""; }

  /** user, environment or "": a webcam does not tell. */
  get facing() {
    const facing = this.track?.getSettings?.().facingMode ?? "";
    return facing === "user" || facing === "environment" ? facing : "";
  }

  /** Only a picture of oneself is shown as in a mirror. A webcam is one while the face is asked for. */
  get isMirrored() { return this.facing === "user" || (this.facing === "" && this.#purpose === "face"); }

  get description() {
    return { label: (this.track?.label ?? "").slice(0, 200), ...this.size, facing: this.facing };
  }

  /** Opens the camera for a face or a card and resolves when pictures come. Throws a CameraTrouble. */
  async open(purpose, deviceId = "") {
    const isSame = this.isOpen && this.#purpose === purpose && (!deviceId || deviceId === this.deviceId);
    if (isSame && !this.#trouble) return;
    this.close();
    const turn = ++this.#opening;
    if (!navigator.mediaDevices?.getUserMedia) throw new CameraTrouble("unsupported");
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wishes(purpose, deviceId) });
    } catch (error) {
      throw new CameraTrouble(causes[error.name] ?? "busy");
    }
    if (turn !== this.#opening) {
      stream.getTracks().forEach((track) => track.stop());
      throw new CameraTrouble("closed");
    }
    this.#purpose = purpose;
    this.#stream = stream;
    this.#follow(stream.getVideoTracks()[0]);
    this.video.srcObject = stream;
    this.video.classList.toggle("mirrored", this.isMirrored);
    await this.#firstPicture();
    this.#startWatch();
    this.#stayAwake(turn);
  }

  /** Stops everything; the camera's lamp goes out. May be called at any time. */
  close() {
    this.#opening += 1;
    clearInterval(this.#watch);
    this.#stream?.getTracks().forEach((track) => track.stop());
    this.#stream = null;
    this.#trouble = null;
    this.video.srcObject = null;
    this.#wakeLock?.release().catch(() => {});
    this.#wakeLock = null;
  }

  /** A screen that goes dark in the middle of a movement would end it. */
  async #stayAwake(turn) {
    const lock = await navigator.wakeLock?.request("screen").catch(() => null);
    if (turn === this.#opening) this.#wakeLock = lock;
    else lock?.release().catch(() => {});
  }

  /** The cameras there are: [{id, label}]. Complete only after the camera was allowed. */
  async list() {
    const devices = (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
    return devices
      .filter((device) => device.kind === "videoinput" && device.deviceId)
      .map((device) => ({ id: device.deviceId, label: device.label }));
  }

  get hasTorch() { return Boolean(this.track?.getCapabilities?.().torch); }

  async setTorch(isOn) {
    await this.track?.applyConstraints({ advanced: [{ torch: isOn }] });
  }

  #follow(track) {
    track.addEventListener("ended", () => track === this.track && this.#report("ended"));
    track.addEventListener("mute", () => track === this.track && this.#report("muted"));
    track.addEventListener("unmute", () => track === this.track && this.#recover("muted"));
  }

  async #firstPicture() {
    const video = this.video;
    try {
      await video.play();
    } catch {
      // Autoplay was refused, or the element moved in the meantime: the first picture decides, not the promise.
    }
    const start = performance.now();
    while (!video.videoWidth && this.isOpen && performance.now() - start < 8000) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (!this.isOpen) throw new CameraTrouble("closed");
    if (!video.videoWidth) {
      this.close();
      throw new CameraTrouble("busy");
    }
  }

  #startWatch() {
    this.#dark = 0;
    this.#still = { time: -1, since: performance.now() };
    this.#watch = setInterval(() => this.#look(), 500);
  }

  /** Another app or tab that holds the camera makes it black (iOS) or lets it stand still, without any event. */
  #look() {
    if (document.hidden) {
      this.#still.since = performance.now();
      return;
    }
    const now = performance.now();
    if (this.video.currentTime !== this.#still.time) this.#still = { time: this.video.currentTime, since: now };
    if (now - this.#still.since > 4000) this.#report("stalled");
    else this.#recover("stalled");
    this.#dark = isBlack(this.video) ? this.#dark + 1 : 0;
    if (this.#dark >= 4) this.#report("black");
    else if (this.#dark === 0) this.#recover("black");
  }

  #report(trouble) {
    if (this.#trouble === trouble || this.#trouble === "ended") return;
    this.#trouble = trouble;
    this.dispatchEvent(new CustomEvent("trouble", { detail: trouble }));
  }

  #recover(from) {
    if (this.#trouble !== from) return;
    this.#trouble = null;
    this.dispatchEvent(new Event("recovered"));
  }
}

function wishes(purpose, deviceId) {
  const size = purpose === "face"
    ? { width: { ideal: 1280 }, height: { ideal: 720 } }
    : { width: { ideal: 1920 }, height: { ideal: 1080 } };
  const which = deviceId
    ? { deviceId: { exact: deviceId } }
    : { facingMode: { ideal: purpose === "face" ? "user" : "environment" } };
  return { ...size, ...which, frameRate: { ideal: 30 } };
}

const small = make("canvas", { width: 32, height: 24 });
const looker = small.getContext("2d", { willReadFrequently: true });

/** Whether nearly nothing in the picture is brighter than a covered lens. A dark room still has noise and a lamp. */
function isBlack(video) {
  if (!video.videoWidth) return false;
  looker.drawImage(video, 0, 0, small.width, small.height);
  const pixels = looker.getImageData(0, 0, small.width, small.height).data;
  let lit = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (0.299 * pixels[i] + 0.587 * pixels[i + 1] + 0.114 * pixels[i + 2] > 12) lit += 1;
  }
  return lit < (pixels.length / 4) * 0.01;
}
