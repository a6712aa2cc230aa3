import { invalid, notFound } from '../../domain/errors.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { inBatches } from '../../domain/list-batches.ts';
import { objectText } from '../../http/stored-json.ts';
import type { ListPage } from '../../domain/page.ts';
import type { LaunchedRun } from '../../execution/launch/run-launcher.ts';
import { nextCronTime } from '../../domain/schedules/cron-times.ts';
import type { ScheduleFires } from '../../execution/schedules/schedule-fires.ts';
import type { MissedSlotStore } from '../../domain/schedules/missed-slot-store.ts';
import type { IsTimeZone } from '../../domain/schedules/time-zones.ts';
import { chooseEngine } from '../../execution/launch/engine-choice.ts';
import type { RunService } from '../runs/service.ts';
import { checkFireParameters } from './fire-parameters.ts';
import type { MissedSlotRead } from './missed-slot-schemas.ts';
import { toMissedSlot, toScheduleRead } from './schedule-view.ts';
import type { ScheduleCreate, ScheduleRead, ScheduleRunsQuery, ScheduleUpdate } from './schemas.ts';
import type {
  FireFields,
  ScheduleFields,
  ScheduleRecord,
  ScheduleStore,
} from '../../domain/schedules/store.ts';

export interface ScheduleServiceDeps {
  readonly store: ScheduleStore;
  readonly missedSlots: Pick<MissedSlotStore, 'list'>;
  readonly fires: ScheduleFires;
  readonly runs: Pick<RunService, 'list'>;
  readonly isTimeZone: IsTimeZone;
  /** Told of a schedule that was made, changed or deleted, and of its next time; null: none, or the same. */
  readonly changed: (id: string, nextRunAt: Date | null) => void;
  readonly now: () => Date;
  readonly newId: () => string;
}

type Change = Partial<ScheduleFields & FireFields>;

/** What a schedule that is enabled again starts with. */
const FRESH = { consecutiveFailures: 0, retryCount: 0, disabledReason: null };

export class ScheduleService {
  readonly #deps: ScheduleServiceDeps;

  constructor(deps: ScheduleServiceDeps) {
    this.#deps = deps;
  }

  /** The oldest first, as JSON, batch by batch. An unknown flow has none. */
  async list(
    flowId: string | undefined,
    { fields, ...page }: ListPage & { readonly fields?: 'summary' | undefined },
  ): Promise<{ readonly items: AsyncIterable<readonly string[]>; readonly total: number }> {
    const { ids, total } = await this.#deps.store.listIds(flowId, page);
    return { items: this.#texts(ids, fields === 'summary'), total };
  }

  async *#texts(listed: readonly string[], isSummary: boolean): AsyncGenerator<string[]> {
    for (const ids of inBatches(listed.map((id) => ({ id, bytes: 0 })))) {
      const schedules = await this.#deps.store.list({ ids });
      yield schedules.map((schedule) => {
        const read = toScheduleRead(schedule);
        const left = isSummary ? { parameters: undefined, recent_runs: undefined } : {};
        return objectText({ ...read, ...left });
      });
    }
  }

  /** @throws DomainError not_found for an unknown flow */
  async listOfFlow(flowId: string): Promise<ScheduleRead[]> {
    await this.#graph(flowId);
    const schedules = await this.#deps.store.list({ flowId });
    return schedules.map(toScheduleRead);
  }

  /** @throws DomainError not_found */
  async get(id: string): Promise<ScheduleRead> {
    return toScheduleRead(await this.#find(id));
  }

  /** @throws DomainError not_found for an unknown flow; invalid, UserError for a value against a rule */
  async create(flowId: string, body: ScheduleCreate): Promise<ScheduleRead> {
    const { store, newId, changed } = this.#deps;
    const graph = await this.#graph(flowId);
    const parameters = (body.parameters ?? null) as JsonObject | null;
    const nextRunAt = this.#next(body.cron, body.timezone);
    const engine = body.engine ?? null;
    const id = newId();
    const schedule = {
      id,
      flowId,
      parameters,
      cron: body.cron,
      timezone: body.timezone,
      name: body.name ?? null,
      description: body.description ?? null,
      engine: engine === null ? null : chooseEngine([engine], engine),
      isEnabled: body.is_enabled,
      catchUp: body.catch_up,
      maxRetries: body.max_retries,
      retryDelaySeconds: body.retry_delay_seconds,
      runTimeoutSeconds: body.run_timeout_seconds ?? null,
      timeParameter: body.time_parameter ?? null,
      nextRunAt: body.is_enabled ? nextRunAt : null,
    };
    checkFireParameters(graph, schedule, this.#deps.now());
    if (!(await store.create(schedule))) throw notFound('Flow', flowId);
    changed(id, schedule.nextRunAt);
    return await this.get(id);
  }

  /**
   * Changes the given fields. Enabling forgets earlier failures; a new time or zone counts at once:
   * a retry that waits is given up, and what was missed before is not caught up any more.
   * @throws DomainError not_found; invalid, UserError for a value against a rule
   */
  async update(id: string, body: ScheduleUpdate): Promise<ScheduleRead> {
    const { store, changed } = this.#deps;
    const { flowId } = await this.#find(id);
    const setsParameters = body.parameters !== undefined || body.time_parameter !== undefined;
    const flow = setsParameters ? { graph: await this.#graph(flowId) } : null;
    let nextRunAt: Date | null = null;
    const isThere = await store.update(id, (schedule) => {
      const change = { ...plainChange(body), ...this.#timing(schedule, body) };
      if (flow !== null) {
        checkFireParameters(flow.graph, { ...schedule, ...change }, this.#deps.now());
      }
      nextRunAt = change.nextRunAt ?? null;
      const forgetsMissed = change.nextRunAt !== undefined || body.catch_up === false;
      return { ...change, forgetsMissed };
    });
    if (!isThere) throw notFound('Schedule', id);
    changed(id, nextRunAt);
    return await this.get(id);
  }

  /** Its runs stay. @throws DomainError not_found */
  async delete(id: string): Promise<void> {
    if (!(await this.#deps.store.delete(id))) throw notFound('Schedule', id);
    this.#deps.changed(id, null);
  }

  /**
   * Runs the flow now as the schedule would.
   * @throws DomainError not_found, conflict while another scheduled run of the flow is under way; invalid, UserError
   *   when it cannot be run
   */
  async runNow(id: string): Promise<LaunchedRun> {
    return await this.#deps.fires.fireNow(await this.#find(id));
  }

  /** The newest first, as JSON, batch by batch. @throws DomainError not_found */
  async listRuns(
    id: string,
    page: ScheduleRunsQuery,
  ): Promise<{ readonly items: AsyncIterable<readonly string[]>; readonly total: number }> {
    await this.#find(id);
    const order = { sort_by: 'created_at', sort_order: 'desc' } as const;
    return await this.#deps.runs.list({ schedule_id: id, ...order, ...page });
  }

  /** The slots that no run was started for, the newest first. @throws DomainError not_found */
  async listMissedSlots(
    id: string,
    page: ScheduleRunsQuery,
  ): Promise<{ slots: MissedSlotRead[]; total: number }> {
    await this.#find(id);
    const { slots, total } = await this.#deps.missedSlots.list(id, page);
    return { slots: slots.map(toMissedSlot), total };
  }

  /** The fields that say when it fires next. */
  #timing(schedule: ScheduleRecord, body: ScheduleUpdate): Change {
    const cron = body.cron ?? schedule.cron;
    const timezone = body.timezone ?? schedule.timezone;
    const isRetimed = body.cron !== undefined || body.timezone !== undefined;
    if (body.is_enabled === false) {
      if (isRetimed) this.#next(cron, timezone);
      return { isEnabled: false, nextRunAt: null };
    }
    if (body.is_enabled === true) {
      return { isEnabled: true, nextRunAt: this.#next(cron, timezone), ...FRESH };
    }
    if (!isRetimed) return {};
    const nextRunAt = this.#next(cron, timezone);
    // A retry that waited is given up: what comes next is a slot of its own.
    return schedule.isEnabled ? { nextRunAt, retryCount: 0 } : { nextRunAt: null };
  }

  /** @throws DomainError invalid, UserError when zone or expression cannot be read, or the time never comes */
  #next(cron: string, timezone: string): Date {
    if (!this.#deps.isTimeZone(timezone)) {
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

  async #find(id: string): Promise<ScheduleRecord> {
    const schedule = await this.#deps.store.find(id);
    if (schedule === null) throw notFound('Schedule', id);
    return schedule;
  }
}

function plainChange(body: ScheduleUpdate): Change {
  const { engine } = body;
  const change = {
    name: body.name,
    description: body.description,
    cron: body.cron,
    timezone: body.timezone,
    engine: typeof engine === 'string' ? chooseEngine([engine], engine) : engine,
    catchUp: body.catch_up,
    maxRetries: body.max_retries,
    retryDelaySeconds: body.retry_delay_seconds,
    runTimeoutSeconds: body.run_timeout_seconds,
    parameters: body.parameters as JsonObject | null | undefined,
    timeParameter: body.time_parameter,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
