import type { Logger } from 'pino';
import type { SettingsService } from '../domain/settings/service.ts';
import type { HousekeepingMetrics } from './housekeeping-metrics.ts';
import type { RetentionStore, RunBatches, RunCursor } from '../domain/runs/retention-store.ts';

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

/** One pass over the runs that one setting may remove. */
interface Pass {
  readonly signal: AbortSignal;
  failures: number;
  /** Another replica is at it. */
  isLeft: boolean;
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
    const [beyond] = await Promise.allSettled([perFlow > 0 && this.#removeBeyond(perFlow, signal)]);
    const failed = [older, beyond].filter((each) => each.status === 'rejected');
    if (failed.length > 1) throw new AggregateError(failed.map(({ reason }) => reason as unknown));
    if (failed[0] !== undefined) throw failed[0].reason;
  }

  async #removeOlder(days: number, signal: AbortSignal): Promise<void> {
    const { store, now } = this.#deps;
    const before = new Date(now().getTime() - days * DAY_MS);
    await this.#removeAll(store.older(before), { signal, failures: 0, isLeft: false });
  }

  async #removeAll(batches: RunBatches, pass: Pass): Promise<void> {
    let after: RunCursor | null = null;
    do after = await this.#removeBatch(batches, pass, { after, limit: RUNS });
    while (after !== null);
  }

  /**
   * Halves a batch that fails until the run is found that cannot be removed, and passes it over.
   * @returns the last run of the batch; null: there are no more, or the pass ends
   * @throws Error when the database is away
   */
  async #removeBatch(
    batches: RunBatches,
    pass: Pass,
    { after, limit }: { readonly after: RunCursor | null; readonly limit: number },
  ): Promise<RunCursor | null> {
    if (pass.signal.aborted) return null;
    try {
      const batch = await batches.remove(after, limit);
      pass.isLeft = batch === null;
      this.#count(batch?.removed ?? 0);
      return batch?.last ?? null;
    } catch (error) {
      pass.failures += 1;
      if (limit === 1 || pass.failures > TRACED_FAILURES) {
        const last = await batches.end(after, limit);
        this.#passedOver(error, last, limit);
        return last;
      }
    }
    const half = Math.ceil(limit / 2);
    const middle = await this.#removeBatch(batches, pass, { after, limit: half });
    if (middle === null) return null;
    return await this.#removeBatch(batches, pass, { after: middle, limit: limit - half });
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
    const pass: Pass = { signal, failures: 0, isLeft: false };
    let after: string | undefined = '';
    while (after !== undefined) {
      const flows: string[] = await store.flowsBeyond(keep, after, FLOWS);
      for (const flow of flows) {
        await this.#removeOfFlow(flow, keep, pass);
        if (pass.isLeft || signal.aborted) return;
      }
      after = flows.at(-1);
    }
  }

  /** A flow that fails is left to the next pass, and does not stop the others. */
  async #removeOfFlow(flowId: string, keep: number, pass: Pass): Promise<void> {
    const { store, logger } = this.#deps;
    try {
      await this.#removeAll(store.beyond(flowId, keep), pass);
    } catch (error) {
      logger.warn({ err: error, flowId }, 'could not remove runs of a flow; it is retried');
    }
  }

  #count(removed: number): void {
    this.#deps.metrics.runsRemoved('retention', removed);
    if (removed > 0) this.#deps.removed();
  }
}
