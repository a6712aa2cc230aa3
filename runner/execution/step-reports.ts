import type { NodeProgress, RunStep } from '../domain/run-progress.ts';

/** Reports the nodes of a run as they start and finish: a finish together with the next start. */
export class StepReports {
  /** When each node started, in milliseconds since the run did, by node id. */
  readonly starts = new Map<string, number>();
  readonly #onProgress: (step: RunStep) => Promise<void> | undefined;
  readonly #sinceStart: () => number;
  #finished: NodeProgress | null = null;

  constructor(onProgress: (step: RunStep) => Promise<void> | undefined, sinceStart: () => number) {
    this.#onProgress = onProgress;
    this.#sinceStart = sinceStart;
  }

  async started(nodeId: string): Promise<void> {
    await this.#report(nodeId);
    this.starts.set(nodeId, this.#sinceStart());
  }

  /** The last node that started has finished. The next report says so. */
  finished(progress: NodeProgress): void {
    this.#finished = progress;
  }

  /** No other node starts. */
  async done(): Promise<void> {
    await this.#report(null);
  }

  async #report(started: string | null): Promise<void> {
    const finished = this.#finished;
    this.#finished = null;
    await this.#onProgress({ finished, started });
  }
}
