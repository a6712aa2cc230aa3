import { randomUUID } from 'node:crypto';
import type { Schedule } from '../../../prisma/generated/client.ts';
import { openScheduleRig, type ScheduleRig } from '../../../test/support/schedule-rig.ts';
import { until } from '../../../test/support/until.ts';
import { invalid } from '../../domain/errors.ts';
import type { Scheduler } from './scheduler.ts';

let rig: ScheduleRig;

beforeEach(async () => {
  rig = await openScheduleRig('2027-01-04T10:00:00Z');
});

afterEach(() => rig.close());

const at = (time: string): Date => new Date(`2027-01-04T${time}Z`);

/** Polls, and finishes the runs that the poll and its checks of slots start. */
async function pollAndFinish(
  scheduler: Scheduler,
  status: 'success' | 'failed' | 'cancelled',
): Promise<void> {
  await scheduler.poll();
  await rig.finishRunsUntil(scheduler.idle(), status);
}

/** Waits for runs that no test code starts. */
async function untilRuns(schedule: Schedule | undefined, count: number): Promise<void> {
  await until(async () => (await rig.runs(schedule)).length >= count);
}

describe('a due schedule', () => {
  it('is triggered at its time and not before', async () => {
    const scheduler = rig.scheduler();
    const schedule = await rig.addSchedule({ nextRunAt: at('10:00:01') });
    await scheduler.poll();
    expect(await rig.runs()).toEqual([]);
    rig.time = at('10:00:02');
    await scheduler.poll();
    const [run] = await rig.runs(schedule);
    expect(await rig.read(schedule)).toMatchObject({
      lastFiredAt: expect.any(Date) as Date,
      lastRunId: run?.id,
      lastStatus: 'running',
    });
    await rig.finishRuns('success');
    await scheduler.idle();
    expect(await rig.read(schedule)).toMatchObject({
      lastStatus: 'success',
      nextRunAt: at('11:00:00'),
    });
  });

  it('stores the slot in its run, but none in a retry', async () => {
    const scheduler = rig.scheduler();
    const schedule = await rig.addSchedule({ maxRetries: 1, retryDelaySeconds: 60 });
    rig.time = at('10:00:03');
    await pollAndFinish(scheduler, 'failed');
    rig.time = at('10:01:03');
    await pollAndFinish(scheduler, 'success');
    const times = (await rig.runs(schedule)).map(({ scheduledFor }) => scheduledFor);
    expect(times).toEqual([at('10:00:00'), null]);
  });

  it('starts no run while nothing has changed, if it runs only then', async () => {
    const scheduler = rig.scheduler();
    const schedule = await rig.addSchedule({ onlyIfChanged: true });
    const other = await rig.addSchedule();
    rig.isUnchanged = true;
    await pollAndFinish(scheduler, 'success');
    expect(await rig.runs(schedule)).toEqual([]);
    expect(await rig.runs(other)).toHaveLength(1);
    expect((await rig.read(schedule)).nextRunAt).toEqual(at('11:00:00'));
    const missed = await rig.database.missedSlot.findMany({ where: { scheduleId: schedule.id } });
    expect(missed).toMatchObject([{ slot: at('10:00:00'), reason: 'unchanged' }]);
    rig.isUnchanged = false;
    rig.time = at('11:00:00');
    await pollAndFinish(scheduler, 'success');
    expect(await rig.runs(schedule)).toHaveLength(1);
  });

  it('retries a failed run also when nothing has changed', async () => {
    const scheduler = rig.scheduler();
    const fields = { onlyIfChanged: true, maxRetries: 1, retryDelaySeconds: 60 };
    const schedule = await rig.addSchedule(fields);
    await pollAndFinish(scheduler, 'failed');
    rig.isUnchanged = true;
    rig.time = at('10:01:03');
    await pollAndFinish(scheduler, 'success');
    expect(await rig.runs(schedule)).toHaveLength(2);
  });

  it('drops the slots during its run', async () => {
    const scheduler = rig.scheduler();
    const schedule = await rig.addSchedule();
    await scheduler.poll();
    rig.time = at('12:30:00');
    await scheduler.poll();
    await rig.finishRuns('success');
    await scheduler.idle();
    expect(await rig.runs()).toHaveLength(1);
    expect((await rig.read(schedule)).nextRunAt).toEqual(at('13:00:00'));
  });

  it('waits for another scheduled run of its flow', async () => {
    const scheduler = rig.scheduler();
    const flowId = await rig.addFlow();
    const first = await rig.addSchedule({ flowId, nextRunAt: at('09:59:50') });
    const second = await rig.addSchedule({ flowId });
    await scheduler.poll();
    await scheduler.poll();
    expect((await rig.runs()).map(({ scheduleId }) => scheduleId)).toEqual([first.id]);
    expect((await rig.read(second)).nextRunAt).toEqual(at('10:00:00'));
    await rig.finishRuns('success');
    await untilRuns(second, 1);
    await rig.finishRuns('success');
    await scheduler.idle();
  });

  it('is triggered by one of two racing schedulers', async () => {
    const schedulers = [rig.scheduler(), rig.scheduler()];
    const schedules: Schedule[] = [];
    for (let n = 0; n < 8; n++) schedules.push(await rig.addSchedule());
    const flowId = await rig.addFlow();
    const rivals = [await rig.addSchedule({ flowId }), await rig.addSchedule({ flowId })];
    await Promise.all(schedulers.flatMap((one) => [one.poll(), one.poll()]));
    const triggered = (await rig.runs()).map(({ scheduleId }) => scheduleId);
    expect(triggered.filter((id) => schedules.some((one) => one.id === id)).sort()).toEqual(
      schedules.map(({ id }) => id).sort(),
    );
    expect(triggered.filter((id) => rivals.some((one) => one.id === id))).toHaveLength(1);
    await rig.finishRuns('success');
    await untilRuns(undefined, 10);
    await rig.finishRuns('success');
    await Promise.all(schedulers.map((one) => one.idle()));
    expect(await rig.runs()).toHaveLength(10);
  });

  it('waits while the maximum of concurrent scheduled runs is reached', async () => {
    const scheduler = rig.scheduler({ settings: { SCHEDULER_MAX_CONCURRENT_RUNS: 1 } });
    const first = await rig.addSchedule({ nextRunAt: at('09:59:40') });
    const second = await rig.addSchedule();
    await scheduler.poll();
    expect((await rig.runs()).map(({ scheduleId }) => scheduleId)).toEqual([first.id]);
    await rig.finishRuns('success');
    // Free capacity is enough: no poll is requested.
    await untilRuns(second, 1);
    await rig.finishRuns('success');
    await scheduler.idle();
  });

  it('skips its slots without a record while its flow is disabled', async () => {
    const scheduler = rig.scheduler();
    const schedule = await rig.addSchedule();
    await rig.database.flow.updateMany({ data: { isDisabled: true } });
    await scheduler.poll();
    expect(await rig.runs()).toEqual([]);
    expect(await rig.read(schedule)).toMatchObject({
      nextRunAt: at('11:00:00'),
      lastStatus: null,
      consecutiveFailures: 0,
      isEnabled: true,
    });
  });
});

describe('a failure', () => {
  it('is retried with doubling delays, then the next slot comes', async () => {
    const scheduler = rig.scheduler();
    const schedule = await rig.addSchedule({ maxRetries: 2, retryDelaySeconds: 60 });
    await pollAndFinish(scheduler, 'failed');
    const first = { nextRunAt: at('10:01:00'), retryCount: 1, consecutiveFailures: 1 };
    expect(await rig.read(schedule)).toMatchObject({ ...first, lastStatus: 'failed' });
    rig.time = at('10:01:00');
    await pollAndFinish(scheduler, 'failed');
    expect(await rig.read(schedule)).toMatchObject({ nextRunAt: at('10:03:00'), retryCount: 2 });
    rig.time = at('10:03:00');
    await pollAndFinish(scheduler, 'failed');
    const last = { nextRunAt: at('11:00:00'), retryCount: 0, consecutiveFailures: 3 };
    expect(await rig.read(schedule)).toMatchObject(last);
    rig.time = at('11:00:00');
    await pollAndFinish(scheduler, 'success');
    const cleared = { nextRunAt: at('12:00:00'), retryCount: 0, consecutiveFailures: 0 };
    expect(await rig.read(schedule)).toMatchObject(cleared);
  });

  it('is retried after an hour at most', async () => {
    const scheduler = rig.scheduler();
    const schedule = await rig.addSchedule({ maxRetries: 10, retryDelaySeconds: 2_000 });
    await pollAndFinish(scheduler, 'failed');
    rig.time = (await rig.read(schedule)).nextRunAt ?? rig.time;
    await pollAndFinish(scheduler, 'failed');
    expect((await rig.read(schedule)).nextRunAt).toEqual(new Date(rig.time.getTime() + 3_600_000));
  });

  it('disables the schedule after the maximum of consecutive failures, and notifies once', async () => {
    const scheduler = rig.scheduler({ settings: { SCHEDULER_MAX_CONSECUTIVE_FAILURES: 2 } });
    const schedule = await rig.addSchedule();
    await pollAndFinish(scheduler, 'failed');
    expect(rig.disabled).toEqual([]);
    rig.time = at('11:00:00');
    await pollAndFinish(scheduler, 'failed');
    const after = await rig.read(schedule);
    const reason = 'The schedule was disabled after 2 failures in a row.';
    expect(after).toMatchObject({ isEnabled: false, nextRunAt: null, disabledReason: reason });
    expect(rig.disabled).toEqual([
      {
        scheduleId: schedule.id,
        flowId: schedule.flowId,
        reason,
        consecutiveFailures: 2,
        lastRunId: after.lastRunId,
      },
    ]);
    expect(rig.log.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ msg: 'schedule disabled after too many failures', flow: 'F' }),
    );
  });

  it('never disables the schedule when the setting is 0', async () => {
    const scheduler = rig.scheduler({ settings: { SCHEDULER_MAX_CONSECUTIVE_FAILURES: 0 } });
    const schedule = await rig.addSchedule({ consecutiveFailures: 1_000 });
    await pollAndFinish(scheduler, 'failed');
    expect(await rig.read(schedule)).toMatchObject({ isEnabled: true, consecutiveFailures: 1_001 });
  });

  it('counts when no run could start', async () => {
    const scheduler = rig.scheduler();
    const schedule = await rig.addSchedule({ lastRunId: 'earlier' });
    rig.refusal = invalid('There is no parameter "n".');
    await scheduler.poll();
    expect(await rig.read(schedule)).toMatchObject({
      lastStatus: 'failed',
      lastRunId: null,
      lastFiredAt: expect.any(Date) as Date,
      consecutiveFailures: 1,
      nextRunAt: at('11:00:00'),
    });
  });
});

it('a cancelled run counts neither as success nor as failure', async () => {
  const scheduler = rig.scheduler();
  const schedule = await rig.addSchedule({ consecutiveFailures: 2, maxRetries: 3 });
  await pollAndFinish(scheduler, 'cancelled');
  expect(await rig.read(schedule)).toMatchObject({
    lastStatus: 'cancelled',
    consecutiveFailures: 2,
    nextRunAt: at('11:00:00'),
  });
});

describe('the claim of a dead process', () => {
  it('is finished by another process when the run has finished', async () => {
    const schedule = await rig.addSchedule();
    await rig.scheduler().poll();
    const other = rig.scheduler();
    await other.poll();
    expect((await rig.read(schedule)).lastStatus).toBe('running');
    await rig.database.run.updateMany({ data: { status: 'failed' } });
    await other.poll();
    const settled = { lastStatus: 'failed', consecutiveFailures: 1, nextRunAt: at('11:00:00') };
    expect(await rig.read(schedule)).toMatchObject(settled);
  });

  it('counts as a failure after a minute without a run', async () => {
    const claimedBefore = (ms: number): object => ({ fireClaimedAt: new Date(Date.now() - ms) });
    const claim = { fireKind: 'slot', nextRunAt: at('11:00:00') };
    const schedule = await rig.addSchedule({ ...claim, ...claimedBefore(30_000) });
    const scheduler = rig.scheduler();
    // The clock of this process says that the claim is old. That of the database counts.
    rig.time = new Date(Date.now() + 3_600_000);
    await scheduler.poll();
    expect((await rig.read(schedule)).fireKind).toBe('slot');
    rig.time = at('10:01:01');
    await rig.database.schedule.updateMany({ data: claimedBefore(61_000) });
    await scheduler.poll();
    expect(await rig.read(schedule)).toMatchObject({ fireKind: null, consecutiveFailures: 1 });
  });
});

describe('a run whose process died before it recorded the run in the claim', () => {
  const nextRunAt = at('11:00:00');

  /** A claim, and a run of the schedule that was made so many seconds after it. */
  async function started(seconds: number): Promise<{ schedule: Schedule; runId: string }> {
    const fireClaimedAt = new Date(Date.now() - 61_000);
    const claim = { fireKind: 'slot', fireClaimedAt, nextRunAt, maxRetries: 3 };
    const schedule = await rig.addSchedule(claim);
    const runId = randomUUID();
    await rig.database.run.create({
      data: {
        id: runId,
        flowId: schedule.flowId,
        scheduleId: schedule.id,
        status: 'running',
        engine: 'polars',
        trigger: 'schedule',
        graphSnapshot: '{}',
        createdAt: new Date(fireClaimedAt.getTime() + seconds * 1000),
      },
    });
    return { schedule, runId };
  }

  it('becomes the run of the claim, which finishes with it', async () => {
    const { schedule, runId } = await started(1);
    const scheduler = rig.scheduler();
    rig.time = at('10:01:01');
    await scheduler.poll();
    const underWay = { fireRunId: runId, lastRunId: runId, lastStatus: 'running' };
    expect(await rig.read(schedule)).toMatchObject(underWay);
    await rig.database.run.update({ where: { id: runId }, data: { status: 'success' } });
    await scheduler.poll();
    expect(await rig.read(schedule)).toMatchObject({
      fireKind: null,
      lastStatus: 'success',
      consecutiveFailures: 0,
      retryCount: 0,
      nextRunAt,
    });
  });

  it('is distinguished from an earlier run', async () => {
    const { schedule, runId } = await started(-6);
    await rig.database.run.update({ where: { id: runId }, data: { status: 'success' } });
    rig.time = at('10:01:01');
    await rig.scheduler().poll();
    const failed = { fireKind: null, lastRunId: null, consecutiveFailures: 1, retryCount: 1 };
    expect(await rig.read(schedule)).toMatchObject(failed);
  });
});

describe('a started scheduler', () => {
  it('polls immediately, then at the interval of the setting', async () => {
    const schedule = await rig.addSchedule({ cron: '@yearly' });
    const pauses: number[] = [];
    const twice = Promise.withResolvers<undefined>();
    const scheduler = rig.scheduler({
      settings: { SCHEDULER_POLL_INTERVAL_SECONDS: 7 },
      async wait(milliseconds, signal) {
        pauses.push(milliseconds);
        if (pauses.length === 1) return;
        twice.resolve(undefined);
        const aborted = Promise.withResolvers<undefined>();
        signal.addEventListener('abort', () => {
          aborted.resolve(undefined);
        });
        await aborted.promise;
      },
    });
    scheduler.start();
    await twice.promise;
    expect(pauses).toEqual([7_000, 7_000]);
    expect(await rig.runs(schedule)).toHaveLength(1);
    const closed = scheduler.close();
    await rig.finishRuns('success');
    await closed;
    expect((await rig.read(schedule)).lastStatus).toBe('success');
  });
});
