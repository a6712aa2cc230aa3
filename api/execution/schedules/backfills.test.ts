import { UserError } from '../../../runner/domain/errors.ts';
import { openScheduleRig, type ScheduleRig } from '../../../test/support/schedule-rig.ts';
import type { Schedule } from '../../../prisma/generated/client.ts';
import { until } from '../../../test/support/until.ts';
import type { Backfills } from './backfills.ts';

let rig: ScheduleRig;

beforeEach(async () => {
  rig = await openScheduleRig('2026-11-21T10:30:00Z');
});

afterEach(() => rig.close());

const at = (time: string): Date => new Date(`2026-11-21T${time}Z`);
const SLOTS = [at('06:00:00'), at('07:00:00'), at('08:00:00')];

/** Adds a schedule that is not due, with queued slots. */
async function waiting(
  slots: readonly Date[] = SLOTS,
  fields: Partial<Omit<Schedule, 'parameters'>> = {},
): Promise<Schedule> {
  const schedule = await rig.addSchedule({ nextRunAt: at('11:00:00'), ...fields });
  await rig.slots.enqueue(schedule.id, slots, null);
  return schedule;
}

/** Finishes runs until the queue is empty. */
async function workOff(...workers: readonly Backfills[]): Promise<void> {
  await until(async () => {
    await Promise.all(workers.map((worker) => worker.poll()));
    await rig.finishRuns('success');
    return (await isOpen()) ? null : true;
  });
  await Promise.all(workers.map((worker) => worker.idle()));
}

/** Returns whether a slot is queued or a run is in progress. */
async function isOpen(): Promise<boolean> {
  const [counted] = await rig.database.$queryRaw<{ n: number }[]>`
    SELECT (SELECT count(*) FROM schedule_slots WHERE run_id IS NULL AND refusal IS NULL)::int
         + (SELECT count(*) FROM runs WHERE status IN ('pending', 'running'))::int AS n`;
  return counted!.n > 0;
}

async function states(schedule: Schedule): Promise<(string | null)[]> {
  const known = await rig.slots.statesOf(schedule, SLOTS);
  return known.map(({ runStatus, refusal }) => runStatus ?? refusal);
}

describe('queued slots', () => {
  it('run one after the other, the oldest first', async () => {
    const schedule = await waiting();
    const worker = rig.backfills();
    await worker.poll();
    expect(await states(schedule)).toEqual(['pending', null, null]);
    await worker.poll();
    expect(await rig.runs(schedule)).toHaveLength(1);
    await workOff(worker);
    expect(await states(schedule)).toEqual(['success', 'success', 'success']);
    expect(await rig.runs(schedule)).toHaveLength(3);
  });

  it('run once each when several processes work on the queue', async () => {
    const schedules = await Promise.all([waiting(), waiting(), waiting()]);
    await workOff(rig.backfills(), rig.backfills(), rig.backfills());
    for (const schedule of schedules) expect(await rig.runs(schedule)).toHaveLength(3);
  });

  it('run within the maximum of concurrent scheduled runs', async () => {
    await waiting();
    await waiting();
    const worker = rig.backfills({ settings: { SCHEDULER_MAX_CONCURRENT_RUNS: 1 } });
    await worker.poll();
    expect(await rig.runs()).toHaveLength(1);
    await workOff(worker);
    expect(await rig.runs()).toHaveLength(6);
  });

  it('do not run again when a process died before it recorded their run', async () => {
    const schedule = await waiting();
    await workOff(rig.backfills());
    await rig.database.$executeRaw`UPDATE schedule_slots SET run_id = NULL`;
    await workOff(rig.backfills());
    expect(await rig.runs(schedule)).toHaveLength(3);
    expect(await states(schedule)).toEqual(['success', 'success', 'success']);
  });

  it('that cannot run record why, and the next slot is tried', async () => {
    const schedule = await waiting();
    rig.refusal = new UserError('The flow has no nodes.');
    await rig.backfills().poll();
    expect(await states(schedule)).toEqual(Array(3).fill('The flow has no nodes.'));
    expect(await rig.read(schedule)).toMatchObject({ fireKind: null, consecutiveFailures: 0 });
  });

  it('stay in the queue after an unexpected error', async () => {
    const schedule = await waiting();
    rig.refusal = new Error('The database is away');
    const worker = rig.backfills();
    await worker.poll();
    expect(await states(schedule)).toEqual([null, null, null]);
    rig.refusal = null;
    await workOff(worker);
    expect(await rig.runs(schedule)).toHaveLength(3);
  });
});

describe('a schedule', () => {
  it('that is due runs before its queued slots', async () => {
    const schedule = await waiting(SLOTS, { nextRunAt: at('10:30:00') });
    const worker = rig.backfills();
    await worker.poll();
    expect(await rig.runs(schedule)).toEqual([]);
    const scheduler = rig.scheduler();
    await scheduler.poll();
    expect(await rig.runs(schedule)).toHaveLength(1);
    await rig.finishRuns('success');
    await scheduler.idle();
    await workOff(worker);
    expect(await rig.runs(schedule)).toHaveLength(4);
  });

  it('that no scheduler triggers does not block its queued slots', async () => {
    const schedule = await waiting(SLOTS, { nextRunAt: at('10:00:00') });
    await workOff(rig.backfills());
    expect(await rig.runs(schedule)).toHaveLength(3);
  });

  it('does not run a slot again that it ran when due', async () => {
    rig.time = at('10:00:00');
    const schedule = await rig.addSchedule({ nextRunAt: at('10:00:00') });
    const scheduler = rig.scheduler();
    await scheduler.poll();
    await rig.finishRuns('success');
    await scheduler.idle();
    const [known] = await rig.slots.statesOf(schedule, [at('10:00:00')]);
    expect(known).toMatchObject({ runStatus: 'success', isQueued: false });
    await rig.slots.enqueue(schedule.id, [at('10:00:00')], null);
    await workOff(rig.backfills());
    expect(await rig.runs(schedule)).toHaveLength(1);
  });

  it('does not trigger a due slot that a backfill already ran', async () => {
    const schedule = await waiting([at('10:00:00')]);
    await workOff(rig.backfills());
    rig.time = at('10:00:10');
    const nextRunAt = at('10:00:00');
    await rig.database.schedule.update({ where: { id: schedule.id }, data: { nextRunAt } });
    await rig.scheduler().poll();
    expect(await rig.runs(schedule)).toHaveLength(1);
    expect(await rig.read(schedule)).toMatchObject({ nextRunAt: at('11:00:00'), fireKind: null });
  });

  it('keeps its queued slots while its flow is disabled', async () => {
    const schedule = await waiting();
    const flow = { where: { id: schedule.flowId } };
    await rig.database.flow.update({ ...flow, data: { isDisabled: true } });
    const worker = rig.backfills();
    await worker.poll();
    expect(await rig.runs(schedule)).toEqual([]);
    await rig.database.flow.update({ ...flow, data: { isDisabled: false } });
    await workOff(worker);
    expect(await rig.runs(schedule)).toHaveLength(3);
  });

  it('runs its queued slots while it is disabled, without counting failures', async () => {
    const schedule = await waiting([at('06:00:00')], { isEnabled: false, nextRunAt: null });
    const worker = rig.backfills();
    await worker.poll();
    await rig.finishRuns('failed');
    await worker.idle();
    expect(await rig.read(schedule)).toMatchObject({
      lastStatus: 'failed',
      consecutiveFailures: 0,
      isEnabled: false,
      nextRunAt: null,
    });
  });
});
