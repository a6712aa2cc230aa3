import { appendPrinted } from '../../../runner/domain/printed-text.ts';
import type { NodeProgress, RunProgress, RunStep } from '../../../runner/domain/run-progress.ts';
import type { ProgressSource } from './progress-source.ts';
import type { AttemptId } from '../../domain/runs/run-lifecycle-store.ts';

interface LiveRun {
  readonly attempt: number;
  /** At most one for each node. */
  readonly finished: NodeProgress[];
  started: string | null;
  /** By node id. */
  readonly printed: Map<string, string>;
  /** Shared by all waiters. */
  changed: PromiseWithResolvers<undefined> | null;
}

/** The progress of the runs that this process executes. It is dropped with the run. */
export class LiveProgress implements ProgressSource {
  readonly #runs = new Map<string, LiveRun>();

  add({ runId, attempt }: AttemptId): void {
    this.#runs.set(runId, {
      attempt,
      finished: [],
      started: null,
      printed: new Map(),
      changed: null,
    });
  }

  /** Records a step of an added run. */
  report(runId: string, { finished, started, printed }: RunStep): void {
    const run = this.#runs.get(runId);
    if (run === undefined) return;
    if (printed !== undefined) {
      // No waiter reads it: it is for the log of a run that is stopped.
      appendPrinted(run.printed, printed);
      return;
    }
    if (finished !== null) run.finished.push(finished);
    run.started = started;
    this.notify(runId);
  }

  /** Wakes the waiters of a run after any other change of it. */
  notify(runId: string): void {
    const run = this.#runs.get(runId);
    run?.changed?.resolve(undefined);
    if (run !== undefined) run.changed = null;
  }

  remove(runId: string): void {
    this.notify(runId);
    this.#runs.delete(runId);
  }

  read({ runId, attempt }: AttemptId): Promise<RunProgress | null> {
    const run = this.#runs.get(runId);
    if (run?.attempt !== attempt) return Promise.resolve(null);
    const { finished, started } = run;
    const printed = run.printed.size === 0 ? {} : { printed: Object.fromEntries(run.printed) };
    return Promise.resolve({ finished: [...finished], started, ...printed });
  }

  whenChanged(runId: string): Promise<void> | undefined {
    const run = this.#runs.get(runId);
    if (run === undefined) return undefined;
    run.changed ??= Promise.withResolvers<undefined>();
    return run.changed.promise;
  }
}
