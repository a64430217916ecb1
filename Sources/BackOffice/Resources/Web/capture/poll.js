// Asking the server again and again.

/** Asks at an interval while the page is seen; one question at a time. */
export class Poll {
  #timer = 0;
  #wish = null;
  #run = 0;

  /** `ask()` answers the session. */
  constructor(ask) {
    this.ask = ask;
  }

  /** `act(session)` is called after each answer, `failed(error)` after each failure, until `stop`. */
  every(interval, act, failed) {
    this.stop();
    this.#wish = { interval, act, failed };
    const run = ++this.#run;
    let isAsking = false;
    this.#timer = setInterval(async () => {
      if (isAsking || document.hidden) return;
      isAsking = true;
      try {
        const session = await this.ask();
        if (run === this.#run) act(session);
      } catch (error) {
        if (run === this.#run) failed(error);
      } finally {
        isAsking = false;
      }
    }, interval);
  }

  /** Answers a function that goes on with the same question. */
  stop() {
    const wish = this.#wish;
    clearInterval(this.#timer);
    this.#run += 1;
    this.#wish = null;
    return () => wish && this.every(wish.interval, wish.act, wish.failed);
  }
}
