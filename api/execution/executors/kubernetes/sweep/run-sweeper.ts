import type { Logger } from 'pino';
import type { Database } from '../../../../../prisma/client.ts';
import { isTerminal, type RunStatus } from '../../../../../runner/domain/run-status.ts';
import {
  listDispatchedRuns,
  findRunStatuses,
} from '../../../../domain/runs/unfinished-run-store.ts';
import type { ObservedRun } from '../run-resource/run-resource.ts';
import type { RunResources } from '../run-resource/run-resources.ts';

export interface SweeperDeps {
  readonly database: Database;
  readonly resources: RunResources;
  readonly logger: Logger;
  readonly now: () => Date;
  /** All cached Runs by name. */
  readonly seen: () => Iterable<[string, ObservedRun]>;
  readonly isSeen: (runId: string) => boolean;
  /** Finishes a run without a Run resource, after a live read has proven it. */
  readonly finishAbsent: (runId: string) => Promise<void>;
  /** Ends a sweep early. */
  readonly signal: AbortSignal;
}

/** Younger runs and Runs may still be in transit. */
const SETTLED_AFTER_MS = 30_000;
const BATCH = 500;
/** How many Runs are deleted or cancelled concurrently. */
const CONCURRENCY = 16;

/**
 * Sweeps runs without a Run resource, and Run resources without an active run. A Run whose run was removed, as by
 * the retention of runs, is deleted with its Jobs and pods, however long the operator would keep it. Any process
 * may do so at any time: a deletion that another one did first changes nothing.
 */
export class RunSweeper {
  readonly #deps: SweeperDeps;

  constructor(deps: SweeperDeps) {
    this.#deps = deps;
  }

  async sweep(): Promise<void> {
    const before = new Date(this.#deps.now().getTime() - SETTLED_AFTER_MS);
    await this.#finishAbsent(before);
    await this.#sweepOrphans(before);
  }

  async #finishAbsent(before: Date): Promise<void> {
    for (const runId of await this.#absent(before)) {
      await this.#attempt(runId, () => this.#deps.finishAbsent(runId));
    }
  }

  /** About one batch. */
  async #absent(before: Date): Promise<string[]> {
    const { database, isSeen } = this.#deps;
    const absent: string[] = [];
    let page: string[] = [];
    do {
      page = await listDispatchedRuns(database, before, { after: page.at(-1) ?? '', limit: BATCH });
      absent.push(...page.filter((runId) => !isSeen(runId)));
    } while (page.length === BATCH && absent.length < BATCH);
    return absent;
  }

  async #sweepOrphans(before: Date): Promise<void> {
    const old = [...this.#deps.seen()].filter(([, { createdAt }]) => new Date(createdAt) < before);
    for (let start = 0; start < old.length && !this.#deps.signal.aborted; start += BATCH) {
      await this.#sweepBatch(old.slice(start, start + BATCH));
    }
  }

  async #sweepBatch(batch: readonly [string, ObservedRun][]): Promise<void> {
    const { database, signal } = this.#deps;
    const statuses = await findRunStatuses(
      database,
      batch.map(([, { runId }]) => runId),
    );
    const orphans = batch.filter(([, run]) => isOrphan(run, statuses.get(run.runId)));
    for (let start = 0; start < orphans.length && !signal.aborted; start += CONCURRENCY) {
      const some = orphans.slice(start, start + CONCURRENCY);
      await Promise.all(
        some.map(([name, run]) =>
          this.#attempt(run.runId, () => this.#sweepOrphan(name, run, statuses.has(run.runId))),
        ),
      );
    }
  }

  async #sweepOrphan(
    name: string,
    { runId, uid, isRecorded }: ObservedRun,
    hasRun: boolean,
  ): Promise<void> {
    const { resources, logger } = this.#deps;
    if (hasRun) {
      logger.warn({ runId }, 'cancelling an orphaned Run: its run has finished');
      await resources.requestCancel(name);
      return;
    }
    if (isRecorded) logger.debug({ runId }, 'deleting the Run of a removed run');
    else logger.warn({ runId }, 'deleting an orphaned Run: its run does not exist');
    await resources.delete(name, uid);
  }

  /** A failure for one run does not affect others. The next sweep retries it. */
  async #attempt(runId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.logger.warn({ runId, err: error }, 'sweep of a run failed, will be retried');
    }
  }
}

/** @param status that of its run; undefined: the run was removed */
function isOrphan(
  { isRecorded, end, isCancelRequested }: ObservedRun,
  status: RunStatus | undefined,
): boolean {
  if (status === undefined) return true;
  return !isRecorded && isTerminal(status) && end === null && !isCancelRequested;
}
