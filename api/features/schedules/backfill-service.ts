import { notFound } from '../../domain/errors.ts';
import type { Backfills } from '../../execution/schedules/backfills.ts';
import type { SlotState, SlotQueue } from '../../domain/schedules/slot-queue.ts';
import { slotText } from '../../domain/schedules/slot.ts';
import type { BackfillCreate, BackfillRead, BackfillSlot } from './backfill-schemas.ts';
import { timesWithin } from './backfill-times.ts';
import { checkScheduleParameters } from '../../domain/schedules/schedule-parameters.ts';
import type { ScheduleRecord, ScheduleStore } from '../../domain/schedules/store.ts';

export interface BackfillServiceDeps {
  readonly schedules: Pick<ScheduleStore, 'find' | 'findGraph'>;
  readonly slots: SlotQueue;
  readonly backfills: Pick<Backfills, 'notify'>;
  readonly now: () => Date;
}

/** Past times of schedules, run because someone asks for it: each once. */
export class BackfillService {
  readonly #deps: BackfillServiceDeps;

  constructor(deps: BackfillServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Puts the times of a range in line, those apart that were run or asked for before.
   * @throws DomainError not_found; invalid, UserError for a range or a parameter that will not do
   */
  async create(id: string, body: BackfillCreate): Promise<BackfillRead> {
    const { slots, backfills, now } = this.#deps;
    const schedule = await this.#find(id);
    const { max, dry_run: isDryRun } = body;
    const times = await timesWithin(schedule, body, { max, now: now() });
    const timeParameter = body.time_parameter ?? null;
    const graph = await this.#graph(schedule.flowId);
    const { parameters } = schedule;
    const time = times[0] ?? now();
    const wanted = { parameters, timeParameter: timeParameter ?? schedule.timeParameter };
    checkScheduleParameters(graph, wanted, time);
    const before = new Map(
      (await slots.statesOf(schedule, times)).map((state) => [state.slot.getTime(), state]),
    );
    const fresh = times.filter((time) => !before.has(time.getTime()));
    if (!isDryRun && fresh.length > 0) {
      await slots.enqueue(id, fresh, timeParameter);
      backfills.notify();
    }
    return {
      schedule_id: id,
      dry_run: isDryRun,
      new_slots: fresh.length,
      slots: times.map((slot) => {
        const known = before.get(slot.getTime());
        return known === undefined ? toNewSlot(slot) : toSlot(known);
      }),
    };
  }

  /** The times that were asked for or missed, the newest first. @throws DomainError not_found */
  async list(
    id: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ slots: BackfillSlot[]; total: number }> {
    await this.#find(id);
    const { slots, total } = await this.#deps.slots.list(id, page);
    return { slots: slots.map(toSlot), total };
  }

  /** Takes the times that wait out of the line; runs go on. @throws DomainError not_found */
  async cancel(id: string): Promise<number> {
    await this.#find(id);
    return await this.#deps.slots.clear(id);
  }

  async #graph(flowId: string): Promise<unknown> {
    const flow = await this.#deps.schedules.findGraph(flowId);
    if (flow === null) throw notFound('Flow', flowId);
    return flow.graph;
  }

  async #find(id: string): Promise<ScheduleRecord> {
    const schedule = await this.#deps.schedules.find(id);
    if (schedule === null) throw notFound('Schedule', id);
    return schedule;
  }
}

function toNewSlot(slot: Date): BackfillSlot {
  const scheduled_for = slotText(slot);
  return { scheduled_for, status: 'waiting', run_id: null, reason: null, is_new: true };
}

function toSlot({ slot, runId, runStatus, refusal }: SlotState): BackfillSlot {
  return {
    scheduled_for: slotText(slot),
    status: runStatus ?? (refusal === null ? 'waiting' : 'refused'),
    run_id: runId,
    reason: refusal,
    is_new: false,
  };
}
