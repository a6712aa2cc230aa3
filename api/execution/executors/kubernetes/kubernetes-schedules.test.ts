import { PYTHON_GRAPH } from '../../../../test/support/cluster-runs.ts';
import { ClusterSchedules } from '../../../../test/support/cluster-schedules.ts';
import { requireSharedControlPlane } from '../../../../test/support/shared-control-plane.ts';
import type { Schedule } from '../../../../prisma/generated/client.ts';
import type { Scheduling } from '../../schedules/compose-scheduling.ts';
import { openScheduleRig, type ScheduleRig } from '../../../../test/support/schedule-rig.ts';
import { until } from '../../../../test/support/until.ts';

const plane = await requireSharedControlPlane();

let rig: ScheduleRig;
let cluster: ClusterSchedules;

beforeEach(async () => {
  rig = await openScheduleRig('2027-01-04T10:00:00Z');
  cluster = await ClusterSchedules.open(plane);
});

afterEach(async () => {
  await cluster.close();
  await rig.close();
});

afterAll(() => plane.stop());

const NEVER = 1e9;
const slot = new Date('2027-01-04T10:00:00Z');
const scheduledFor = '2027-01-04T10:00:00Z';
const waiting = [{ scheduledFor, job: 'some-job' }];
const ignore = (): void => undefined;

describe('Schedule resources', () => {
  it('are created, updated and deleted when a process starts', async () => {
    const flowId = await rig.addFlow();
    const resources = { memory: '2Gi' };
    await rig.database.flow.update({
      where: { id: flowId },
      data: { graphJson: JSON.stringify({ ...PYTHON_GRAPH, resources }) },
    });
    const kept = await rig.addSchedule({ flowId, cron: '0 0 * * 5-7', timezone: 'Asia/Kolkata' });
    const plain = await rig.addSchedule({ runTimeoutSeconds: 60, isEnabled: false });
    const first = cluster.mirror(rig.database, { reconcileEvery: NEVER });
    first.start(ignore);
    const made = await until(() => cluster.resource(kept.id));
    expect(made.spec).toEqual({
      scheduleId: kept.id,
      flowId,
      cron: '0 0 * * 0,5,6',
      timeZone: 'Asia/Kolkata',
      suspend: false,
      timeoutSeconds: 600,
      resources,
      runtime: 'python',
    });
    expect(made.metadata.labels).toMatchObject({
      'millrace.dev/installation': 'own',
      'millrace.dev/flow-id': flowId,
    });
    const other = await until(() => cluster.resource(plain.id));
    expect(other.spec).toMatchObject({ suspend: true, timeoutSeconds: 60, resources: {} });
    await first.close();
    await rig.database.schedule.delete({ where: { id: plain.id } });
    await rig.database.flow.update({
      where: { id: flowId },
      data: { isDisabled: true, graphJson: '{}' },
    });
    cluster.mirror(rig.database, { reconcileEvery: NEVER }).start(ignore);
    await until(async () => (await cluster.resource(plain.id)) === null);
    const changed = await until(async () => {
      const now = await cluster.resource(kept.id);
      return now?.spec.suspend === true && now;
    });
    expect(changed.spec.resources).toEqual({});
    expect(changed.spec).not.toHaveProperty('runtime');
    expect(changed.metadata.uid).toBe(made.metadata.uid);
  });

  it('are created although one schedule is invalid and another has an unknown time zone', async () => {
    const messages: string[] = [];
    const unreadable = await rig.addSchedule({ cron: 'every day' });
    const unknown = await rig.addSchedule({ timezone: 'Mars/Olympus' });
    const sound = await rig.addSchedule();
    cluster.mirror(rig.database, { messages }).start(ignore);
    await until(() => cluster.resource(sound.id));
    const suspended = await until(() => cluster.resource(unknown.id));
    expect(suspended.spec).toMatchObject({ timeZone: 'Mars/Olympus', suspend: true });
    expect(await cluster.resource(unreadable.id)).toBeNull();
    // After several comparisons it was logged once.
    const later = await rig.addSchedule();
    await until(() => cluster.resource(later.id));
    expect(messages.filter((text) => text.includes('cannot be processed'))).toHaveLength(1);
  });

  it('are written immediately after a change is reported', async () => {
    const mirror = cluster.mirror(rig.database, { reconcileEvery: NEVER });
    const early = await rig.addSchedule();
    mirror.start(ignore);
    await until(() => cluster.resource(early.id));
    const schedule = await rig.addSchedule();
    const where = { id: schedule.id };
    mirror.changed(schedule.id);
    await until(() => cluster.resource(schedule.id));
    await rig.database.schedule.update({ where, data: { cron: '5 * * * *' } });
    mirror.changed(schedule.id);
    await until(async () => (await cluster.resource(schedule.id))?.spec.cron === '5 * * * *');
    await rig.database.flow.update({ where: { id: schedule.flowId }, data: { isDisabled: true } });
    await until(async () => {
      // The watch may be behind.
      mirror.flowChanged(schedule.flowId);
      return (await cluster.resource(schedule.id))?.spec.suspend;
    });
    expect((await cluster.resource(early.id))?.spec.suspend).toBe(false);
    await rig.database.schedule.delete({ where });
    mirror.changed(schedule.id);
    await until(async () => (await cluster.resource(schedule.id)) === null);
  });

  it('are restored once after changes by hand, by one of three processes', async () => {
    const schedule = await rig.addSchedule();
    const messages: string[] = [];
    for (let n = 0; n < 3; n++) cluster.mirror(rig.database, { messages }).start(ignore);
    await until(() => cluster.resource(schedule.id));
    await cluster.edit(schedule.id, { spec: { cron: '* * * * *', suspend: true } });
    const mended = await until(async () => {
      const now = await cluster.resource(schedule.id);
      return now?.spec.cron === '0 * * * *' && now;
    });
    expect(mended.spec.suspend).toBe(false);
    expect(mended.metadata.generation).toBe(3);
    const project = 'millrace.dev/project-id';
    const labels = { [project]: 'another', theirs: 'stays' };
    await cluster.edit(schedule.id, { metadata: { labels } });
    const marked = await until(async () => {
      const now = await cluster.resource(schedule.id);
      return now?.metadata.labels[project] === mended.metadata.labels[project] && now;
    });
    expect(marked.metadata.labels).toEqual({ ...mended.metadata.labels, theirs: 'stays' });
    await cluster.delete(schedule.id);
    await until(async () => {
      const now = await cluster.resource(schedule.id);
      return now !== null && now.metadata.uid !== mended.metadata.uid;
    });
    await cluster.close();
    expect(messages).toEqual([]);
  });

  it('are compared again after the database was away during a requested comparison', async () => {
    const schedule = await rig.addSchedule();
    const messages: string[] = [];
    const mirror = cluster.mirror(rig.database, { reconcileEvery: NEVER, messages });
    mirror.start(ignore);
    await until(() => cluster.resource(schedule.id));
    const flow = { where: { id: schedule.flowId }, data: { isDisabled: true } };
    await rig.database.flow.update(flow);
    await rig.allowDatabase(false);
    mirror.manyChanged();
    await until(() => messages.length > 0);
    await rig.allowDatabase(true);
    await until(async () => (await cluster.resource(schedule.id))?.spec.suspend);
  });

  it('of another installation are not touched', async () => {
    const other = await openScheduleRig('2027-01-04T10:00:00Z');
    const theirs = await other.addSchedule();
    const ours = await rig.addSchedule();
    const messages: string[] = [];
    cluster.mirror(other.database, { installation: 'other', messages }).start(ignore);
    cluster.mirror(rig.database, { messages }).start(ignore);
    await until(async () => (await cluster.names()).length === 2);
    await rig.database.schedule.delete({ where: { id: ours.id } });
    await until(async () => (await cluster.names()).length === 1);
    expect(await cluster.names()).toEqual([theirs.id]);
    await cluster.close();
    expect(messages).toEqual([]);
    await other.close();
  });
});

describe('a due slot in a cluster', () => {
  it('is triggered as soon as its CronJob reports it, by one of two processes', async () => {
    const schedule = await rig.addSchedule();
    const mirrors = [cluster.mirror(rig.database), cluster.mirror(rig.database)];
    const waits: number[] = [];
    const schedulers = mirrors.map((clock) => {
      return rig.scheduler({ clock, wait: endlessly(waits) });
    });
    mirrors.forEach((mirror, n) => {
      mirror.start((time) => schedulers[n]?.pollBy(time));
    });
    await until(() => cluster.resource(schedule.id));
    await cluster.writeStatus(schedule.id, {});
    await until(() => mirrors.every((mirror) => mirror.deferredUntil(schedule.id, slot) !== null));
    for (const scheduler of schedulers) scheduler.start();
    await until(() => waits.filter((milliseconds) => milliseconds === 20_000).length === 2);
    expect(await rig.runs()).toEqual([]);
    await cluster.writeStatus(schedule.id, { waiting });
    await until(async () => (await rig.runs()).length > 0);
    await until(() => mirrors.every((mirror) => mirror.deferredUntil(schedule.id, slot) === null));
    await Promise.all(schedulers.map((scheduler) => scheduler.poll()));
    const runs = await rig.runs();
    expect(runs.map((run) => run.scheduledFor)).toEqual([slot]);
    await rig.finishRuns('success');
    await Promise.all(schedulers.map((scheduler) => scheduler.close()));
  });

  it('is left to its CronJob for 20 seconds if that is ready and has not reported it', async () => {
    const schedule = await rig.addSchedule();
    const mirror = cluster.mirror(rig.database);
    const held = (): string | undefined => mirror.deferredUntil(schedule.id, slot)?.toISOString();
    expect(held()).toBeUndefined();
    mirror.start(ignore);
    await until(() => cluster.resource(schedule.id));
    await cluster.writeStatus(schedule.id, { lastScheduledAt: '2027-01-04T09:00:00Z' });
    await until(() => held() !== undefined);
    expect(held()).toBe('2027-01-04T10:00:20.000Z');
    await cluster.writeStatus(schedule.id, {}, false);
    await until(() => held() === undefined);
    await cluster.writeStatus(schedule.id, {});
    await until(() => held() !== undefined);
    await cluster.writeStatus(schedule.id, { lastScheduledAt: scheduledFor });
    await until(() => held() === undefined);
    await cluster.writeStatus(schedule.id, { lastScheduledAt: '2027-01-04T09:00:00Z' });
    await until(() => held() !== undefined);
    await rig.database.schedule.update({ where: { id: schedule.id }, data: { isEnabled: false } });
    await until(() => held() === undefined);
  });
});

describe('a waiting slot', () => {
  const settled = async (id: string): Promise<string | null> => {
    return (await cluster.resource(id))?.spec.settledThrough ?? null;
  };

  it.each([
    ['missed', { nextRunAt: new Date('2027-01-04T11:00:00Z') }],
    ['of a disabled schedule', { nextRunAt: null, isEnabled: false }],
    ['followed by a retry', { nextRunAt: new Date('2027-01-04T10:01:00Z'), retryCount: 1 }],
  ])('is acknowledged when it is %s', async (_, fields) => {
    const schedule = await rig.addSchedule(fields);
    cluster.mirror(rig.database).start(ignore);
    await until(() => cluster.resource(schedule.id));
    await cluster.writeStatus(schedule.id, { waiting });
    expect(await until(() => settled(schedule.id))).toBe(scheduledFor);
  });

  it('is not acknowledged while it is due, claimed, running or queued', async () => {
    const nextRunAt = new Date('2027-01-04T11:00:00Z');
    const decided = await rig.addSchedule({ nextRunAt });
    const claimed = await rig.addSchedule({ nextRunAt, fireKind: 'slot', fireClaimedAt: slot });
    const inLine = await rig.addSchedule({ nextRunAt });
    await rig.slots.enqueue(inLine.id, [slot], null);
    const running = await rig.addSchedule();
    await rig.scheduler().poll();
    const due = await rig.addSchedule();
    const open = [due, claimed, inLine, running];
    const mirrors = [cluster.mirror(rig.database), cluster.mirror(rig.database)];
    for (const mirror of mirrors) mirror.start(ignore);
    for (const { id } of [...open, decided]) {
      await until(() => cluster.resource(id));
      await cluster.writeStatus(id, { waiting });
    }
    await until(() => settled(decided.id));
    for (const { id } of open) expect(await settled(id)).toBeNull();
    await rig.finishRuns('success');
    expect(await until(() => settled(running.id))).toBe(scheduledFor);
  });

  it('is not acknowledged before earlier slots', async () => {
    const schedule = await rig.addSchedule({ nextRunAt: new Date('2027-01-04T12:00:00Z') });
    await rig.slots.enqueue(schedule.id, [slot, new Date('2027-01-04T11:00:00Z')], null);
    cluster.mirror(rig.database).start(ignore);
    await until(() => cluster.resource(schedule.id));
    const [nine, eleven] = ['2027-01-04T09:00:00Z', '2027-01-04T11:00:00Z'];
    const times = [nine, scheduledFor, eleven].map((time) => ({ scheduledFor: time, job: time }));
    await cluster.writeStatus(schedule.id, { waiting: times });
    expect(await until(() => settled(schedule.id))).toBe(nine);
    await rig.slots.clear(schedule.id);
    await until(async () => (await settled(schedule.id)) === eleven);
  });
});

describe('slots that came while no API ran', () => {
  const at = (hour: number): Date => new Date(`2027-01-04T${hour}:00:00Z`);

  /** A schedule whose CronJob created the Job of the first slot, which blocks later Jobs. */
  async function missedSlots(fields: { catchUp: boolean }): Promise<Schedule> {
    const schedule = await rig.addSchedule({ ...fields, nextRunAt: slot });
    const mirror = cluster.mirror(rig.database);
    mirror.start(ignore);
    await until(() => cluster.resource(schedule.id));
    await mirror.close();
    await cluster.writeStatus(schedule.id, { waiting, lastScheduledAt: scheduledFor });
    rig.time = new Date('2027-01-04T12:30:00Z');
    return schedule;
  }

  function startApi(): Scheduling {
    const clock = cluster.mirror(rig.database);
    clock.start(ignore);
    return rig.process({ clock, catchUpLimit: 3 });
  }

  const settled = async ({ id }: Schedule): Promise<string | undefined> =>
    (await cluster.resource(id))?.spec.settledThrough;

  it('all run when the schedule catches up, the first one for its waiting Job', async () => {
    const schedule = await missedSlots({ catchUp: true });
    const { scheduler, backfills } = startApi();
    await scheduler.poll();
    await backfills.poll();
    expect(await rig.runs(schedule)).toMatchObject([{ scheduledFor: slot }]);
    expect(await settled(schedule)).toBeUndefined();
    for (let finished = 1; finished <= 3; finished++) {
      await until(async () => (await rig.runs(schedule)).length === finished);
      await rig.finishRuns('success');
    }
    await backfills.idle();
    const runs = await rig.runs(schedule);
    expect(runs.map((run) => run.scheduledFor)).toEqual([at(10), at(11), at(12)]);
    await until(async () => (await settled(schedule)) === scheduledFor);
  });

  it('are recorded as missed and acknowledged when the schedule does not catch up', async () => {
    const schedule = await missedSlots({ catchUp: false });
    await startApi().scheduler.poll();
    await until(async () => (await settled(schedule)) === scheduledFor);
    const where = { scheduleId: schedule.id };
    const missed = await rig.database.missedSlot.findMany({ where, orderBy: { slot: 'asc' } });
    expect(missed.map((row) => row.slot)).toEqual([at(10), at(11), at(12)]);
    expect(await rig.runs(schedule)).toEqual([]);
  });
});

/** Waits until the signal is aborted. A wait of 0 ms ends immediately. */
function endlessly(waits: number[]) {
  return async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    waits.push(milliseconds);
    if (milliseconds === 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
  };
}
