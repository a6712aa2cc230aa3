/** A run that ends sooner is written once, with both times; most small ones do, also when many share the processors. */
const WRITE_AFTER_MS = 100;

/** The start of a run, written unless the run ends at once. */
export class DeferredStart {
  readonly time: Date;
  readonly #timer: NodeJS.Timeout;
  #written: Promise<void> = Promise.resolve();

  /** @param write writes the start; it must not reject */
  constructor(time: Date, write: (time: Date) => Promise<void>) {
    this.time = time;
    this.#timer = setTimeout(() => {
      this.#written = write(time);
    }, WRITE_AFTER_MS);
  }

  /** To be called when the run has ended. Settles when the start is written or will never be. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#written;
  }
}
