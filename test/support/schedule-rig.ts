import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { insertRun } from '../../api/domain/runs/new-run-store.ts';
import { createSlotQueue, type SlotQueue } from '../../api/domain/schedules/slot-queue.ts';
import type { SettingsFromEnvironment } from '../../api/domain/settings/definitions.ts';
import { createSettingsService } from '../../api/domain/settings/service.ts';
import { createSettingsStore } from '../../api/domain/settings/store.ts';
import { IdempotencyKeyTakenError } from '../../api/execution/launch/run-launcher.ts';
import type { Backfills } from '../../api/execution/schedules/backfills.ts';
import {
  composeScheduling,
  type Scheduling,
} from '../../api/execution/schedules/compose-scheduling.ts';
import {
  NO_EXTERNAL_CLOCK,
  type ExternalClock,
} from '../../api/execution/schedules/schedule-mirror.ts';
import type { ScheduleTriggers } from '../../api/execution/schedules/schedule-triggers.ts';
import type { Scheduler, SchedulerDeps } from '../../api/execution/schedules/scheduler.ts';
import type { RunStarter } from '../../api/execution/schedules/start-scheduled-run.ts';
import type { AutoDisabled } from '../../api/execution/schedules/trigger-finisher.ts';
import {
  createTriggerMetrics,
  type TriggerMetrics,
} from '../../api/execution/schedules/trigger-metrics.ts';
import { createPrismaClient, type Database } from '../../prisma/client.ts';
import type { Schedule } from '../../prisma/generated/client.ts';
import type { RunStatus, TerminalStatus } from '../../runner/domain/run-status.ts';
import { allowConnections, createTestDatabase } from './database.ts';
import { until } from './until.ts';

/** Processes with schedulers on one database, with a clock and runs that the test controls. */
export interface ScheduleRig {
  readonly database: Database;
  /** The time of all processes. Set it to advance the clock. */
  time: Date;
  /** The error with which every start of a run fails; null: runs start. */
  refusal: Error | null;
  /** The error with which starts of a flow fail; null: they start. */
  refusalFor: (flowId: string) => Error | null;
  /** Whether a run would do what the latest successful run of its schedule did. */
  isUnchanged: boolean;
  /** Finds that out for a flow; it answers `isUnchanged` unless the test replaces it. */
  check: (flowId: string) => Promise<boolean>;
  readonly disabled: AutoDisabled[];
  /** Log lines of all processes, from the level `warn`. */
  readonly log: string[];
  /** The metrics of all processes. */
  readonly registry: Registry;
  /** Everything that triggers schedules in one process, with its own connections. */
  process(options?: SchedulerOptions): Scheduling;
  /** The triggers of another process. */
  triggers(options?: SchedulerOptions): ScheduleTriggers;
  /** The scheduler of another process. */
  scheduler(options?: SchedulerOptions): Scheduler;
  /** The backfills of another process. */
  backfills(options?: SchedulerOptions): Backfills;
  readonly slots: SlotQueue;
  addFlow(): Promise<string>;
  /** Adds a schedule; by default of each hour in UTC, due now. */
  addSchedule(fields?: Partial<Omit<Schedule, 'parameters'>>): Promise<Schedule>;
  read(schedule: Schedule): Promise<Schedule>;
  /** Lists the runs of a schedule, or all, the oldest first. */
  runs(schedule?: Schedule): Promise<RigRun[]>;
  /** Finishes every run in progress. */
  finishRuns(status: TerminalStatus): Promise<void>;
  /** Finishes the runs that work starts, until it is done. */
  finishRunsUntil(done: Promise<unknown>, status: TerminalStatus): Promise<void>;
  /** False: cuts every connection to the database and rejects new ones. */
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
  /** Maximum of missed slots that are caught up; 1 by default. */
  readonly catchUpLimit?: number;
  /** How many slots the process checks at once; as in production by default. */
  readonly maxChecks?: number;
  /** None by default. */
  readonly clock?: ExternalClock;
}

export async function openScheduleRig(start: string): Promise<ScheduleRig> {
  const testDatabase = await createTestDatabase();
  const database = testDatabase.client;
  const projectId = randomUUID();
  const project = { id: projectId, name: 'P', nameKey: 'p', color: 'violet' };
  await database.project.create({ data: project });
  const clients: Database[] = [];
  let metrics: TriggerMetrics | null = null;
  const inProgress = new Map<string, () => void>();
  const addFlow = async (): Promise<string> => {
    const id = randomUUID();
    await database.flow.create({ data: { id, projectId, name: 'F', graphJson: '{}' } });
    return id;
  };

  const starter: RunStarter = {
    async start(flowId, { parameters = null }, { trigger, scheduleId, ...key }) {
      const refusal = rig.refusal ?? rig.refusalFor(flowId);
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
      inProgress.set(runId, () => {
        ended.resolve(undefined);
      });
      return { runId, finished: ended.promise };
    },
    wouldRepeat: (flowId) => rig.check(flowId),
    async read(runId) {
      const run = await database.run.findUniqueOrThrow({ where: { id: runId } });
      return { status: run.status as RunStatus };
    },
  };

  /** Composes a process with its own connections. */
  function openProcess({
    settings: fromEnvironment = {},
    wait = () => Promise.resolve(),
    catchUpLimit = 1,
    clock = NO_EXTERNAL_CLOCK,
    maxChecks,
  }: SchedulerOptions = {}): Scheduling {
    const client = createPrismaClient(testDatabase.url, { poolSize: 3 });
    clients.push(client);
    metrics ??= createTriggerMetrics(rig.registry);
    return composeScheduling({
      database: client,
      runs: starter,
      settings: createSettingsService({
        store: createSettingsStore(client),
        fromEnvironment: { SCHEDULER_MAX_CONCURRENT_RUNS: 10, ...fromEnvironment },
      }),
      logger: pino({ level: 'warn' }, { write: (line) => rig.log.push(line) }),
      metrics,
      wait,
      now: () => rig.time,
      clock,
      catchUpLimit,
      ...(maxChecks === undefined ? {} : { maxChecks }),
      onAutoDisabled: (schedule) => {
        rig.disabled.push(schedule);
      },
    });
  }

  const rig: ScheduleRig = {
    database,
    time: new Date(start),
    refusal: null,
    isUnchanged: false,
    check: () => Promise.resolve(rig.isUnchanged),
    refusalFor: () => null,
    disabled: [],
    log: [],
    registry: new Registry(),
    process: openProcess,
    triggers: (options) => openProcess(options).triggers,
    slots: createSlotQueue(database),
    addFlow,
    scheduler: (options) => openProcess(options).scheduler,
    backfills: (options) => openProcess(options).backfills,
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
    async finishRuns(status) {
      const where = { status: 'pending' };
      const runs = await database.run.findMany({ where, select: { id: true } });
      const ids = runs.map(({ id }) => id);
      // The row of a run exists before this process knows the run.
      await until(() => ids.every((id) => inProgress.has(id)));
      const data = { status, finishedAt: rig.time };
      await database.run.updateMany({ where: { id: { in: ids } }, data });
      for (const id of ids) {
        inProgress.get(id)?.();
        inProgress.delete(id);
      }
    },
    async finishRunsUntil(done, status) {
      let isDone = false;
      const ending = done.finally(() => {
        isDone = true;
      });
      await until(async () => {
        await rig.finishRuns(status);
        return isDone;
      });
      await ending;
    },
    allowDatabase: (allowed) => allowConnections(testDatabase.url, allowed),
    async close() {
      await Promise.all(clients.map((client) => client.$disconnect()));
      await testDatabase.drop();
    },
  };
  return rig;
}
