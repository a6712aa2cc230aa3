import type { DueSchedule } from '../../domain/schedules/due-store.ts';
import { runRequestOf, type StartScheduledRunDeps } from './start-scheduled-run.ts';

/**
 * Whether the slot of a due schedule needs no run: the schedule runs only on changed data, and there is none. A
 * retry always has something to do.
 */
export async function hasNothingToDo(
  { store, runs }: Pick<StartScheduledRunDeps, 'store' | 'runs'>,
  { id, flowId, nextRunAt: slot, onlyIfChanged, retryCount }: DueSchedule,
): Promise<boolean> {
  if (!onlyIfChanged || retryCount > 0) return false;
  const request = await store.findRequest(id);
  if (request === null) return false;
  const { timeParameter } = request;
  return await runs.wouldRepeat(flowId, runRequestOf(request, { slot }), { id, timeParameter });
}
