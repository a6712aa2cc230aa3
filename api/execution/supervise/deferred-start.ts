/** A run that finishes sooner is written once, with both times. Most small runs do, even under load. */
const WRITE_AFTER_MS = 100;

/** The start of a run, which is written only if the run lasts for a moment. */
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

  /** Call it when the attempt is over. It resolves when the start is written or never will be. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#written;
  }
}
