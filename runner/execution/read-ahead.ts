/** How the items of a list are worked on. */
export interface ReadAhead<T, R> {
  readonly items: readonly T[];
  /** At most so many items are worked on, or wait for earlier ones. */
  readonly ahead: number;
  /** It stops early when the signal aborts. */
  readonly work: (item: T, signal: AbortSignal) => Promise<R>;
}

/**
 * The results in the order of the items, several of which are worked on at the same time.
 * @throws the first error in the order of the items, when the work on all others has ended
 */
export async function* readAhead<T, R>({
  items,
  ahead,
  work,
}: ReadAhead<T, R>): AsyncGenerator<R, undefined> {
  const abort = new AbortController();
  const queue = items.values();
  const running: Promise<R>[] = [];
  const fill = (): void => {
    while (running.length < ahead) {
      const next = queue.next();
      if (next.done === true) return;
      const result = work(next.value, abort.signal);
      // It is awaited later: until then an error is no unhandled rejection.
      result.catch(() => undefined);
      running.push(result);
    }
  };
  try {
    fill();
    for (let [first] = running; first !== undefined; [first] = running) {
      const result = await first;
      void running.shift();
      yield result;
      fill();
    }
  } finally {
    abort.abort();
    await Promise.allSettled(running);
  }
}
