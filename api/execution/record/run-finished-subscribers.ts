/** Those in this process who wait for the end of runs. */
export class RunFinishedSubscribers {
  readonly #waiting = new Map<string, PromiseWithResolvers<undefined>>();

  /** Settles when the end of the run is told, or nobody is to wait any more. */
  wait(runId: string): Promise<void> {
    const waiting = this.#waiting.get(runId) ?? Promise.withResolvers<undefined>();
    this.#waiting.set(runId, waiting);
    return waiting.promise;
  }

  /** Undefined when nobody waits for it. */
  get(runId: string): Promise<void> | undefined {
    return this.#waiting.get(runId)?.promise;
  }

  get runIds(): string[] {
    return [...this.#waiting.keys()];
  }

  notify(runId: string): void {
    this.#waiting.get(runId)?.resolve(undefined);
    this.#waiting.delete(runId);
  }

  /** Lets everyone go on. */
  release(): void {
    for (const runId of this.#waiting.keys()) this.notify(runId);
  }
}
