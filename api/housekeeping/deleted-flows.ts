import type { Logger } from 'pino';
import type { HousekeepingMetrics } from './housekeeping-metrics.ts';
import type { DeletedFlowStore } from '../domain/flows/deleted-flow-store.ts';
import type { RunRemovalStore } from '../domain/runs/run-removal-store.ts';

export interface DeletedFlowsDeps {
  readonly flows: DeletedFlowStore;
  readonly runs: RunRemovalStore;
  readonly metrics: HousekeepingMetrics;
  readonly logger: Logger;
  /** Called after each batch that removed runs: their files can be deleted. */
  readonly onRemoved: () => void;
}

const FLOW_BATCH = 100;
const RUN_BATCH = 500;
const KEY_BATCH = 5_000;

/** Removes the rows of deleted flows in the background. The API no longer shows these flows. */
export class DeletedFlows {
  readonly #deps: DeletedFlowsDeps;

  constructor(deps: DeletedFlowsDeps) {
    this.#deps = deps;
  }

  /** Removes every deleted flow. The next call retries a flow that fails; the others go on. */
  async remove(signal: AbortSignal): Promise<void> {
    const { flows, logger } = this.#deps;
    let after = '';
    while (!signal.aborted) {
      const ids = await flows.list(after, FLOW_BATCH);
      for (const id of ids) {
        await this.#removeFlow(id, signal).catch((error: unknown) => {
          logger.warn(
            { err: error, flowId: id },
            'could not remove a deleted flow: the next pass retries it',
          );
        });
      }
      const last = ids.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  async #removeFlow(id: string, signal: AbortSignal): Promise<void> {
    const { flows, runs, metrics, onRemoved } = this.#deps;
    let hasMore = true;
    while (hasMore && !signal.aborted) {
      const count = await runs.removeRuns(id, RUN_BATCH);
      metrics.runsRemoved('flow_deleted', count);
      if (count > 0) onRemoved();
      const keys = await runs.removeKeys(id, KEY_BATCH);
      hasMore = count > 0 || keys > 0;
    }
    if (!signal.aborted) await flows.remove(id);
  }
}
