import { notFound } from '../errors.ts';
import { cronTimesWithin, type TimeRange } from './cron-times-within.ts';
import { checkScheduleParameters } from './schedule-parameters.ts';
import type { SlotQueue, SlotState } from './slot-queue.ts';
import type { ScheduleRecord, ScheduleStore } from './store.ts';

export interface BackfillServiceDeps {
  readonly schedules: Pick<ScheduleStore, 'find' | 'findGraph'>;
  readonly slots: SlotQueue;
  /** Called after slots were enqueued. */
  readonly onEnqueued: () => void;
  readonly now: () => Date;
}

export interface BackfillRequest extends TimeRange {
  /** Maximum number of slots in the range. */
  readonly max: number;
  /** The parameter that is set to the slot of each run; null: that of the schedule, if any. */
  readonly timeParameter: string | null;
  /** Only list what would be enqueued. */
  readonly isDryRun: boolean;
}

/** A slot of a requested range. */
export interface BackfillSlot {
  readonly slot: Date;
  /** What was known of the slot before the request; null: nothing, the request enqueues it. */
  readonly before: SlotState | null;
}

/** Runs past slots of schedules on request, each at most once. */
export class BackfillService {
  readonly #deps: BackfillServiceDeps;

  constructor(deps: BackfillServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Enqueues the slots of a range that neither ran nor were requested before.
   * @returns every slot of the range, the oldest first
   * @throws DomainError not_found; invalid, UserError for an invalid range or parameter
   */
  async create(id: string, request: BackfillRequest): Promise<readonly BackfillSlot[]> {
    const { slots, onEnqueued, now } = this.#deps;
    const { isDryRun, timeParameter } = request;
    const schedule = await this.#find(id);
    const times = await cronTimesWithin(schedule, request, { max: request.max, now: now() });
    const graph = await this.#graph(schedule.flowId);
    const { parameters } = schedule;
    const effective = { parameters, timeParameter: timeParameter ?? schedule.timeParameter };
    checkScheduleParameters(graph, effective, times[0] ?? now());
    const states = await slots.statesOf(schedule, times);
    const before = new Map(states.map((state) => [state.slot.getTime(), state]));
    const fresh = times.filter((time) => !before.has(time.getTime()));
    if (!isDryRun && fresh.length > 0) {
      await slots.enqueue(id, fresh, timeParameter);
      onEnqueued();
    }
    return times.map((slot) => ({ slot, before: before.get(slot.getTime()) ?? null }));
  }

  /** The slots that were requested or missed, the newest first. @throws DomainError not_found */
  async list(
    id: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly slots: readonly SlotState[]; readonly total: number }> {
    await this.#find(id);
    return await this.#deps.slots.list(id, page);
  }

  /**
   * Removes the waiting slots from the queue; runs in progress go on.
   * @returns the number of removed slots
   * @throws DomainError not_found
   */
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
