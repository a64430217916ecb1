// The live connection: hello, frames, answers. It comes back by itself after a loss; steps that are done stay done.

const subprotocol = "bonafide.capture.1";
const delays = [400, 800, 1500, 3000, 5000];
/** From here on the loss counts as long, and the person is told what to look at. Trying goes on. */
const longLoss = 15000;
/** Frames unanswered for so long: the connection is dead though it does not say so. */
const deadAfter = 9000;

/** Close codes that are an end and not a loss. */
const ends = { 1000: "done", 4410: "done", 4401: "token", 4403: "consent", 4404: "session", 4409: "elsewhere" };

export class Live {
  #socket = null;
  #timer = 0;
  #watch = 0;
  #tries = 0;
  #faults = 0;
  #lostAt = 0;
  #heardAt = 0;
  #waitsSince = 0;
  #isClosed = false;
  #wake = () => this.#retryNow();

  /** `hello()` gives the first message. `on.message(object)`, `on.state("connecting" | "open" | "lost" | "long")`,
   * `on.end(why)` with done, token, consent, session, elsewhere or fault. */
  constructor(hello, on) {
    this.hello = hello;
    this.on = on;
  }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }
  /** Bytes that wait in the browser: more frames would only be late. */
  get backlog() { return this.#socket?.bufferedAmount ?? 0; }

  open() {
    window.addEventListener("online", this.#wake);
    this.#watch = setInterval(() => this.#look(), 1000);
    this.#connect();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    window.removeEventListener("online", this.#wake);
    this.#drop();
  }

  /** Whether it went out. */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** A frame: sequence number and capture time in ms, both big-endian, then the picture. */
  sendFrame(sequence, time, picture) {
    if (!this.isOpen) return false;
    const head = new DataView(new ArrayBuffer(8));
    head.setUint32(0, sequence);
    head.setUint32(4, time);
    const whole = new Uint8Array(8 + picture.byteLength);
    whole.set(new Uint8Array(head.buffer));
    whole.set(new Uint8Array(picture), 8);
    this.#socket.send(whole);
    this.#waitsSince ||= performance.now();
    return true;
  }

  #connect() {
    if (this.#isClosed) return;
    this.#drop();
    this.on.state("connecting");
    const address = new URL("/v1/capture/live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address, subprotocol);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#heardAt = performance.now();
    socket.onopen = () => {
      this.#heardAt = performance.now();
      socket.send(JSON.stringify({ type: "hello", ...this.hello() }));
    };
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = (event) => this.#closed(event.code);
  }

  #hear(text) {
    this.#heardAt = performance.now();
    this.#waitsSince = 0;
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message.type === "ready") {
      this.#tries = 0;
      this.#lostAt = 0;
      this.on.state("open");
    } else if (message.type === "seen") {
      this.#faults = 0;
    }
    this.on.message(message);
  }

  #closed(code) {
    if (this.#isClosed) return;
    const why = ends[code];
    // A server that fails again and again will not get better by asking.
    if (code === 4500 || code === 4400) this.#faults += 1;
    if (why || this.#faults >= 3) {
      this.close();
      this.on.end(why ?? "fault");
      return;
    }
    this.#lost(code === 4429 ? 5000 : 0);
  }

  #lost(atLeast) {
    this.#drop();
    const now = performance.now();
    this.#lostAt ||= now;
    this.on.state(now - this.#lostAt > longLoss ? "long" : "lost");
    const delay = Math.max(atLeast, delays[Math.min(this.#tries, delays.length - 1)]);
    this.#tries += 1;
    clearTimeout(this.#timer);
    // Some chance in it, so that all do not come back at once after the server was away.
    this.#timer = setTimeout(() => this.#connect(), delay * (0.8 + 0.4 * Math.random()));
  }

  #retryNow() {
    if (this.#isClosed || !this.#lostAt || this.#socket) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #look() {
    const now = performance.now();
    if (this.#lostAt && now - this.#lostAt > longLoss && !this.isOpen) this.on.state("long");
    if (!this.#socket) return;
    const isStuck = this.isOpen
      ? this.#waitsSince > 0 && now - Math.max(this.#waitsSince, this.#heardAt) > deadAfter
      : now - this.#heardAt > deadAfter;
    if (isStuck) this.#lost(0);
  }

  /** Lets go of a socket without waiting for a farewell, which a dead connection never gives. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#waitsSince = 0;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
