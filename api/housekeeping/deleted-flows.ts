import type { Logger } from 'pino';
import type { HousekeepingMetrics } from './housekeeping-metrics.ts';
import type { DeletedFlowStore } from '../domain/flows/deleted-flow-store.ts';
import type { RunRemovalStore } from '../domain/runs/run-removal-store.ts';

export interface DeletedFlowsDeps {
  readonly flows: DeletedFlowStore;
  readonly runs: RunRemovalStore;
  readonly metrics: HousekeepingMetrics;
  readonly logger: Logger;
  /** Called after each batch: files of removed runs are to be deleted. */
  readonly removed: () => void;
}

const FLOWS = 100;
const RUNS = 500;
const KEYS = 5_000;

/** Removes the rows of flows that were deleted. No answer shows them any more, so it can take its time. */
export class DeletedFlows {
  readonly #deps: DeletedFlowsDeps;

  constructor(deps: DeletedFlowsDeps) {
    this.#deps = deps;
  }

  /** Removes all there are; a flow that fails is left to the next call, and does not stop the others. */
  async remove(signal: AbortSignal): Promise<void> {
    const { flows, logger } = this.#deps;
    let after = '';
    while (!signal.aborted) {
      const ids = await flows.list(after, FLOWS);
      for (const id of ids) {
        await this.#removeFlow(id, signal).catch((error: unknown) => {
          logger.warn({ err: error, flowId: id }, 'could not remove a deleted flow; it is retried');
        });
      }
      const last = ids.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  async #removeFlow(id: string, signal: AbortSignal): Promise<void> {
    const { flows, runs, metrics, removed } = this.#deps;
    let isMore = true;
    while (isMore && !signal.aborted) {
      const count = await runs.removeRuns(id, RUNS);
      metrics.runsRemoved('flow_deleted', count);
      if (count > 0) removed();
      const keys = await runs.removeKeys(id, KEYS);
      isMore = count > 0 || keys > 0;
    }
    if (!signal.aborted) await flows.remove(id);
  }
}
