import { openScheduleRig, type ScheduleRig } from '../../../test/support/schedule-rig.ts';
import { until } from '../../../test/support/until.ts';
import type { SchedulerDeps } from './scheduler.ts';
import type { ExternalClock } from './schedule-mirror.ts';

let rig: ScheduleRig;

beforeEach(async () => {
  rig = await openScheduleRig('2027-01-04T10:00:00Z');
});

afterEach(() => rig.close());

const at = (time: string): Date => new Date(`2027-01-04T${time}Z`);

/** A clock of some schedules that never reports a slot. */
function clockOf(...ids: string[]): ExternalClock {
  return {
    deferredUntil: (id, slot) => (ids.includes(id) ? new Date(slot.getTime() + 20_000) : null),
  };
}

/** Waits that the test ends. */
function heldWaits(): {
  readonly wait: SchedulerDeps['wait'];
  readonly ends: Map<number, () => void>;
} {
  const ends = new Map<number, () => void>();
  const wait: SchedulerDeps['wait'] = (milliseconds, signal) => {
    return new Promise((resolve) => {
      ends.set(milliseconds, resolve);
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
  };
  return { wait, ends };
}

describe('a due slot with an external clock', () => {
  it('is triggered after the grace when the clock does not report it, without waiting for a regular poll', async () => {
    const schedule = await rig.addSchedule();
    const { wait, ends } = heldWaits();
    const scheduler = rig.scheduler({ clock: clockOf(schedule.id), wait });
    rig.time = at('10:00:04');
    await scheduler.poll();
    expect(await rig.runs()).toEqual([]);
    expect([...ends.keys()]).toEqual([16_000]);
    rig.time = at('10:00:20');
    ends.get(16_000)?.();
    await until(async () => (await rig.runs(schedule)).length === 1);
    await rig.finishRuns('success');
    await scheduler.close();
    expect((await rig.read(schedule)).nextRunAt).toEqual(at('11:00:00'));
  });

  it('is triggered when the clock reports it, by one poll for any number of reports', async () => {
    const schedule = await rig.addSchedule();
    const held = [schedule.id];
    const clock: ExternalClock = {
      deferredUntil: (id, slot) => clockOf(...held).deferredUntil(id, slot),
    };
    const waits: number[] = [];
    const { wait: endless } = heldWaits();
    const scheduler = rig.scheduler({
      clock,
      wait: (milliseconds, signal) => {
        waits.push(milliseconds);
        return milliseconds === 0 ? Promise.resolve() : endless(milliseconds, signal);
      },
    });
    scheduler.start();
    await until(() => waits.includes(20_000));
    held.pop();
    for (let n = 0; n < 50; n++) scheduler.pollBy(rig.time);
    await until(async () => (await rig.runs(schedule)).length === 1);
    expect(waits.filter((milliseconds) => milliseconds === 0)).toHaveLength(1);
    await rig.finishRuns('success');
    await scheduler.close();
  });

  it('is triggered immediately when it is a retry', async () => {
    const schedule = await rig.addSchedule({ retryCount: 1 });
    const scheduler = rig.scheduler({ clock: clockOf(schedule.id) });
    await scheduler.poll();
    expect(await rig.runs(schedule)).toHaveLength(1);
  });

  it('does not block other schedules, even if a hundred are deferred', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 100; n++) {
      ids.push((await rig.addSchedule({ nextRunAt: at('09:59:59') })).id);
    }
    const last = await rig.addSchedule();
    const { wait } = heldWaits();
    const scheduler = rig.scheduler({ clock: clockOf(...ids), wait });
    await scheduler.poll();
    expect((await rig.runs()).map(({ scheduleId }) => scheduleId)).toEqual([last.id]);
    await rig.finishRuns('success');
    await scheduler.close();
  });

  it('is caught up after an outage like any other', async () => {
    const schedule = await rig.addSchedule({ nextRunAt: at('08:00:00'), catchUp: true });
    await rig.database.scheduleWatch.create({ data: { lookedAt: at('07:00:00') } });
    const scheduler = rig.scheduler({ clock: clockOf(schedule.id) });
    await scheduler.poll();
    expect(await rig.runs()).toEqual([]);
    expect((await rig.read(schedule)).nextRunAt).toEqual(at('11:00:00'));
    const waiting = await rig.slots.listReady(rig.time, 10);
    expect(waiting.map(({ slot }) => slot)).toEqual([at('10:00:00')]);
  });
});
