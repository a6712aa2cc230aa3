import type { Logger } from 'pino';
import type { ControllerMetrics, ReconcileResult } from './controller-metrics.ts';
import { isConflict } from '../../kubernetes/client/kube-api-error.ts';
import { WorkQueue, type Priority } from '../../kubernetes/work-queue.ts';
import { Progress } from './progress.ts';
import type { Result } from './result.ts';

export interface ControllerOptions {
  /** Name of the controller in logs and metrics, e.g. `run`. */
  readonly name: string;
  /** Maximum number of concurrent reconciles. */
  readonly workers: number;
  readonly metrics: ControllerMetrics;
  readonly logger: Logger;
  /** Brings the cluster to the desired state of one object. A rejection requeues it with backoff. */
  readonly reconcile: (object: string) => Promise<Result>;
  /** False while the caches lack what a reconcile of the object needs; it is not reconciled then. */
  readonly hasSynced: (object: string) => boolean;
  /** Called once when an object has failed ten times in a row; retries go on. */
  readonly onRepeatedFailure: (object: string, error: unknown) => void;
  /** Names of all objects to reconcile on a resync. */
  readonly objects: () => Iterable<string>;
}

/** With the backoff of the queue, ten failures in a row take about five seconds. */
const REPORTED_FAILURES = 10;

/** Reconciles objects from a work queue while this process is the leader. */
export class Controller {
  readonly #options: ControllerOptions;
  readonly #progress = new Progress(() => performance.now());
  readonly #queue: WorkQueue;
  #isStarted = false;

  constructor(options: ControllerOptions) {
    const { name, workers, metrics, logger } = options;
    this.#options = options;
    this.#queue = new WorkQueue({
      workers,
      observe: metrics.queue,
      handle: async (object) => {
        if (options.hasSynced(object)) await this.#progress.track(() => this.#reconcile(object));
      },
      onError: (object, error, failures) => {
        // A conflict is ordinary: the object changed since the cache read it.
        if (isConflict(error) && failures < REPORTED_FAILURES) return;
        logger.warn({ [name]: object, failures, err: error }, 'reconcile failed, will be retried');
        if (failures === REPORTED_FAILURES) options.onRepeatedFailure(object, error);
      },
    });
    metrics.workers(workers, () => this.#progress.running());
  }

  /** Queues an object that changed, or whose Jobs or pods did. Does nothing before the start. */
  enqueue(object: string, priority: Priority): void {
    if (this.#isStarted && this.#options.hasSynced(object)) this.#queue.add(object, priority);
  }

  /** Starts the workers with a resync. */
  start(): void {
    this.#isStarted = true;
    this.resync();
  }

  /** Queues every object, behind those that changed. Does nothing before the start. */
  resync(): void {
    if (!this.#isStarted) return;
    for (const object of this.#options.objects()) this.#queue.add(object, 'background');
  }

  /** False while a reconcile hangs. */
  isLive(): boolean {
    return this.#progress.isLive();
  }

  /** Waits for reconciles in progress. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    await this.#queue.stop();
  }

  async #reconcile(object: string): Promise<void> {
    const started = performance.now();
    let result: ReconcileResult = 'error';
    try {
      const { requeueAfterMs } = await this.#options.reconcile(object);
      if (requeueAfterMs !== null) this.#queue.addAfter(object, requeueAfterMs);
      result = 'success';
    } finally {
      this.#options.metrics.reconciled(result, (performance.now() - started) / 1000);
    }
  }
}
