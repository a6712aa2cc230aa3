import { ClusterSchedules } from '../../../../test/support/cluster-schedules.ts';
import { requireSharedControlPlane } from '../../../../test/support/shared-control-plane.ts';
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

describe('the schedules of the database in a cluster', () => {
  it('are made, changed and deleted by whoever starts', async () => {
    const flowId = await rig.addFlow();
    const resources = { memory: '2Gi' };
    await rig.database.flow.update({
      where: { id: flowId },
      data: { graphJson: JSON.stringify({ resources }) },
    });
    const kept = await rig.addSchedule({ flowId, cron: '0 0 * * 5-7', timezone: 'Asia/Kolkata' });
    const plain = await rig.addSchedule({ runTimeoutSeconds: 60, isEnabled: false });
    const first = cluster.mirror(rig.database, { sweepEvery: NEVER });
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
      data: { isDisabled: true, graphJson: {} },
    });
    cluster.mirror(rig.database, { sweepEvery: NEVER }).start(ignore);
    await until(async () => (await cluster.resource(plain.id)) === null);
    const changed = await until(async () => {
      const now = await cluster.resource(kept.id);
      return now?.spec.suspend === true && now;
    });
    expect(changed.spec.resources).toEqual({});
    expect(changed.metadata.uid).toBe(made.metadata.uid);
  });

  it('follow though one of them cannot be read, and another has an unknown zone', async () => {
    const messages: string[] = [];
    const unreadable = await rig.addSchedule({ cron: 'every day' });
    const unknown = await rig.addSchedule({ timezone: 'Mars/Olympus' });
    const sound = await rig.addSchedule();
    cluster.mirror(rig.database, { messages }).start(ignore);
    await until(() => cluster.resource(sound.id));
    const suspended = await until(() => cluster.resource(unknown.id));
    expect(suspended.spec).toMatchObject({ timeZone: 'Mars/Olympus', suspend: true });
    expect(await cluster.resource(unreadable.id)).toBeNull();
    // Several sweeps later it was logged once.
    const later = await rig.addSchedule();
    await until(() => cluster.resource(later.id));
    expect(messages.filter((text) => text.includes('cannot be processed'))).toHaveLength(1);
  });

  it('follow at once when they are told of', async () => {
    const mirror = cluster.mirror(rig.database, { sweepEvery: NEVER });
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
      // The watch may not have brought it yet.
      mirror.flowChanged(schedule.flowId);
      return (await cluster.resource(schedule.id))?.spec.suspend;
    });
    expect((await cluster.resource(early.id))?.spec.suspend).toBe(false);
    await rig.database.schedule.delete({ where });
    mirror.changed(schedule.id);
    await until(async () => (await cluster.resource(schedule.id)) === null);
  });

  it('are as the database says again after people changed them, by one of many, once', async () => {
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

  it('are compared soon after the database was away from a comparison that somebody asked for', async () => {
    const schedule = await rig.addSchedule();
    const messages: string[] = [];
    const mirror = cluster.mirror(rig.database, { sweepEvery: NEVER, messages });
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

  it('leave those of another installation alone', async () => {
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

describe('a time in a cluster', () => {
  it('is fired as soon as its CronJob brings it, by one of two processes', async () => {
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
    await cluster.tell(schedule.id, {});
    await until(() => mirrors.every((mirror) => mirror.deferredUntil(schedule.id, slot) !== null));
    for (const scheduler of schedulers) scheduler.start();
    await until(() => waits.filter((milliseconds) => milliseconds === 20_000).length === 2);
    expect(await rig.runs()).toEqual([]);
    await cluster.tell(schedule.id, { waiting });
    await until(async () => (await rig.runs()).length > 0);
    await until(() => mirrors.every((mirror) => mirror.deferredUntil(schedule.id, slot) === null));
    await Promise.all(schedulers.map((scheduler) => scheduler.poll()));
    const runs = await rig.runs();
    expect(runs.map((run) => run.scheduledFor)).toEqual([slot]);
    await rig.finishRuns('success');
    await Promise.all(schedulers.map((scheduler) => scheduler.close()));
  });

  it('is left to the CronJob for 20 seconds, if there is one that is to bring it', async () => {
    const schedule = await rig.addSchedule();
    const mirror = cluster.mirror(rig.database);
    const held = (): string | undefined => mirror.deferredUntil(schedule.id, slot)?.toISOString();
    expect(held()).toBeUndefined();
    mirror.start(ignore);
    await until(() => cluster.resource(schedule.id));
    await cluster.tell(schedule.id, { lastScheduledAt: '2027-01-04T09:00:00Z' });
    await until(() => held() !== undefined);
    expect(held()).toBe('2027-01-04T10:00:20.000Z');
    await cluster.tell(schedule.id, {}, false);
    await until(() => held() === undefined);
    await cluster.tell(schedule.id, {});
    await until(() => held() !== undefined);
    await cluster.tell(schedule.id, { lastScheduledAt: scheduledFor });
    await until(() => held() === undefined);
    await cluster.tell(schedule.id, { lastScheduledAt: '2027-01-04T09:00:00Z' });
    await until(() => held() !== undefined);
    await rig.database.schedule.update({ where: { id: schedule.id }, data: { isEnabled: false } });
    await until(() => held() === undefined);
  });
});

describe('a time that waits in a cluster', () => {
  const settled = async (id: string): Promise<string | null> => {
    return (await cluster.resource(id))?.spec.settledThrough ?? null;
  };

  it.each([
    ['passed over', { nextRunAt: new Date('2027-01-04T11:00:00Z') }],
    ['not wanted any more', { nextRunAt: null, isEnabled: false }],
    ['followed by a retry', { nextRunAt: new Date('2027-01-04T10:01:00Z'), retryCount: 1 }],
  ])('is settled when it is %s', async (_, fields) => {
    const schedule = await rig.addSchedule(fields);
    cluster.mirror(rig.database).start(ignore);
    await until(() => cluster.resource(schedule.id));
    await cluster.tell(schedule.id, { waiting });
    expect(await until(() => settled(schedule.id))).toBe(scheduledFor);
  });

  it('is not settled while it is to come, about to be started, under way or in line', async () => {
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
      await cluster.tell(id, { waiting });
    }
    await until(() => settled(decided.id));
    for (const { id } of open) expect(await settled(id)).toBeNull();
    await rig.finishRuns('success');
    expect(await until(() => settled(running.id))).toBe(scheduledFor);
  });

  it('is not settled before those that came earlier', async () => {
    const schedule = await rig.addSchedule({ nextRunAt: new Date('2027-01-04T12:00:00Z') });
    await rig.slots.enqueue(schedule.id, [slot, new Date('2027-01-04T11:00:00Z')], null);
    cluster.mirror(rig.database).start(ignore);
    await until(() => cluster.resource(schedule.id));
    const [nine, eleven] = ['2027-01-04T09:00:00Z', '2027-01-04T11:00:00Z'];
    const times = [nine, scheduledFor, eleven].map((time) => ({ scheduledFor: time, job: time }));
    await cluster.tell(schedule.id, { waiting: times });
    expect(await until(() => settled(schedule.id))).toBe(nine);
    await rig.slots.clear(schedule.id);
    await until(async () => (await settled(schedule.id)) === eleven);
  });
});

/** Waits that last until they are stopped; those for nothing end at once. */
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
