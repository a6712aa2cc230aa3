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
  /** Every Run that is known of, by name. */
  readonly seen: () => Iterable<[string, ObservedRun]>;
  readonly isSeen: (runId: string) => boolean;
  /** Ends a run that has no Run resource, if that proves true. */
  readonly finishAbsent: (runId: string) => Promise<void>;
}

/** What is younger may still be on its way. */
const SETTLED_AFTER_MS = 30_000;
const BATCH = 500;

/** Finds what should not be: runs without a Run resource, and Run resources without a run that goes on. */
export class RunSweeper {
  readonly #deps: SweeperDeps;

  constructor(deps: SweeperDeps) {
    this.#deps = deps;
  }

  async sweep(): Promise<void> {
    const before = new Date(this.#deps.now().getTime() - SETTLED_AFTER_MS);
    await this.#finishAbsent(before);
    await this.#clearOrphans(before);
  }

  async #finishAbsent(before: Date): Promise<void> {
    for (const runId of await this.#absent(before)) {
      await this.#tryFor(runId, () => this.#deps.finishAbsent(runId));
    }
  }

  /** About as many as can be ended in one go. */
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

  async #clearOrphans(before: Date): Promise<void> {
    const old = [...this.#deps.seen()].filter(
      ([, { createdAt, isRecorded }]) => !isRecorded && new Date(createdAt) < before,
    );
    for (let start = 0; start < old.length; start += BATCH) {
      await this.#clear(old.slice(start, start + BATCH));
    }
  }

  async #clear(batch: readonly [string, ObservedRun][]): Promise<void> {
    const { database } = this.#deps;
    const statuses = await findRunStatuses(
      database,
      batch.map(([, { runId }]) => runId),
    );
    for (const [name, run] of batch) {
      await this.#tryFor(run.runId, () => this.#clearOne(name, run, statuses.get(run.runId)));
    }
  }

  async #clearOne(
    name: string,
    { runId, uid, end, isCancelRequested }: ObservedRun,
    status: RunStatus | undefined,
  ): Promise<void> {
    const { resources, logger } = this.#deps;
    if (status === undefined) {
      logger.warn({ runId }, 'a Run without a run is deleted');
      await resources.delete(name, uid);
    } else if (isTerminal(status) && end === null && !isCancelRequested) {
      logger.warn({ runId }, 'a Run whose run has ended is stopped');
      await resources.requestCancel(name);
    }
  }

  /** One run that fails keeps no other from its turn; the next sweep tries it again. */
  async #tryFor(runId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.logger.warn({ runId, err: error }, 'the sweep failed for a run');
    }
  }
}
