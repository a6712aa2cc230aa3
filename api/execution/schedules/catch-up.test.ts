import { invalid } from '../../domain/errors.ts';
import type { TerminalStatus } from '../../../runner/domain/run-status.ts';
import type { Schedule } from '../../../prisma/generated/client.ts';
import {
  openScheduleRig,
  type ScheduleRig,
  type SchedulerOptions,
} from '../../../test/support/schedule-rig.ts';
import { until } from '../../../test/support/until.ts';
import { createSlotQueue } from '../../domain/schedules/slot-queue.ts';

let rig: ScheduleRig;

beforeEach(async () => {
  rig = await openScheduleRig('2027-01-04T10:00:00Z');
});

afterEach(() => rig.close());

const at = (time: string): Date => new Date(`2027-01-04T${time}Z`);
const MINUTELY = { cron: '* * * * *', catchUp: true };
const THREE: SchedulerOptions = {
  catchUpLimit: 3,
  settings: { SCHEDULER_POLL_INTERVAL_SECONDS: 1 },
};

it('a slot is not missed because the poll interval is lowered during a pause', async () => {
  const schedule = await rig.addSchedule({ nextRunAt: at('10:00:20') });
  const looked = Promise.withResolvers<undefined>();
  let pauses = 0;
  const scheduler = rig.scheduler({
    async wait(milliseconds, signal) {
      const isPoll = milliseconds !== 20_000;
      if (isPoll) pauses++;
      if (isPoll && pauses === 1) {
        const key = 'SCHEDULER_POLL_INTERVAL_SECONDS';
        await rig.database.setting.create({ data: { key, value: 1 } });
        rig.time = at('10:00:30');
        return;
      }
      if (isPoll) looked.resolve(undefined);
      // The poll that is planned for the slot never comes.
      if (signal.aborted) return;
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
    },
  });
  scheduler.start();
  await looked.promise;
  expect(await rig.runs(schedule)).toMatchObject([{ scheduledFor: at('10:00:20') }]);
  const closed = scheduler.close();
  await rig.finishRuns('success');
  await closed;
});

interface Server {
  pollSchedules(): Promise<void>;
  pollBackfills(): Promise<void>;
  idle(): Promise<void>;
}

function startServer(options: SchedulerOptions): Server {
  const scheduler = rig.scheduler(options);
  const line = rig.backfills(options);
  return {
    pollSchedules: () => scheduler.poll(),
    pollBackfills: () => line.poll(),
    idle: async () => {
      await Promise.all([scheduler.idle(), line.idle()]);
    },
  };
}

/** Starts servers concurrently and finishes all their runs: the first ones with `status`, later ones with success. */
async function workOff(
  options: SchedulerOptions,
  { count = 1, status = 'success' }: { count?: number; status?: TerminalStatus } = {},
): Promise<void> {
  const servers = Array.from({ length: count }, () => startServer(options));
  await Promise.all(servers.map((server) => server.pollSchedules()));
  await Promise.all(servers.map((server) => server.pollBackfills()));
  let isDone = false;
  const done = Promise.all(servers.map((server) => server.idle())).then(() => {
    isDone = true;
  });
  await rig.finishRuns(status);
  await until(async () => {
    await rig.finishRuns('success');
    return isDone;
  });
  await done;
}

/** Lists the queued slots that ran, in the order of their runs. */
async function ran(schedule: Schedule): Promise<string[]> {
  const rows = await rig.database.$queryRaw<{ slot: Date }[]>`
    SELECT slot FROM schedule_slots JOIN runs ON runs.id = run_id
    WHERE schedule_slots.schedule_id = ${schedule.id} ORDER BY runs.created_at`;
  return rows.map(({ slot }) => slot.toISOString().slice(11, 16));
}

describe('slots during an outage', () => {
  it('run once when the schedule catches up, and are skipped otherwise', async () => {
    const nextRunAt = at('07:00:00');
    const caughtUp = await rig.addSchedule({ catchUp: true, nextRunAt });
    const skipped = await rig.addSchedule({ nextRunAt });
    await workOff({});
    expect(await ran(caughtUp)).toEqual(['10:00']);
    expect(await rig.runs()).toHaveLength(1);
    for (const schedule of [caughtUp, skipped])
      expect((await rig.read(schedule)).nextRunAt).toEqual(at('11:00:00'));
  });

  it('are not caught up when nothing has changed, if the schedule runs only then', async () => {
    rig.isUnchanged = true;
    const nextRunAt = at('09:00:00');
    const schedule = await rig.addSchedule({ catchUp: true, onlyIfChanged: true, nextRunAt });
    const other = await rig.addSchedule({ catchUp: true, nextRunAt });
    await workOff({});
    expect(await rig.runs(schedule)).toEqual([]);
    expect(await ran(other)).toEqual(['10:00']);
    expect((await rig.read(schedule)).nextRunAt).toEqual(at('11:00:00'));
    const where = { scheduleId: schedule.id };
    const missed = await rig.database.missedSlot.findMany({ where, orderBy: { slot: 'asc' } });
    expect(missed).toMatchObject([
      { slot: at('09:00:00'), reason: 'unchanged' },
      { slot: at('10:00:00'), reason: 'unchanged' },
    ]);
  });

  it('run once each, the oldest first, when several servers start concurrently', async () => {
    const schedules: Schedule[] = [];
    for (let n = 0; n < 4; n++)
      schedules.push(await rig.addSchedule({ ...MINUTELY, nextRunAt: at('09:58:00') }));
    await workOff(THREE, { count: 3 });
    for (const schedule of schedules) {
      expect(await ran(schedule)).toEqual(['09:58', '09:59', '10:00']);
      expect(await rig.read(schedule)).toMatchObject({
        nextRunAt: at('10:01:00'),
        lastFiredAt: expect.any(Date) as Date,
        lastStatus: 'success',
      });
    }
    expect(await rig.runs()).toHaveLength(12);
  });

  it('run up to the limit, the latest ones, also after years', async () => {
    const schedule = await rig.addSchedule({ ...MINUTELY, nextRunAt: new Date('2020-01-01') });
    await workOff(THREE);
    expect(await ran(schedule)).toEqual(['09:58', '09:59', '10:00']);
  });

  it('are caught up after the database was away', async () => {
    const scheduler = rig.scheduler(THREE);
    await scheduler.poll();
    const caughtUp = await rig.addSchedule({ ...MINUTELY, nextRunAt: at('10:01:00') });
    const skipped = await rig.addSchedule({ cron: '* * * * *', nextRunAt: at('10:01:00') });
    rig.time = at('10:03:30');
    await scheduler.poll();
    await workOff(THREE);
    expect(await ran(caughtUp)).toEqual(['10:01', '10:02', '10:03']);
    expect(await rig.runs(skipped)).toEqual([]);
  });

  it('of several outages share the limit', async () => {
    const schedule = await rig.addSchedule({ ...MINUTELY, nextRunAt: at('09:59:00') });
    await rig.scheduler(THREE).poll();
    rig.time = at('10:02:30');
    await workOff(THREE);
    expect(await ran(schedule)).toEqual(['10:00', '10:01', '10:02']);
  });

  it('are skipped while the flow is disabled', async () => {
    const schedule = await rig.addSchedule({ ...MINUTELY, nextRunAt: at('09:58:00') });
    await rig.database.flow.updateMany({ data: { isDisabled: true } });
    await workOff(THREE);
    await rig.database.flow.updateMany({ data: { isDisabled: false } });
    await workOff(THREE);
    expect(await rig.runs(schedule)).toEqual([]);
    expect((await rig.read(schedule)).nextRunAt).toEqual(at('10:01:00'));
  });

  it('run once when a server died between claim and run', async () => {
    const schedule = await rig.addSchedule({ ...MINUTELY, nextRunAt: at('10:00:00') });
    rig.time = at('10:00:30');
    await rig.scheduler(THREE).poll();
    const claim = { fireKind: 'late', fireClaimedAt: new Date(Date.now() - 61_000) };
    await rig.database.schedule.update({ where: { id: schedule.id }, data: claim });
    rig.time = at('10:01:31');
    const nextRunAt = at('10:02:00');
    await rig.database.schedule.update({ where: { id: schedule.id }, data: { nextRunAt } });
    await workOff(THREE);
    expect(await ran(schedule)).toEqual(['10:00']);
    expect(await rig.read(schedule)).toMatchObject({ nextRunAt, consecutiveFailures: 0 });
  });
});

describe('a late slot', () => {
  it('is not missed while another scheduler may be about to trigger it', async () => {
    const schedule = await rig.addSchedule({ nextRunAt: at('09:59:40') });
    await rig.scheduler({ settings: { SCHEDULER_POLL_INTERVAL_SECONDS: 30 } }).poll();
    expect(await rig.runs(schedule)).toHaveLength(1);
  });

  it('is not missed while it waits for another run or for capacity', async () => {
    const options = { settings: { SCHEDULER_MAX_CONCURRENT_RUNS: 1 } };
    const scheduler = rig.scheduler(options);
    const flowId = await rig.addFlow();
    const first = await rig.addSchedule({ flowId });
    const second = await rig.addSchedule({ flowId });
    await scheduler.poll();
    for (const time of ['10:00:30', '10:01:00', '10:01:30', '10:02:00']) {
      rig.time = at(time);
      await scheduler.poll();
    }
    expect(await rig.runs()).toHaveLength(1);
    await rig.finishRuns('success');
    await until(async () => (await rig.runs()).length === 2);
    expect(await rig.runs(first)).toHaveLength(1);
    expect(await rig.runs(second)).toHaveLength(1);
    await rig.finishRuns('success');
    await scheduler.idle();
  });
});

describe('the run of a caught-up slot', () => {
  it('is retried after a failure, before the next missed slot runs', async () => {
    const fields = { ...MINUTELY, cron: '*/15 * * * *', maxRetries: 1, retryDelaySeconds: 60 };
    const schedule = await rig.addSchedule({ ...fields, nextRunAt: at('09:45:00') });
    await workOff(THREE, { status: 'failed' });
    const retry = { nextRunAt: at('10:01:00'), retryCount: 1, consecutiveFailures: 1 };
    expect(await rig.read(schedule)).toMatchObject({ ...retry, lastStatus: 'failed' });
    expect(await rig.runs(schedule)).toHaveLength(1);
    rig.time = at('10:01:00');
    await workOff(THREE);
    expect(await ran(schedule)).toEqual(['09:45']);
    await workOff(THREE);
    expect(await ran(schedule)).toEqual(['09:45', '10:00']);
    expect(await rig.runs(schedule)).toHaveLength(3);
    const after = { nextRunAt: at('10:15:00'), retryCount: 0, consecutiveFailures: 0 };
    expect(await rig.read(schedule)).toMatchObject({ ...after, lastStatus: 'success' });
  });

  it('can be a missed retry', async () => {
    const fields = { catchUp: true, maxRetries: 2, retryCount: 1, consecutiveFailures: 1 };
    const schedule = await rig.addSchedule({ ...fields, nextRunAt: at('09:01:00') });
    await workOff({ catchUpLimit: 3 });
    expect(await ran(schedule)).toEqual(['09:01', '10:00']);
    const slotsOfRuns = (await rig.runs(schedule)).map(({ scheduledFor }) => scheduledFor);
    expect(slotsOfRuns).toEqual([null, at('10:00:00')]);
    expect(await rig.read(schedule)).toMatchObject({ nextRunAt: at('11:00:00'), retryCount: 0 });
  });

  it('is listed with its slot, also as a missed retry', async () => {
    const fields = { catchUp: true, maxRetries: 2, retryCount: 1, consecutiveFailures: 1 };
    const retry = { fireSlot: at('09:00:00'), nextRunAt: at('09:01:00') };
    const schedule = await rig.addSchedule({ ...fields, ...retry });
    await workOff({ catchUpLimit: 3 });
    const page = { limit: 10, offset: 0 };
    const { slots } = await createSlotQueue(rig.database).list(schedule.id, page);
    expect(slots).toMatchObject([
      { slot: at('10:00:00'), runStatus: 'success' },
      { slot: at('09:00:00'), runStatus: 'success' },
    ]);
  });

  it('does not record a dropped retry as a missed slot', async () => {
    const options = { ...THREE, catchUpLimit: 2 };
    const fields = { catchUp: true, maxRetries: 2, retryCount: 1, consecutiveFailures: 1 };
    const retry = { fireSlot: at('09:00:00'), nextRunAt: at('09:01:00') };
    const schedule = await rig.addSchedule({ ...fields, ...retry });
    await rig.scheduler(options).poll();
    rig.time = at('12:00:30');
    await workOff(options);
    expect(await ran(schedule)).toEqual(['11:00', '12:00']);
    const missed = await rig.database.missedSlot.findMany({ where: { scheduleId: schedule.id } });
    expect(missed.map(({ slot }) => slot)).toEqual([at('10:00:00')]);
  });

  it('counts as a failure when it cannot start, and the schedule is disabled after too many', async () => {
    const schedule = await rig.addSchedule({ ...MINUTELY, nextRunAt: at('09:58:00') });
    rig.refusal = invalid('There is no parameter "n".');
    const options = { ...THREE, settings: { SCHEDULER_MAX_CONSECUTIVE_FAILURES: 2 } };
    await workOff(options);
    rig.refusal = null;
    await workOff(options);
    expect(await rig.runs(schedule)).toEqual([]);
    expect(await rig.read(schedule)).toMatchObject({
      isEnabled: false,
      consecutiveFailures: 2,
      lastStatus: 'failed',
      lastRunId: null,
    });
    expect(rig.disabled).toHaveLength(1);
  });
});
