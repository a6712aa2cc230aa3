import type { PrintedText } from '../domain/printed-text.ts';
import type { NodeProgress, RunStep } from '../domain/run-progress.ts';

/** Reports the nodes of a run as they start and finish: a finish together with the next start. */
export class StepReports {
  /** When each node started, in milliseconds since the run did, by node id. */
  readonly starts = new Map<string, number>();
  readonly #onProgress: (step: RunStep) => Promise<void> | undefined;
  readonly #sinceStart: () => number;
  #finished: NodeProgress | null = null;
  #started: string | null = null;

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

  /** The script of the node that is executed printed a text. */
  printed(printed: PrintedText): void {
    void this.#onProgress({ finished: null, started: this.#started, printed });
  }

  /** No other node starts. */
  async done(): Promise<void> {
    await this.#report(null);
  }

  async #report(started: string | null): Promise<void> {
    const finished = this.#finished;
    this.#finished = null;
    this.#started = started;
    await this.#onProgress({ finished, started });
  }
}
