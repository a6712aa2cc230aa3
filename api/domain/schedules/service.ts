import { invalid, notFound } from '../errors.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import { inBatches } from '../list-batches.ts';
import type { ListPage, Page } from '../page.ts';
import { nextCronTime } from './cron-times.ts';
import type { MissedSlot, MissedSlotStore } from './missed-slot-store.ts';
import { isTimeZone } from './time-zones.ts';
import { checkScheduleParameters } from './schedule-parameters.ts';
import type { TriggerFields, ScheduleFields, ScheduleRecord, ScheduleStore } from './store.ts';

export interface ScheduleServiceDeps {
  readonly store: ScheduleStore;
  readonly missedSlots: Pick<MissedSlotStore, 'list'>;
  /** Called after a schedule was created, updated or deleted. `nextRunAt`: its new next time; null: none, or unchanged. */
  readonly onChange: (id: string, nextRunAt: Date | null) => void;
  readonly now: () => Date;
  readonly newId: () => string;
}

type Change = Partial<ScheduleFields & TriggerFields>;

/** Enabling a schedule resets its failures and retries. */
const FRESH = { consecutiveFailures: 0, retryCount: 0, disabledReason: null };

/** Creates, reads, updates and deletes schedules. */
export class ScheduleService {
  readonly #deps: ScheduleServiceDeps;

  constructor(deps: ScheduleServiceDeps) {
    this.#deps = deps;
  }

  /** Lists schedules in batches, the oldest first. An unknown flow has none. */
  async list(
    flowId: string | undefined,
    page: ListPage,
  ): Promise<{
    readonly batches: AsyncIterable<readonly ScheduleRecord[]>;
    readonly total: number;
  }> {
    const { ids, total } = await this.#deps.store.listIds(flowId, page);
    return { batches: this.#batches(ids), total };
  }

  async *#batches(listed: readonly string[]): AsyncGenerator<readonly ScheduleRecord[]> {
    for (const ids of inBatches(listed.map((id) => ({ id, bytes: 0 })))) {
      yield await this.#deps.store.list({ ids });
    }
  }

  /** @throws DomainError not_found for an unknown flow */
  async listOfFlow(flowId: string): Promise<ScheduleRecord[]> {
    await this.#graph(flowId);
    return await this.#deps.store.list({ flowId });
  }

  /** @throws DomainError not_found */
  async get(id: string): Promise<ScheduleRecord> {
    const schedule = await this.#deps.store.find(id);
    if (schedule === null) throw notFound('Schedule', id);
    return schedule;
  }

  /** @throws DomainError not_found for an unknown flow, invalid, or UserError, for an invalid value */
  async create(flowId: string, fields: ScheduleFields): Promise<ScheduleRecord> {
    const { store, newId, onChange } = this.#deps;
    const graph = await this.#graph(flowId);
    const nextRunAt = this.#next(fields.cron, fields.timezone);
    const id = newId();
    const schedule = { ...fields, id, flowId, nextRunAt: fields.isEnabled ? nextRunAt : null };
    checkScheduleParameters(graph, schedule, this.#deps.now());
    if (!(await store.create(schedule))) throw notFound('Flow', flowId);
    onChange(id, schedule.nextRunAt);
    return await this.get(id);
  }

  /**
   * Changes the given fields. Enabling resets the failures. A new cron expression or zone takes effect
   * immediately: a pending retry is dropped, and earlier missed slots are no longer caught up.
   * @throws DomainError not_found, invalid, or UserError, for an invalid value
   */
  async update(id: string, fields: Partial<ScheduleFields>): Promise<ScheduleRecord> {
    const { store, onChange } = this.#deps;
    const { flowId } = await this.get(id);
    const hasParameters = fields.parameters !== undefined || fields.timeParameter !== undefined;
    const flow = hasParameters ? { graph: await this.#graph(flowId) } : null;
    let nextRunAt: Date | null = null;
    const exists = await store.update(id, (schedule) => {
      const change = { ...fields, ...this.#timing(schedule, fields) };
      if (flow !== null) {
        checkScheduleParameters(flow.graph, { ...schedule, ...change }, this.#deps.now());
      }
      nextRunAt = change.nextRunAt ?? null;
      const dropsMissed = change.nextRunAt !== undefined || fields.catchUp === false;
      return { ...change, dropsMissed };
    });
    if (!exists) throw notFound('Schedule', id);
    onChange(id, nextRunAt);
    return await this.get(id);
  }

  /** Deletes a schedule and keeps its runs. @throws DomainError not_found */
  async delete(id: string): Promise<void> {
    if (!(await this.#deps.store.delete(id))) throw notFound('Schedule', id);
    this.#deps.onChange(id, null);
  }

  /** Lists the missed slots of a schedule, the newest first. @throws DomainError not_found */
  async listMissedSlots(
    id: string,
    page: Page,
  ): Promise<{ readonly slots: readonly MissedSlot[]; readonly total: number }> {
    await this.get(id);
    return await this.#deps.missedSlots.list(id, page);
  }

  /** Returns the fields of an update that decide the next time. */
  #timing(schedule: ScheduleRecord, fields: Partial<ScheduleFields>): Change {
    const cron = fields.cron ?? schedule.cron;
    const timezone = fields.timezone ?? schedule.timezone;
    const isRetimed = fields.cron !== undefined || fields.timezone !== undefined;
    if (fields.isEnabled === false) {
      if (isRetimed) this.#next(cron, timezone);
      return { isEnabled: false, nextRunAt: null };
    }
    if (fields.isEnabled === true) {
      return { isEnabled: true, nextRunAt: this.#next(cron, timezone), ...FRESH };
    }
    if (!isRetimed) return {};
    const nextRunAt = this.#next(cron, timezone);
    // A pending retry is dropped: the next time is a slot.
    return schedule.isEnabled ? { nextRunAt, retryCount: 0 } : { nextRunAt: null };
  }

  /** @throws DomainError invalid, or UserError, for an invalid zone or expression, or one that never matches */
  #next(cron: string, timezone: string): Date {
    if (!isTimeZone(timezone)) {
      throw invalid(
        `Unknown time zone "${timezone}". Give a name of the IANA database, spelt as there, e.g. Europe/Berlin.`,
      );
    }
    const next = nextCronTime(cron, timezone, this.#deps.now());
    if (next !== null) return next;
    throw new UserError(`The time of the cron expression "${cron}" never comes.`);
  }

  async #graph(flowId: string): Promise<unknown> {
    const flow = await this.#deps.store.findGraph(flowId);
    if (flow === null) throw notFound('Flow', flowId);
    return flow.graph;
  }
}
