import type { Logger } from 'pino';
import { WorkQueue, type Priority } from '../../../../../kubernetes/work-queue.ts';
import type { RunProjector } from './run-projector.ts';
import type { ObservedRun } from '../run-resource/run-resource.ts';

export interface ProjectionQueueDeps {
  readonly projector: RunProjector;
  readonly logger: Logger;
  /** Observes the seconds from the observed end of a run to its commit. */
  readonly metrics: { recorded(seconds: number): void };
  /** The cached Run of that name. */
  readonly find: (name: string) => ObservedRun | undefined;
  /** Whether a request in this process waits for the run. */
  readonly isOwn: (runId: string) => boolean;
}

const WORKERS = 16;
/** Recording resumes within seconds after an outage of the database or the object store. */
const MAX_DELAY_MS = 5000;
/**
 * The process in which a request waits for a run records it; others wait this long before they do. That only
 * saves work: concurrent records are correct.
 */
const OTHERS_DELAY_MS = 150;

/** Work queue of changed Runs to project into the database. */
export class ProjectionQueue {
  readonly #deps: ProjectionQueueDeps;
  readonly #queue: WorkQueue;
  /** The last projected state of each active run. */
  readonly #written = new Map<string, ObservedRun>();
  readonly #endSeenAt = new Map<string, number>();

  constructor(deps: ProjectionQueueDeps) {
    this.#deps = deps;
    this.#queue = new WorkQueue({
      workers: WORKERS,
      maxDelayMs: MAX_DELAY_MS,
      handle: (name) => this.#handle(name),
      onError: (runId, error, failures) => {
        deps.logger.warn({ runId, failures, err: error }, 'run not recorded, will be retried');
      },
    });
  }

  /** @param last the cached form of a deleted Run */
  changed(name: string, priority: Priority, last: ObservedRun | undefined): void {
    const seen = this.#deps.find(name);
    if (seen === undefined || seen.isRecorded) this.#forget(name);
    if (seen === undefined) {
      if (last?.isRecorded === false) this.#queue.add(name);
      return;
    }
    if (seen.end !== null && !this.#endSeenAt.has(name)) {
      this.#endSeenAt.set(name, performance.now());
    }
    const isFirst = priority === 'background' || this.#deps.isOwn(seen.runId);
    if (isFirst) this.#queue.add(name, priority);
    else this.#queue.addAfter(name, OTHERS_DELAY_MS);
  }

  /** Call it when the end of a run is committed. */
  recorded(name: string): void {
    const since = this.#endSeenAt.get(name);
    this.#endSeenAt.delete(name);
    if (since !== undefined) this.#deps.metrics.recorded((performance.now() - since) / 1000);
  }

  async stop(): Promise<void> {
    await this.#queue.stop();
  }

  async #handle(name: string): Promise<void> {
    const { projector, find } = this.#deps;
    const seen = find(name);
    if (seen === undefined) {
      await projector.finishWithoutResource(name, 'absent');
      return;
    }
    const written = this.#written.get(name) ?? null;
    if (seen.end === null && written !== null && isWritten(seen, written)) return;
    await projector.project(seen, written);
    if (seen.end === null && !seen.isRecorded) this.#written.set(name, seen);
    else this.#forget(name);
  }

  #forget(name: string): void {
    this.#written.delete(name);
    this.#endSeenAt.delete(name);
  }
}

/** Whether the stored fields of an active run are unchanged. */
function isWritten(seen: ObservedRun, written: ObservedRun): boolean {
  return (
    seen.attempt === written.attempt &&
    seen.isRunning === written.isRunning &&
    seen.waiting?.reason === written.waiting?.reason &&
    seen.waiting?.message === written.waiting?.message
  );
}
