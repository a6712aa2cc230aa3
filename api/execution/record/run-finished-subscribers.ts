/** The waiters of this process for runs to finish. */
export class RunFinishedSubscribers {
  readonly #waiting = new Map<string, PromiseWithResolvers<undefined>>();

  /** Subscribes to a run. Resolves when the run has finished or `release` was called. */
  wait(runId: string): Promise<void> {
    const waiting = this.#waiting.get(runId) ?? Promise.withResolvers<undefined>();
    this.#waiting.set(runId, waiting);
    return waiting.promise;
  }

  /** Like `wait` for a run with subscribers; undefined for any other. */
  get(runId: string): Promise<void> | undefined {
    return this.#waiting.get(runId)?.promise;
  }

  /** The runs with subscribers. */
  get runIds(): string[] {
    return [...this.#waiting.keys()];
  }

  /** Resolves the waits for a run. */
  notify(runId: string): void {
    this.#waiting.get(runId)?.resolve(undefined);
    this.#waiting.delete(runId);
  }

  /** Resolves all waits. */
  release(): void {
    for (const runId of this.#waiting.keys()) this.notify(runId);
  }
}
