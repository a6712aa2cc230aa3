import { createScheduleStore } from '../../domain/schedules/store.ts';
import { until } from '../../../test/support/until.ts';
import { openScheduleRig, type ScheduleRig } from '../../../test/support/schedule-rig.ts';
import type { Schedule } from '../../../prisma/generated/client.ts';

let rig: ScheduleRig;

beforeEach(async () => {
  rig = await openScheduleRig('2027-01-04T10:00:00Z');
});

afterEach(() => rig.close());

const at = (time: string): Date => new Date(`2027-01-04T${time}Z`);
const ONE = { settings: { SCHEDULER_MAX_CONCURRENT_RUNS: 1 } };

/** Lists the missed slots of a schedule, the oldest first: `10:01 no_scheduler`. */
async function missed({ id }: Schedule): Promise<string[]> {
  const rows = await rig.database.missedSlot.findMany({
    where: { scheduleId: id },
    orderBy: { slot: 'asc' },
  });
  return rows.map(({ slot, reason }) => `${slot.toISOString().slice(11, 16)} ${reason}`);
}

async function counted(reason: string): Promise<number | undefined> {
  const metric = await rig.registry.getSingleMetric('millrace_schedule_missed_slots_total')?.get();
  return metric?.values.find(({ labels }) => labels.reason === reason)?.value;
}

const lines = (): string[] => rig.log.filter((line) => line.includes('schedule missed slots'));

describe('slots are recorded as missed', () => {
  it('when no server polled and the schedule does not catch up, once for several servers', async () => {
    const schedule = await rig.addSchedule({ nextRunAt: at('07:00:00') });
    await Promise.all([rig.scheduler().poll(), rig.scheduler().poll()]);
    const slots = ['07:00', '08:00', '09:00', '10:00'];
    expect(await missed(schedule)).toEqual(slots.map((slot) => `${slot} no_scheduler`));
    expect(await counted('no_scheduler')).toBe(4);
    expect(lines()).toHaveLength(1);
  });

  it('when they exceed the catch-up limit', async () => {
    const schedule = await rig.addSchedule({ catchUp: true, nextRunAt: at('07:00:00') });
    await rig.scheduler({ catchUpLimit: 2 }).poll();
    expect(await missed(schedule)).toEqual(['07:00 catch_up_limit', '08:00 catch_up_limit']);
    rig.time = at('12:30:00');
    await rig.scheduler({ catchUpLimit: 2 }).poll();
    expect((await missed(schedule)).slice(2)).toEqual([
      '09:00 catch_up_limit',
      '10:00 catch_up_limit',
    ]);
  });

  it('when the maximum of concurrent scheduled runs was reached', async () => {
    const scheduler = rig.scheduler(ONE);
    await scheduler.poll();
    const first = await rig.addSchedule({ nextRunAt: at('09:59:50') });
    const second = await rig.addSchedule({ cron: '* * * * *' });
    await scheduler.poll();
    expect((await rig.runs()).map(({ scheduleId }) => scheduleId)).toEqual([first.id]);
    for (const time of ['10:00:40', '10:01:20', '10:02:00', '10:02:40', '10:03:20']) {
      rig.time = at(time);
      await scheduler.poll();
    }
    await rig.finishRuns('success');
    await until(async () => (await rig.runs(second)).length === 1);
    expect(await rig.runs(second)).toMatchObject([{ scheduledFor: at('10:00:00') }]);
    const slots = ['10:01', '10:02', '10:03'];
    expect(await missed(second)).toEqual(slots.map((slot) => `${slot} concurrency_limit`));
    expect(await counted('concurrency_limit')).toBe(3);
    await rig.finishRuns('success');
    await scheduler.idle();
  });

  it('when they come during a run of the schedule', async () => {
    const scheduler = rig.scheduler();
    await scheduler.poll();
    const schedule = await rig.addSchedule();
    await scheduler.poll();
    rig.time = at('12:30:00');
    await rig.finishRuns('success');
    await scheduler.idle();
    expect(await missed(schedule)).toEqual(['11:00 flow_busy', '12:00 flow_busy']);
  });

  it('when they come during a run of another schedule of the flow', async () => {
    const scheduler = rig.scheduler();
    await scheduler.poll();
    const flowId = await rig.addFlow();
    const first = await rig.addSchedule({ flowId, nextRunAt: at('09:59:50') });
    const second = await rig.addSchedule({ flowId, cron: '* * * * *' });
    for (const time of ['10:00:00', '10:00:40', '10:01:20', '10:02:00']) {
      rig.time = at(time);
      await scheduler.poll();
    }
    expect((await rig.runs()).map(({ scheduleId }) => scheduleId)).toEqual([first.id]);
    await rig.finishRuns('success');
    await until(async () => (await rig.runs(second)).length === 1);
    expect(await missed(second)).toEqual(['10:01 flow_busy', '10:02 flow_busy']);
    await rig.finishRuns('success');
    await scheduler.idle();
  });

  it('when no capacity is left after the run of another schedule of the flow', async () => {
    const scheduler = rig.scheduler({ settings: { SCHEDULER_MAX_CONCURRENT_RUNS: 2 } });
    await scheduler.poll();
    const flowId = await rig.addFlow();
    await rig.addSchedule({ flowId, nextRunAt: at('09:59:50') });
    const second = await rig.addSchedule({ flowId, cron: '* * * * *' });
    for (const time of ['10:00:00', '10:00:40', '10:01:20']) {
      rig.time = at(time);
      await scheduler.poll();
    }
    for (let n = 0; n < 2; n++) await rig.addSchedule({ nextRunAt: at('09:59:40') });
    rig.time = at('10:01:30');
    await rig.finishRuns('success');
    await until(async () => (await rig.runs()).length === 3);
    for (const time of ['10:02:10', '10:02:50', '10:03:30']) {
      rig.time = at(time);
      await scheduler.poll();
    }
    await rig.finishRuns('success');
    await until(async () => (await rig.runs(second)).length === 1);
    const full = ['10:02', '10:03'].map((slot) => `${slot} concurrency_limit`);
    expect(await missed(second)).toEqual(['10:01 flow_busy', ...full]);
    await rig.finishRuns('success');
    await scheduler.idle();
  });

  it('when they come while a retry is pending', async () => {
    const scheduler = rig.scheduler();
    await scheduler.poll();
    const retries = { maxRetries: 1, retryDelaySeconds: 150 };
    const schedule = await rig.addSchedule({ cron: '* * * * *', ...retries });
    await scheduler.poll();
    await rig.finishRuns('failed');
    await scheduler.idle();
    rig.time = at('10:02:30');
    await scheduler.poll();
    expect(await missed(schedule)).toEqual(['10:01 retry_pending', '10:02 retry_pending']);
    await rig.finishRuns('success');
    await scheduler.idle();
  });

  it('up to a hundred of a schedule, the latest', async () => {
    const fields = { cron: '* * * * *', nextRunAt: at('07:00:00') };
    const schedule = await rig.addSchedule(fields);
    await rig.scheduler().poll();
    const recorded = await missed(schedule);
    expect(recorded).toHaveLength(100);
    expect(recorded.at(-1)).toBe('10:00 no_scheduler');
  });

  it('only while the flow is enabled', async () => {
    const schedule = await rig.addSchedule({ nextRunAt: at('07:00:00') });
    await rig.database.flow.updateMany({ data: { isDisabled: true } });
    await rig.scheduler().poll();
    expect(await missed(schedule)).toEqual([]);
  });
});

it('the maximum of concurrent scheduled runs applies to due slots, queued slots and all servers together', async () => {
  for (let n = 0; n < 3; n++) {
    await rig.addSchedule();
    const schedule = await rig.addSchedule({ nextRunAt: at('11:00:00') });
    await rig.slots.enqueue(schedule.id, [at('06:00:00')], null);
  }
  const options = { settings: { SCHEDULER_MAX_CONCURRENT_RUNS: 2 } };
  const schedulers = [rig.scheduler(options), rig.scheduler(options)];
  const lines = [rig.backfills(options), rig.backfills(options)];
  await Promise.all([...schedulers.map((one) => one.poll()), ...lines.map((one) => one.poll())]);
  expect(await rig.runs()).toHaveLength(2);
});

it('run-now rejects a schedule that is deleted concurrently as not found', async () => {
  const schedule = await rig.addSchedule();
  await rig.database.schedule.delete({ where: { id: schedule.id } });
  await expect(rig.triggers().triggerNow(schedule)).rejects.toMatchObject({ code: 'not_found' });
});

it('an update of a schedule that fails changes nothing', async () => {
  const { id } = await rig.addSchedule({ catchUp: true });
  const slot = { scheduleId: id, slot: at('06:00:00'), isMissed: true };
  await rig.database.scheduleSlot.create({ data: slot });
  const store = createScheduleStore(rig.database);
  const parameters = { n: BigInt('9223372036854775807') } as never;
  await rig.database.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`;
  await rig.database.$executeRaw`
    CREATE TRIGGER refuse BEFORE DELETE ON schedule_slots FOR EACH ROW EXECUTE FUNCTION refuse()`;
  const change = { name: 'New', parameters, forgetsMissed: true };
  await expect(store.update(id, () => change)).rejects.toThrow();
  expect(await store.find(id)).toMatchObject({ name: null, parameters: null });
});
