import { openScheduleRig, type ScheduleRig } from '../../../test/support/schedule-rig.ts';
import type { Schedule } from '../../../prisma/generated/client.ts';

let rig: ScheduleRig;

beforeEach(async () => {
  rig = await openScheduleRig('2027-01-04T10:00:00Z');
});

afterEach(() => rig.close());

const at = (time: string): Date => new Date(`2027-01-04T${time}Z`);

const FAULTS = [
  ['whose zone this server does not know', { timezone: 'Mars/Olympus' }],
  ['whose cron expression cannot be read', { cron: 'every day' }],
] as const;

/** What was logged of a schedule. */
function logged({ id }: Schedule): string[] {
  return rig.log.filter((line) => (JSON.parse(line) as { scheduleId?: string }).scheduleId === id);
}

describe.each(FAULTS)('a schedule %s', (_, fields) => {
  it('leaves the others to be fired, and is logged once', async () => {
    const scheduler = rig.scheduler();
    await scheduler.poll();
    const faulty = await rig.addSchedule({ ...fields, nextRunAt: at('09:59:50') });
    const sound = await rig.addSchedule();
    await scheduler.poll();
    expect((await rig.runs()).map(({ scheduleId }) => scheduleId)).toEqual([sound.id]);
    await scheduler.poll();
    expect(logged(faulty)).toHaveLength(1);
    expect(await rig.read(faulty)).toMatchObject({ fireKind: null, isEnabled: true });
    await rig.finishRuns('success');
    await scheduler.idle();
  });

  it('leaves the others to be caught up after an outage', async () => {
    await rig.addSchedule({ ...fields, catchUp: true, nextRunAt: at('06:00:00') });
    await rig.addSchedule({ ...fields, nextRunAt: at('06:00:00') });
    const sound = await rig.addSchedule({ catchUp: true, nextRunAt: at('07:00:00') });
    await rig.scheduler().poll();
    expect((await rig.read(sound)).nextRunAt).toEqual(at('11:00:00'));
    const line = rig.backfills();
    await line.poll();
    expect(await rig.runs(sound)).toHaveLength(1);
    await rig.finishRuns('success');
    await line.idle();
  });

  it('has its run settled, so that its flow is free for others', async () => {
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
  ['takes the database too long', 'P2028', 'A query cannot be executed on an expired transaction.'],
  ['clashes with another transaction', 'P2034', 'Transaction failed due to a write conflict'],
])('a schedule whose start %s leaves the others to be fired', async (_, code, message) => {
  const scheduler = rig.scheduler();
  await scheduler.poll();
  const slow = await rig.addSchedule({ nextRunAt: at('09:59:50') });
  const sound = await rig.addSchedule();
  rig.refuse = (flowId) =>
    flowId === slow.flowId ? Object.assign(new Error(message), { code }) : null;
  await scheduler.poll();
  expect(await rig.runs(sound)).toHaveLength(1);
  await rig.finishRuns('success');
  await scheduler.idle();
});

it('a hundred schedules that cannot be fired do not hide one that can', async () => {
  const scheduler = rig.scheduler();
  await scheduler.poll();
  const flowId = await rig.addFlow();
  const fields = { flowId, cron: 'every day', nextRunAt: at('09:59:50') };
  for (let n = 0; n < 100; n++) await rig.addSchedule(fields);
  const sound = await rig.addSchedule();
  await scheduler.poll();
  expect(await rig.runs(sound)).toHaveLength(1);
  await rig.finishRuns('success');
  await scheduler.idle();
});

it('a hundred schedules of a disabled flow do not hide one that can be fired', async () => {
  const scheduler = rig.scheduler();
  await scheduler.poll();
  const flowId = await rig.addFlow();
  await rig.database.flow.update({ where: { id: flowId }, data: { isDisabled: true } });
  const fields = { flowId, nextRunAt: at('09:59:50') };
  for (let n = 0; n < 100; n++) await rig.addSchedule(fields);
  const sound = await rig.addSchedule();
  await scheduler.poll();
  expect(await rig.runs(sound)).toHaveLength(1);
  await rig.finishRuns('success');
  await scheduler.idle();
});

it('a past slot that meets an unexpected error leaves those of other flows to be run', async () => {
  const flows = [await rig.addFlow(), await rig.addFlow()].sort();
  const schedules: Schedule[] = [];
  for (const flowId of flows) {
    const schedule = await rig.addSchedule({ flowId, nextRunAt: at('11:00:00') });
    await rig.slots.enqueue(schedule.id, [at('06:00:00')], null);
    schedules.push(schedule);
  }
  const [broken, sound] = schedules;
  rig.refuse = (flowId) => (flowId === flows[0] ? new TypeError('no graph') : null);
  const line = rig.backfills();
  await line.poll();
  expect(await rig.runs(broken)).toEqual([]);
  expect(await rig.runs(sound)).toHaveLength(1);
  await rig.finishRuns('success');
  await line.idle();
});
