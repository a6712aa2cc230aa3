import { isConflict, isAdmissionRejection } from '../../../../kubernetes/client/kube-api-error.ts';
import { timeText } from '../../../../kubernetes/resources/time-text.ts';
import type { Database } from '../../../../prisma/client.ts';
import type { ScheduleErrorBoundary } from '../../schedules/schedule-error-boundary.ts';
import type { ObservedSchedule } from './schedule-resource.ts';
import type { ScheduleResources } from './schedule-resources.ts';

export interface SlotAcknowledgerDeps {
  readonly database: Database;
  readonly resources: ScheduleResources;
  readonly errors: ScheduleErrorBoundary;
}

interface OpenSchedule {
  readonly id: string;
  readonly seen: ObservedSchedule;
}

const BATCH = 100;

/**
 * Tells of times that wait in the cluster though the database has decided them: they were passed over,
 * or their run has ended. Any number of processes may do so at once.
 */
export class SlotAcknowledger {
  readonly #deps: SlotAcknowledgerDeps;

  constructor(deps: SlotAcknowledgerDeps) {
    this.#deps = deps;
  }

  async settle(seen: Iterable<[string, ObservedSchedule]>): Promise<void> {
    const open = [...seen].flatMap(([id, schedule]) => {
      return openTimes(schedule).length === 0 ? [] : [{ id, seen: schedule }];
    });
    for (let start = 0; start < open.length; start += BATCH) {
      await this.#settle(open.slice(start, start + BATCH));
    }
  }

  async #settle(batch: readonly OpenSchedule[]): Promise<void> {
    const times = batch.flatMap(({ id, seen }) => openTimes(seen).map((time) => ({ id, time })));
    const undecided = await findUndecided(this.#deps.database, times);
    for (const { id, seen } of batch) {
      const first = undecided.get(id) ?? Infinity;
      const decided = openTimes(seen).findLast((time) => time < first);
      if (decided !== undefined) await this.#tell(id, seen, new Date(decided));
    }
  }

  async #tell(id: string, seen: ObservedSchedule, time: Date): Promise<void> {
    try {
      await this.#deps.resources.settle(id, seen, timeText(time));
    } catch (error) {
      // It has changed meanwhile: a later look settles what is still open.
      if (isConflict(error)) return;
      // The API server will not have this one; what it says of the others is another matter.
      if (!isAdmissionRejection(error)) throw error;
      this.#deps.errors.report(id, error);
    }
  }
}

/** Times that wait and were not settled, the oldest first. */
function openTimes({ waiting, settledThrough }: ObservedSchedule): readonly number[] {
  return waiting.filter((time) => settledThrough === null || time > settledThrough);
}

/** The first time of each schedule that is not decided yet: it is to come, in line, or under way. */
async function findUndecided(
  database: Database,
  times: readonly { readonly id: string; readonly time: number }[],
): Promise<Map<string, number>> {
  const ids = times.map(({ id }) => id);
  const slots = times.map(({ time }) => new Date(time).toISOString());
  const rows = await database.$queryRaw<{ id: string; slot: Date }[]>`
    SELECT asked.id, min(asked.slot) AS slot
    FROM unnest(${ids}::text[], ${slots}::timestamptz[]) AS asked(id, slot)
    JOIN schedules AS schedule ON schedule.id = asked.id
    WHERE schedule.next_run_at <= asked.slot
       OR (schedule.fire_kind IS NOT NULL AND schedule.fire_run_id IS NULL)
       OR EXISTS (SELECT FROM schedule_slots AS line
                  WHERE line.schedule_id = asked.id AND line.slot = asked.slot
                    AND line.run_id IS NULL AND line.refusal IS NULL)
       OR EXISTS (SELECT FROM runs AS run
                  WHERE run.schedule_id = asked.id AND run.scheduled_for = asked.slot
                    AND run.status IN ('pending', 'running'))
    GROUP BY asked.id`;
  return new Map(rows.map(({ id, slot }) => [id, slot.getTime()]));
}
