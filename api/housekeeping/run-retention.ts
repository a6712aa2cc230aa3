import type { Logger } from 'pino';
import type { SettingsService } from '../features/settings/service.ts';
import type { HousekeepingMetrics } from './housekeeping-metrics.ts';
import type { RetentionStore, RunCursor } from './retention-store.ts';

export interface RunRetentionDeps {
  readonly store: RetentionStore;
  readonly settings: Pick<SettingsService, 'inForce'>;
  readonly metrics: HousekeepingMetrics;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Called after each batch: files of removed runs are to be deleted. */
  readonly removed: () => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const RUNS = 500;
const FLOWS = 100;
/** Failures per pass that are traced to a single run. Beyond this limit whole batches are skipped. */
const TRACED_FAILURES = 200;

/** One pass over the runs that were made before a time. */
interface OlderPass {
  readonly before: Date;
  readonly signal: AbortSignal;
  failures: number;
}

/** Removes runs that the settings do not keep. Each setting removes by itself; 0 keeps all. */
export class RunRetention {
  readonly #deps: RunRetentionDeps;

  constructor(deps: RunRetentionDeps) {
    this.#deps = deps;
  }

  /** Goes once through all runs, or as far as it comes before another replica does so or the signal aborts. */
  async apply(signal: AbortSignal): Promise<void> {
    const settings = await this.#deps.settings.inForce();
    const days = settings.get('RUN_RETENTION_DAYS');
    const perFlow = settings.get('RUN_RETENTION_PER_FLOW');
    const [older] = await Promise.allSettled([days > 0 && this.#removeOlder(days, signal)]);
    if (perFlow > 0) await this.#removeBeyond(perFlow, signal);
    if (older.status === 'rejected') throw older.reason;
  }

  async #removeOlder(days: number, signal: AbortSignal): Promise<void> {
    const { now } = this.#deps;
    const before = new Date(now().getTime() - days * DAY_MS);
    const pass: OlderPass = { before, signal, failures: 0 };
    let after: RunCursor | null = null;
    do after = await this.#removeBatch(pass, after, RUNS);
    while (after !== null);
  }

  /**
   * Halves a batch that fails until the run is found that cannot be removed, and passes it over.
   * @returns the last run of the batch; null: the pass ends
   * @throws Error when the database is away
   */
  async #removeBatch(
    pass: OlderPass,
    after: RunCursor | null,
    limit: number,
  ): Promise<RunCursor | null> {
    const { store } = this.#deps;
    if (pass.signal.aborted) return null;
    try {
      const batch = await store.removeOlder(pass.before, after, limit);
      this.#count(batch?.removed ?? 0);
      return batch?.last ?? null;
    } catch (error) {
      pass.failures += 1;
      if (limit === 1 || pass.failures > TRACED_FAILURES) {
        const last = await store.endOfBatch(pass.before, after, limit);
        this.#passedOver(error, last, limit);
        return last;
      }
    }
    const half = Math.ceil(limit / 2);
    const middle = await this.#removeBatch(pass, after, half);
    return middle && (await this.#removeBatch(pass, middle, limit - half));
  }

  #passedOver(error: unknown, last: RunCursor | null, limit: number): void {
    this.#deps.logger.warn(
      { err: error, runId: last?.id, runs: limit },
      limit === 1
        ? 'could not remove a run; it is retried'
        : 'could not remove runs up to this one; they are retried',
    );
  }

  async #removeBeyond(keep: number, signal: AbortSignal): Promise<void> {
    const { store } = this.#deps;
    let after: string | undefined = '';
    while (after !== undefined) {
      const flows: string[] = await store.flowsBeyond(keep, after, FLOWS);
      for (const flow of flows) {
        if (!(await this.#isolated(flow, () => this.#removeOfFlow(flow, keep, signal)))) return;
      }
      after = flows.at(-1);
    }
  }

  /** A flow that fails is left to the next pass, and does not stop the others. */
  async #isolated(flowId: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      this.#deps.logger.warn(
        { err: error, flowId },
        'could not remove runs of a flow; it is retried',
      );
      return true;
    }
  }

  /** @returns whether this replica is to go on */
  async #removeOfFlow(flow: string, keep: number, signal: AbortSignal): Promise<boolean> {
    let removed: number | null = 1;
    while (removed !== 0) {
      if (signal.aborted) return false;
      removed = await this.#deps.store.removeBeyond(flow, keep, RUNS);
      if (removed === null) return false;
      this.#count(removed);
    }
    return true;
  }

  #count(removed: number): void {
    this.#deps.metrics.runsRemoved('retention', removed);
    if (removed > 0) this.#deps.removed();
  }
}
