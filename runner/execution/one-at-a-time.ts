/** Does work in the order in which it was given, one after the other. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  /** @throws what the work throws, and the reason of a signal that aborts before it begins */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const result = this.#last.then(async () => {
      signal?.throwIfAborted();
      return await work();
    });
    this.#last = result.catch(() => undefined);
    return await result;
  }
}
