import { openScheduleRig, type ScheduleRig } from '../../../test/support/schedule-rig.ts';
import type { Schedule } from '../../../prisma/generated/client.ts';

let rig: ScheduleRig;

beforeEach(async () => {
  rig = await openScheduleRig('2027-01-04T10:00:00Z');
});

afterEach(() => rig.close());

const at = (time: string): Date => new Date(`2027-01-04T${time}Z`);

const INVALID = [
  ['with a time zone that this server does not know', { timezone: 'Mars/Olympus' }],
  ['with an invalid cron expression', { cron: 'every day' }],
] as const;

/** Lists the log lines of a schedule. */
function logged({ id }: Schedule): string[] {
  return rig.log.filter((line) => (JSON.parse(line) as { scheduleId?: string }).scheduleId === id);
}

describe.each(INVALID)('a schedule %s', (_, fields) => {
  it('does not keep others from being triggered, and is logged once', async () => {
    const scheduler = rig.scheduler();
    await scheduler.poll();
    const invalid = await rig.addSchedule({ ...fields, nextRunAt: at('09:59:50') });
    const valid = await rig.addSchedule();
    await scheduler.poll();
    expect((await rig.runs()).map(({ scheduleId }) => scheduleId)).toEqual([valid.id]);
    await scheduler.poll();
    expect(logged(invalid)).toHaveLength(1);
    expect(await rig.read(invalid)).toMatchObject({ fireKind: null, isEnabled: true });
    await rig.finishRuns('success');
    await scheduler.idle();
  });

  it('does not keep others from being caught up after an outage', async () => {
    await rig.addSchedule({ ...fields, catchUp: true, nextRunAt: at('06:00:00') });
    await rig.addSchedule({ ...fields, nextRunAt: at('06:00:00') });
    const valid = await rig.addSchedule({ catchUp: true, nextRunAt: at('07:00:00') });
    await rig.scheduler().poll();
    expect((await rig.read(valid)).nextRunAt).toEqual(at('11:00:00'));
    const line = rig.backfills();
    await line.poll();
    expect(await rig.runs(valid)).toHaveLength(1);
    await rig.finishRuns('success');
    await line.idle();
  });

  it('is advanced after its run, so that its flow becomes idle', async () => {
    const scheduler = rig.scheduler();
    await scheduler.poll();
    const schedule = await rig.addSchedule();
    await scheduler.poll();
    const where = { id: schedule.id };
    await rig.database.schedule.update({ where, data: fields });
    await rig.finishRuns('success');
    await scheduler.idle();
    expect(await rig.read(schedule)).toMatchObject({ fireKind: null, lastStatus: 'success' });
  });
});

it.each([
  [
    'exceeds the time of its transaction',
    'P2028',
    'A query cannot be executed on an expired transaction.',
  ],
  ['conflicts with another transaction', 'P2034', 'Transaction failed due to a write conflict'],
])(
  'a schedule whose start %s does not keep others from being triggered',
  async (_, code, message) => {
    const scheduler = rig.scheduler();
    await scheduler.poll();
    const slow = await rig.addSchedule({ nextRunAt: at('09:59:50') });
    const valid = await rig.addSchedule();
    rig.refusalFor = (flowId) =>
      flowId === slow.flowId ? Object.assign(new Error(message), { code }) : null;
    await scheduler.poll();
    expect(await rig.runs(valid)).toHaveLength(1);
    await rig.finishRuns('success');
    await scheduler.idle();
  },
);

it('a hundred invalid schedules do not hide a valid one', async () => {
  const scheduler = rig.scheduler();
  await scheduler.poll();
  const flowId = await rig.addFlow();
  const fields = { flowId, cron: 'every day', nextRunAt: at('09:59:50') };
  for (let n = 0; n < 100; n++) await rig.addSchedule(fields);
  const valid = await rig.addSchedule();
  await scheduler.poll();
  expect(await rig.runs(valid)).toHaveLength(1);
  await rig.finishRuns('success');
  await scheduler.idle();
});

it('a hundred schedules of a disabled flow do not hide one of an enabled flow', async () => {
  const scheduler = rig.scheduler();
  await scheduler.poll();
  const flowId = await rig.addFlow();
  await rig.database.flow.update({ where: { id: flowId }, data: { isDisabled: true } });
  const fields = { flowId, nextRunAt: at('09:59:50') };
  for (let n = 0; n < 100; n++) await rig.addSchedule(fields);
  const valid = await rig.addSchedule();
  await scheduler.poll();
  expect(await rig.runs(valid)).toHaveLength(1);
  await rig.finishRuns('success');
  await scheduler.idle();
});

it('a queued slot with an unexpected error does not keep those of other flows from running', async () => {
  const flows = [await rig.addFlow(), await rig.addFlow()].sort();
  const schedules: Schedule[] = [];
  for (const flowId of flows) {
    const schedule = await rig.addSchedule({ flowId, nextRunAt: at('11:00:00') });
    await rig.slots.enqueue(schedule.id, [at('06:00:00')], null);
    schedules.push(schedule);
  }
  const [broken, valid] = schedules;
  rig.refusalFor = (flowId) => (flowId === flows[0] ? new TypeError('no graph') : null);
  const line = rig.backfills();
  await line.poll();
  expect(await rig.runs(broken)).toEqual([]);
  expect(await rig.runs(valid)).toHaveLength(1);
  await rig.finishRuns('success');
  await line.idle();
});
