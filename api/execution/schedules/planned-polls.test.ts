import { randomUUID } from 'node:crypto';
import { openScheduleRig, type ScheduleRig } from '../../../test/support/schedule-rig.ts';
import { until } from '../../../test/support/until.ts';
import { ScheduleService } from '../../domain/schedules/service.ts';
import { createScheduleStore } from '../../domain/schedules/store.ts';
import type { ScheduleTriggers } from './schedule-triggers.ts';
import type { Scheduler } from './scheduler.ts';

const POLL_MS = 30_000;

let rig: ScheduleRig;
let pauses: Pause[];
let scheduler: Scheduler;
let triggers: ScheduleTriggers;

/** A pause of the scheduler that the test ends. */
interface Pause {
  readonly milliseconds: number;
  readonly signal: AbortSignal;
  readonly end: () => void;
}

beforeEach(async () => {
  rig = await openScheduleRig('2027-01-04T10:00:00Z');
  pauses = [];
  ({ scheduler, triggers } = rig.process({
    settings: { SCHEDULER_POLL_INTERVAL_SECONDS: POLL_MS / 1000 },
    wait: (milliseconds, signal) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const end = (): void => {
        resolve(undefined);
      };
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
      pauses.push({ milliseconds, signal, end });
      return promise;
    },
  }));
});

afterEach(async () => {
  await Promise.all([scheduler.close(), rig.finishRuns('success')]);
  await rig.close();
});

const at = (time: string): Date => new Date(`2027-01-04T${time}Z`);

/** The current pauses, except the one between regular polls. */
function planned(): Pause[] {
  return pauses.filter(({ milliseconds, signal }) => milliseconds !== POLL_MS && !signal.aborted);
}

/** Waits for the one planned poll and advances the clock to its time. */
async function untilPlanned(time: Date): Promise<void> {
  const milliseconds = time.getTime() - rig.time.getTime();
  await until(() => planned().some((pause) => pause.milliseconds === milliseconds));
  expect(planned().map((pause) => pause.milliseconds)).toEqual([milliseconds]);
  const [pause] = planned();
  pauses = pauses.filter((one) => one !== pause);
  rig.time = time;
  pause?.end();
}

async function start(): Promise<void> {
  scheduler.start();
  await until(() => pauses.some(({ milliseconds }) => milliseconds === POLL_MS));
}

function service(): ScheduleService {
  return new ScheduleService({
    store: createScheduleStore(rig.database),
    missedSlots: { list: () => Promise.resolve({ slots: [], total: 0 }) },
    onChange: (_, nextRunAt) => {
      if (nextRunAt !== null) scheduler.pollBy(nextRunAt);
    },
    now: () => rig.time,
    newId: randomUUID,
  });
}

const FIELDS = {
  name: null,
  description: null,
  timezone: 'UTC',
  engine: null,
  isEnabled: true,
  catchUp: false,
  onlyIfChanged: false,
  maxRetries: 0,
  retryDelaySeconds: 60,
  runTimeoutSeconds: null,
  parameters: null,
  timeParameter: null,
};

describe('a slot between two regular polls', () => {
  it('is triggered on time, and so is the next one', async () => {
    const schedule = await rig.addSchedule({ cron: '* * * * *', nextRunAt: at('10:00:12') });
    await start();
    await untilPlanned(at('10:00:12'));
    await until(async () => (await rig.runs(schedule)).length === 1);
    await rig.finishRuns('success');
    await scheduler.idle();
    await untilPlanned(at('10:01:00'));
    await until(async () => (await rig.runs(schedule)).length === 2);
    const [first, second] = await rig.runs(schedule);
    expect([first?.scheduledFor, second?.scheduledFor]).toEqual([at('10:00:12'), at('10:01:00')]);
  });

  it('is triggered on time when its schedule was created or changed after the last poll', async () => {
    await rig.addSchedule({ nextRunAt: at('10:30:00') });
    const flowId = await rig.addFlow();
    await start();
    const { id } = await service().create(flowId, { ...FIELDS, cron: '5 10 * * *' });
    await until(() => planned().some(({ milliseconds }) => milliseconds === 300_000));
    await service().update(id, { cron: '1 10 * * *' });
    await untilPlanned(at('10:01:00'));
    await until(async () => (await rig.runs()).length === 1);
    expect(await rig.runs()).toMatchObject([{ scheduleId: id, scheduledFor: at('10:01:00') }]);
  });

  it('is triggered a second later when the database is away', async () => {
    const schedule = await rig.addSchedule({ nextRunAt: at('10:00:12') });
    await start();
    await until(() => planned().length > 0);
    await rig.allowDatabase(false);
    await untilPlanned(at('10:00:12'));
    await until(() => planned().some(({ milliseconds }) => milliseconds === 1_000));
    await rig.allowDatabase(true);
    await untilPlanned(at('10:00:13'));
    await until(async () => (await rig.runs(schedule)).length === 1);
  });

  it('is triggered when the manual run finishes that it waited for', async () => {
    const schedule = await rig.addSchedule({ nextRunAt: at('10:00:12') });
    await start();
    const { finished } = await triggers.triggerNow(schedule);
    await untilPlanned(at('10:00:12'));
    await scheduler.idle();
    expect(await rig.runs(schedule)).toHaveLength(1);
    await rig.finishRuns('success');
    await finished;
    await untilPlanned(at('10:00:12'));
    await until(async () => (await rig.runs(schedule)).length === 2);
    expect((await rig.runs(schedule))[1]).toMatchObject({ scheduledFor: at('10:00:12') });
  });

  it('has one planned poll for any number of schedules and requests', async () => {
    for (let n = 5; n > 0; n--) await rig.addSchedule({ nextRunAt: at(`10:00:2${n}`) });
    await start();
    await until(() => planned().length > 0);
    for (let n = 9; n > 0; n--) scheduler.pollBy(at(`10:00:1${n}`));
    expect(planned().map(({ milliseconds }) => milliseconds)).toEqual([11_000]);
  });

  it('is left to the regular polls when it is more than an hour away', async () => {
    await rig.addSchedule({ nextRunAt: at('11:00:01') });
    await start();
    scheduler.pollBy(new Date('2028-01-01T00:00:00Z'));
    expect(planned()).toEqual([]);
  });
});
