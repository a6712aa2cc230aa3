import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { IdempotencyKeyTakenError } from '../../api/execution/launch/run-launcher.ts';
import { insertRun } from '../../api/domain/runs/run-lifecycle-store.ts';
import { Backfills } from '../../api/execution/schedules/backfills.ts';
import {
  createTriggerMetrics,
  type TriggerMetrics,
} from '../../api/execution/schedules/trigger-metrics.ts';
import { createTriggerStore } from '../../api/domain/schedules/trigger-store.ts';
import { MissedSlotRecorder } from '../../api/execution/schedules/missed-slot-recorder.ts';
import { createMissedSlotStore } from '../../api/domain/schedules/missed-slot-store.ts';
import { CatchUp } from '../../api/execution/schedules/catch-up.ts';
import { ScheduleErrorBoundary } from '../../api/execution/schedules/schedule-error-boundary.ts';
import {
  ScheduleTriggers,
  type AutoDisabled,
  type RunStarter,
} from '../../api/execution/schedules/schedule-triggers.ts';
import { Scheduler, type SchedulerDeps } from '../../api/execution/schedules/scheduler.ts';
import { NO_EXTERNAL_CLOCK, type ExternalClock } from '../../api/execution/schedules/slot-clock.ts';
import { createSlotQueue, type SlotQueue } from '../../api/domain/schedules/slot-queue.ts';
import { createWatchStore } from '../../api/domain/schedules/watch-store.ts';
import type { SettingsFromEnvironment } from '../../api/domain/settings/definitions.ts';
import { createSettingsService } from '../../api/domain/settings/service.ts';
import { createSettingsStore } from '../../api/domain/settings/store.ts';
import { createPrismaClient, type Database } from '../../prisma/client.ts';
import type { Schedule } from '../../prisma/generated/client.ts';
import type { RunStatus, TerminalStatus } from '../../runner/domain/run-status.ts';
import { allowConnections, createTestDatabase } from './database.ts';
import { until } from './until.ts';

/** Schedulers on one database, with a clock and runs that the test moves. */
export interface ScheduleRig {
  readonly database: Database;
  /** What the clock shows; set it to let time pass. */
  time: Date;
  /** What the start of a run is refused with; null: it starts. */
  refusal: Error | null;
  /** The same for one flow. */
  refuse: (flowId: string) => Error | null;
  readonly disabled: AutoDisabled[];
  /** Lines of every process, from the level `warn` on. */
  readonly log: string[];
  /** The metrics of every process. */
  readonly registry: Registry;
  /** What starts the runs of schedules, with connections of its own. */
  triggers(options?: SchedulerOptions): ScheduleTriggers;
  /** A scheduler with connections of its own, as in another process. */
  scheduler(options?: SchedulerOptions): Scheduler;
  /** What runs past slots, with connections of its own too. */
  backfills(options?: SchedulerOptions): Backfills;
  readonly slots: SlotQueue;
  addFlow(): Promise<string>;
  /** Every hour of UTC, due at `nextRunAt`, unless told otherwise. */
  addSchedule(fields?: Partial<Omit<Schedule, 'parameters'>>): Promise<Schedule>;
  read(schedule: Schedule): Promise<Schedule>;
  /** The runs of a schedule or, without, all; the oldest first. */
  runs(schedule?: Schedule): Promise<RigRun[]>;
  /** Lets every run that is under way end. */
  endRuns(status: TerminalStatus): Promise<void>;
  /** Cuts every connection to the database and refuses new ones, until it is `allowed` again. */
  allowDatabase(allowed: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface RigRun {
  readonly id: string;
  readonly status: string;
  readonly scheduleId: string | null;
  readonly scheduledFor: Date | null;
  readonly localTime: string | null;
  readonly timeZone: string | null;
}

export interface SchedulerOptions {
  readonly settings?: SettingsFromEnvironment;
  readonly wait?: SchedulerDeps['wait'];
  /** How many missed times of a schedule are caught up: one, unless told otherwise. */
  readonly catchUpLimit?: number;
  /** What tells of times besides; nothing, unless told otherwise. */
  readonly clock?: ExternalClock;
  /** Told when a run beside the slots has ended; nobody is, unless told otherwise. */
  readonly flowFreed?: () => void;
}

export async function openScheduleRig(start: string): Promise<ScheduleRig> {
  const testDatabase = await createTestDatabase();
  const database = testDatabase.client;
  const projectId = randomUUID();
  const project = { id: projectId, name: 'P', nameKey: 'p', color: 'violet' };
  await database.project.create({ data: project });
  const clients: Database[] = [];
  let metrics: TriggerMetrics | null = null;
  const underWay = new Map<string, () => void>();
  const addFlow = async (): Promise<string> => {
    const id = randomUUID();
    await database.flow.create({ data: { id, projectId, name: 'F', graphJson: '{}' } });
    return id;
  };

  const starter: RunStarter = {
    async start(flowId, { parameters = null }, { trigger, scheduleId, ...key }) {
      const refusal = rig.refusal ?? rig.refuse(flowId);
      if (refusal !== null) throw refusal;
      const runId = randomUUID();
      const isNew = await insertRun(database, {
        id: runId,
        flowId,
        engine: 'polars',
        trigger,
        scheduleId,
        ...key,
        inputDatasetId: null,
        inputs: [],
        parameters,
        timeoutSeconds: 0,
        graph: { nodes: [], edges: [] },
      });
      if (!isNew) throw new IdempotencyKeyTakenError();
      const ended = Promise.withResolvers<undefined>();
      underWay.set(runId, () => {
        ended.resolve(undefined);
      });
      return { runId, finished: ended.promise };
    },
    async read(runId) {
      const run = await database.run.findUniqueOrThrow({ where: { id: runId } });
      return { status: run.status as RunStatus };
    },
  };

  /** What works on the database, with connections of its own. */
  function parts({
    settings: fromEnvironment = {},
    wait = () => Promise.resolve(),
    catchUpLimit: limit = 1,
    clock = NO_EXTERNAL_CLOCK,
    flowFreed = () => undefined,
  }: SchedulerOptions) {
    const client = createPrismaClient(testDatabase.url, { poolSize: 3 });
    clients.push(client);
    const logger = pino({ level: 'warn' }, { write: (line) => rig.log.push(line) });
    metrics ??= createTriggerMetrics(rig.registry);
    const store = createMissedSlotStore(client);
    const missedSlots = new MissedSlotRecorder({ store, logger, metrics });
    const common = {
      missedSlots,
      settings: createSettingsService({
        store: createSettingsStore(client),
        fromEnvironment: { SCHEDULER_MAX_CONCURRENT_RUNS: 10, ...fromEnvironment },
      }),
      logger,
      errors: new ScheduleErrorBoundary(logger),
      now: () => rig.time,
    };
    const triggerStore = createTriggerStore(client);
    const onAutoDisabled = (schedule: AutoDisabled): void => {
      rig.disabled.push(schedule);
    };
    const triggers = new ScheduleTriggers({
      ...common,
      store: triggerStore,
      runs: starter,
      metrics,
      onAutoDisabled,
      flowFreed,
    });
    const slots = createSlotQueue(client);
    const watch = createWatchStore(client);
    const added = (): void => undefined;
    const missed = new CatchUp({ ...common, store: triggerStore, slots, watch, limit, added });
    return {
      ...common,
      store: triggerStore,
      slots,
      missed,
      triggers,
      clock,
      wait,
      ended: () => undefined,
    };
  }

  const rig: ScheduleRig = {
    database,
    time: new Date(start),
    refusal: null,
    refuse: () => null,
    disabled: [],
    log: [],
    registry: new Registry(),
    triggers: (options = {}) => parts(options).triggers,
    slots: createSlotQueue(database),
    addFlow,
    scheduler: (options = {}) => new Scheduler(parts(options)),
    backfills: (options = {}) => new Backfills(parts(options)),
    async addSchedule(fields = {}) {
      const { flowId = await addFlow(), ...more } = fields;
      const data = { id: randomUUID(), flowId, cron: '0 * * * *', nextRunAt: rig.time, ...more };
      return await database.schedule.create({ data });
    },
    read: ({ id }) => database.schedule.findUniqueOrThrow({ where: { id } }),
    runs: (schedule) =>
      database.run.findMany({
        where: schedule === undefined ? {} : { scheduleId: schedule.id },
        select: {
          id: true,
          status: true,
          scheduleId: true,
          scheduledFor: true,
          localTime: true,
          timeZone: true,
        },
        orderBy: { createdAt: 'asc' },
      }),
    async endRuns(status) {
      const where = { status: 'pending' };
      const runs = await database.run.findMany({ where, select: { id: true } });
      const ids = runs.map(({ id }) => id);
      // What is in the database may be about to be known here.
      await until(() => ids.every((id) => underWay.has(id)));
      const data = { status, finishedAt: rig.time };
      await database.run.updateMany({ where: { id: { in: ids } }, data });
      for (const id of ids) {
        underWay.get(id)?.();
        underWay.delete(id);
      }
    },
    allowDatabase: (allowed) => allowConnections(testDatabase.url, allowed),
    async close() {
      await Promise.all(clients.map((client) => client.$disconnect()));
      await testDatabase.drop();
    },
  };
  return rig;
}
