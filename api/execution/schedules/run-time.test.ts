import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { Schedule } from '../../../prisma/generated/client.ts';
import {
  openScheduleRig,
  type RigRun,
  type ScheduleRig,
  type SchedulerOptions,
} from '../../../test/support/schedule-rig.ts';
import type { LaunchedRun } from '../launch/run-launcher.ts';
import { until } from '../../../test/support/until.ts';

let rig: ScheduleRig;

beforeEach(async () => {
  rig = await openScheduleRig('2027-01-04T10:00:00Z');
});

afterEach(() => rig.close());

const DAILY = { cron: '0 6 * * *', catchUp: true, timeParameter: 'at' };

const OPTIONS: SchedulerOptions = {
  catchUpLimit: 3,
  settings: { SCHEDULER_POLL_INTERVAL_SECONDS: 1 },
};

/** Starts due schedules and queued slots, and finishes all runs. */
async function workOff(first: 'success' | 'failed' = 'success'): Promise<void> {
  const scheduler = rig.scheduler(OPTIONS);
  const line = rig.backfills(OPTIONS);
  await scheduler.poll();
  await line.poll();
  await rig.finishRuns(first);
  let isDone = false;
  const done = Promise.all([scheduler.idle(), line.idle()]).then(() => {
    isDone = true;
  });
  await until(async () => {
    await rig.finishRuns('success');
    return isDone;
  });
  await done;
}

/** Runs a past slot as a backfill does. */
async function runSlot({ id, flowId }: Schedule): Promise<LaunchedRun> {
  const slot = new Date('2027-01-02T23:30:00Z');
  const asked = { timeParameter: null, isMissed: false, retryOf: null };
  const run = await rig.triggers().triggerSlot({ scheduleId: id, flowId, slot, ...asked });
  if (run === null || run === 'full') throw new Error('The slot was not triggered');
  return run;
}

async function parametersOf({ id }: Pick<RigRun, 'id'>): Promise<unknown> {
  const [row] = await rig.database.$queryRaw<{ text: string }[]>`
    SELECT parameters AS text FROM runs WHERE id = ${id}`;
  return exactJson.parse(row?.text ?? '');
}

async function timesOf(schedule: Schedule): Promise<string[]> {
  const runs = await rig.runs(schedule);
  return runs.map(({ localTime, timeZone }) => `${localTime} ${timeZone}`);
}

it('each of three caught-up slots has its own day in now() and in its parameter', async () => {
  const nextRunAt = new Date('2027-01-02T06:00:00Z');
  const schedule = await rig.addSchedule({ ...DAILY, nextRunAt });
  await workOff();
  expect(await timesOf(schedule)).toEqual([
    '2027-01-02T06:00:00 UTC',
    '2027-01-03T06:00:00 UTC',
    '2027-01-04T06:00:00 UTC',
  ]);
  const given = await Promise.all((await rig.runs(schedule)).map(parametersOf));
  expect(given).toEqual([
    { at: '2027-01-02T06:00:00Z' },
    { at: '2027-01-03T06:00:00Z' },
    { at: '2027-01-04T06:00:00Z' },
  ]);
});

describe('a retry on the next day', () => {
  const LATE = { ...DAILY, cron: '30 23 * * *', maxRetries: 1, retryDelaySeconds: 3600 };
  const times = ['2027-01-04T23:30:00 UTC', '2027-01-04T23:30:00 UTC'];
  const parameters = { at: '2027-01-04T23:30:00Z' };

  it('has the day of its slot', async () => {
    rig.time = new Date('2027-01-04T23:30:00Z');
    const schedule = await rig.addSchedule({ ...LATE, catchUp: false });
    await workOff('failed');
    rig.time = new Date('2027-01-05T00:30:00Z');
    await workOff();
    expect(await timesOf(schedule)).toEqual(times);
    const given = await Promise.all((await rig.runs(schedule)).map(parametersOf));
    expect(given).toEqual([parameters, parameters]);
  });

  it('has the day of its slot when it is caught up, without a scheduled time', async () => {
    rig.time = new Date('2027-01-04T23:30:00Z');
    const schedule = await rig.addSchedule(LATE);
    await workOff('failed');
    rig.time = new Date('2027-01-05T09:00:00Z');
    await workOff();
    expect(await timesOf(schedule)).toEqual(times);
    const slotsOfRuns = (await rig.runs(schedule)).map(({ scheduledFor }) => scheduledFor);
    expect(slotsOfRuns).toEqual([new Date('2027-01-04T23:30:00Z'), null]);
    expect((await rig.read(schedule)).fireSlot).toEqual(new Date('2027-01-04T23:30:00Z'));
  });

  it.each([
    ['a manual run', (schedule: Schedule) => rig.triggers().triggerNow(schedule)],
    ['a backfill', runSlot],
  ])(
    'has the day of its slot, and so has the next retry, when %s succeeds in between',
    async (_, run) => {
      rig.time = new Date('2027-01-04T23:30:00Z');
      const schedule = await rig.addSchedule({ ...LATE, catchUp: false, maxRetries: 2 });
      await workOff('failed');
      rig.time = new Date('2027-01-05T00:10:00Z');
      const meanwhile = await run(schedule);
      await rig.finishRuns('success');
      await meanwhile.finished;
      const waiting = { nextRunAt: new Date('2027-01-05T00:30:00Z'), retryCount: 1 };
      expect(await rig.read(schedule)).toMatchObject({ ...waiting, consecutiveFailures: 0 });
      rig.time = waiting.nextRunAt;
      await workOff('failed');
      rig.time = new Date('2027-01-05T01:30:00Z');
      await workOff();
      const [first, , ...retries] = await rig.runs(schedule);
      expect(first?.localTime).toBe('2027-01-04T23:30:00');
      const ofSlot = { localTime: '2027-01-04T23:30:00', scheduledFor: null };
      expect(retries).toMatchObject([ofSlot, ofSlot]);
      expect(await Promise.all(retries.map(parametersOf))).toEqual([parameters, parameters]);
      const next = { nextRunAt: new Date('2027-01-05T23:30:00Z'), retryCount: 0 };
      expect(await rig.read(schedule)).toMatchObject(next);
    },
  );
});

it('a run has the local time of its schedule, in summer and in winter', async () => {
  const timezone = 'America/New_York';
  // Clocks go forward on 14 March 2027.
  const nextRunAt = new Date('2027-03-13T05:30:00Z');
  rig.time = new Date('2027-03-15T10:00:00Z');
  const schedule = await rig.addSchedule({ ...DAILY, cron: '30 0 * * *', timezone, nextRunAt });
  await workOff();
  expect(await timesOf(schedule)).toEqual([
    '2027-03-13T00:30:00 America/New_York',
    '2027-03-14T00:30:00 America/New_York',
    '2027-03-15T00:30:00 America/New_York',
  ]);
  const given = await Promise.all((await rig.runs(schedule)).map(parametersOf));
  expect(given.at(-1)).toEqual({ at: '2027-03-15T04:30:00Z' });
});

it('a manual run has the present time in the zone of its schedule', async () => {
  rig.time = new Date('2027-01-04T23:30:00.250Z');
  const schedule = await rig.addSchedule({ ...DAILY, timezone: 'Europe/Berlin', isEnabled: false });
  const run = await rig.triggers().triggerNow(schedule);
  await rig.finishRuns('success');
  await run.finished;
  expect(await timesOf(schedule)).toEqual(['2027-01-05T00:30:00.250 Europe/Berlin']);
  expect(await parametersOf({ id: run.runId })).toEqual({ at: '2027-01-04T23:30:00Z' });
});

it('a backfill with a time parameter sets that parameter', async () => {
  const schedule = await rig.addSchedule({ ...DAILY, isEnabled: false });
  const slot = new Date('2026-12-31T06:00:00Z');
  await rig.slots.enqueue(schedule.id, [slot], 'day');
  await workOff();
  expect(await timesOf(schedule)).toEqual(['2026-12-31T06:00:00 UTC']);
  const [run] = await rig.runs(schedule);
  expect(run && (await parametersOf(run))).toEqual({ day: '2026-12-31T06:00:00Z' });
});
