import type { Logger } from 'pino';
import type { ControllerMetrics, ReconcileResult } from './controller-metrics.ts';
import { isConflict } from '../../kubernetes/client/kube-api-error.ts';
import { WorkQueue, type Priority } from '../../kubernetes/work-queue.ts';
import { Progress } from './progress.ts';

export interface ControllerOptions {
  /** Of what it looks at, e.g. `run`. */
  readonly name: string;
  /** Objects that are looked at at once. */
  readonly workers: number;
  readonly metrics: ControllerMetrics;
  readonly logger: Logger;
  /** Brings one object to what it asks for; a rejection means that it is tried again. */
  readonly reconcile: (object: string) => Promise<void>;
  /** Whether enough is known for an object to be looked at. */
  readonly canJudge: (object: string) => boolean;
  /** An object has failed so often that people have to know; it is tried again all the same. */
  readonly onStuck: (object: string, error: unknown) => void;
  /** Names of all that is to be looked at. */
  readonly all: () => Iterable<string>;
}

/** So many failures in a row take about five seconds: no hiccup any more. */
const STUCK_AFTER_FAILURES = 10;

/** Looks at objects that changed, once this process leads. */
export class Controller {
  readonly #options: ControllerOptions;
  readonly #progress = new Progress(() => performance.now());
  readonly #queue: WorkQueue;
  #isLeading = false;

  constructor(options: ControllerOptions) {
    const { name, workers, metrics, logger } = options;
    this.#options = options;
    this.#queue = new WorkQueue({
      workers,
      observe: metrics.queue,
      handle: async (object) => {
        if (options.canJudge(object)) await this.#progress.track(() => this.#measured(object));
      },
      onError: (object, error, failures) => {
        // Somebody else wrote first, which is the ordinary course of things, unless it goes on.
        if (isConflict(error) && failures < STUCK_AFTER_FAILURES) return;
        logger.warn({ [name]: object, failures, err: error }, 'to be tried again');
        if (failures === STUCK_AFTER_FAILURES) options.onStuck(object, error);
      },
    });
    metrics.workers(workers, () => this.#progress.underWay());
  }

  /** Something of an object changed. */
  changed(object: string, priority: Priority): void {
    if (this.#isLeading && this.#options.canJudge(object)) this.#queue.add(object, priority);
  }

  recheck(object: string, afterMs: number): void {
    this.#queue.addAfter(object, afterMs);
  }

  /** Begins; what there is, is looked at first. */
  lead(): void {
    this.#isLeading = true;
    this.lookAtAll();
  }

  /** Looks at everything, when this process leads. */
  lookAtAll(): void {
    if (!this.#isLeading) return;
    for (const object of this.#options.all()) this.#queue.add(object, 'background');
  }

  /** False when a look is stuck. */
  isLive(): boolean {
    return this.#progress.isLive();
  }

  async stop(): Promise<void> {
    this.#isLeading = false;
    await this.#queue.stop();
  }

  async #measured(object: string): Promise<void> {
    const started = performance.now();
    let result: ReconcileResult = 'error';
    try {
      await this.#options.reconcile(object);
      result = 'success';
    } finally {
      this.#options.metrics.reconciled(result, (performance.now() - started) / 1000);
    }
  }
}
