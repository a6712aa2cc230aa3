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
  /** Called after each batch that removed runs: their files can be deleted. */
  readonly onRemoved: () => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const RUN_BATCH = 500;
const FLOW_BATCH = 100;
/** After this many failures in a pass, a failing batch is skipped as a whole. */
const MAX_TRACED_FAILURES = 200;

/** One pass over the runs that one setting removes. */
interface Pass {
  readonly signal: AbortSignal;
  failures: number;
  /** Another replica is doing the same pass. */
  isClaimedElsewhere: boolean;
}

/** Removes runs beyond the retention settings. The settings act independently; 0 keeps every run. */
export class RunRetention {
  readonly #deps: RunRetentionDeps;

  constructor(deps: RunRetentionDeps) {
    this.#deps = deps;
  }

  /** One pass over all runs. It stops early when another replica does the same or the signal aborts. */
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
    await this.#removeAll(store.older(before), { signal, failures: 0, isClaimedElsewhere: false });
  }

  async #removeAll(batches: RunBatches, pass: Pass): Promise<void> {
    let after: RunCursor | null = null;
    do after = await this.#removeBatch(batches, pass, { after, limit: RUN_BATCH });
    while (after !== null);
  }

  /**
   * Removes a batch. A batch that fails is halved until one run remains, which is skipped.
   * @returns the last run of the batch; null at the end of the pass
   * @throws Error when the database is not reachable
   */
  async #removeBatch(
    batches: RunBatches,
    pass: Pass,
    { after, limit }: { readonly after: RunCursor | null; readonly limit: number },
  ): Promise<RunCursor | null> {
    if (pass.signal.aborted) return null;
    try {
      const batch = await batches.remove(after, limit);
      pass.isClaimedElsewhere = batch === null;
      this.#count(batch?.removed ?? 0);
      return batch?.last ?? null;
    } catch (error) {
      pass.failures += 1;
      if (limit === 1 || pass.failures > MAX_TRACED_FAILURES) {
        const last = await batches.end(after, limit);
        this.#logSkipped(error, last, limit);
        return last;
      }
    }
    const half = Math.ceil(limit / 2);
    const middle = await this.#removeBatch(batches, pass, { after, limit: half });
    if (middle === null) return null;
    return await this.#removeBatch(batches, pass, { after: middle, limit: limit - half });
  }

  #logSkipped(error: unknown, last: RunCursor | null, limit: number): void {
    this.#deps.logger.warn(
      { err: error, runId: last?.id, runs: limit },
      limit === 1
        ? 'could not remove a run: the next pass retries it'
        : 'could not remove runs up to this one: the next pass retries them',
    );
  }

  async #removeBeyond(keep: number, signal: AbortSignal): Promise<void> {
    const { store } = this.#deps;
    const pass: Pass = { signal, failures: 0, isClaimedElsewhere: false };
    let after: string | undefined = '';
    while (after !== undefined) {
      const flows: string[] = await store.flowsBeyond(keep, after, FLOW_BATCH);
      for (const flow of flows) {
        await this.#removeOfFlow(flow, keep, pass);
        if (pass.isClaimedElsewhere || signal.aborted) return;
      }
      after = flows.at(-1);
    }
  }

  /** The next pass retries a flow that fails; the others go on. */
  async #removeOfFlow(flowId: string, keep: number, pass: Pass): Promise<void> {
    const { store, logger } = this.#deps;
    try {
      await this.#removeAll(store.beyond(flowId, keep), pass);
    } catch (error) {
      logger.warn(
        { err: error, flowId },
        'could not remove runs of a flow: the next pass retries it',
      );
    }
  }

  #count(removed: number): void {
    this.#deps.metrics.runsRemoved('retention', removed);
    if (removed > 0) this.#deps.onRemoved();
  }
}
