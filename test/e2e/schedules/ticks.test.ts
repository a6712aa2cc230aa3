import { isDeepStrictEqual } from 'node:util';
import { restartWith, untilReady, untilServing } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { haltRunner } from '../support/halt-runner.ts';
import { expectEachOnce } from '../support/many-runs.ts';
import { MINUTE_MS, nextMinute, untilTime } from '../support/minutes.ts';
import { jobOfTime, ScheduleObjects } from '../support/schedule-objects.ts';
import { openStand, type Stand } from '../support/stand.ts';

/** Creating all schedules and their CronJobs takes at most so long. */
const CREATED_WITHIN_MS = 30_000;
/** Includes the time that the API waits for the CronJob's Job. */
const TRIGGERED_WITHIN_MS = 50_000;
/** A CronJob's Job triggers its run within so long, although the API polls only twice a minute. */
const NOTIFIED_WITHIN_MS = 15_000;
/** The operator stops within so long. */
const STOPPED_WITHIN_MS = 30_000;

type Name =
  | 'plain'
  | 'remade'
  | 'paused'
  | 'pausedByFlow'
  | 'west'
  | 'east'
  // Their runs take longer than a minute, because their runners are stopped.
  | 'overlong'
  | 'bereft'
  | 'removed';

interface Halted {
  readonly id: string;
  readonly run: string;
  readonly resume: () => void;
}

let stand: Stand;
let objects: ScheduleObjects;
/** The first scheduled time. */
let first: number;
/** Ids of the schedules. Each has a flow of its own: a flow has one scheduled run at a time. */
let schedules: Readonly<Record<Name, string>>;
let idleFlow: string;
let halted: Promise<readonly [Halted, Halted, Halted]>;

beforeAll(async () => {
  stand = await openStand();
  objects = new ScheduleObjects(stand);
  const { service } = stand;
  await service.set('SCHEDULER_MAX_CONCURRENT_RUNS', 8);
  await restartWith(stand.kubernetes, 'api', { replicas: 2, variables: [] });
  await untilServing(stand.kubernetes, 2);
  const quick = (): Promise<string> => quickFlow(service);
  const long = (): Promise<string> => longFlow(service, 10_000);
  idleFlow = await quick();
  first = nextMinute(CREATED_WITHIN_MS);
  await untilTime(first - MINUTE_MS);
  schedules = {
    plain: await eachMinute(quick()),
    remade: await eachMinute(quick()),
    paused: await eachMinute(quick()),
    pausedByFlow: await eachMinute(Promise.resolve(idleFlow)),
    west: await daily(quick(), 'UTC'),
    east: await daily(quick(), 'Asia/Kolkata'),
    overlong: await eachMinute(long()),
    bereft: await eachMinute(long()),
    removed: await eachMinute(long()),
  };
});

afterAll(async () => {
  await disable('plain', 'remade', 'pausedByFlow', 'overlong');
  await startOperator();
  await stand.service.reset('SCHEDULER_MAX_CONCURRENT_RUNS');
  await stand.close();
});

async function eachMinute(flow: Promise<string>): Promise<string> {
  return await stand.service.schedule(await flow, { cron: '* * * * *' });
}

/** A daily schedule whose clock time is that of the first scheduled time in UTC. */
async function daily(flow: Promise<string>, timezone: string): Promise<string> {
  const at = new Date(first);
  const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
  return await stand.service.schedule(await flow, { cron, timezone });
}

/**
 * Waits until the operator has handled one time and has long enough to stop before the next. A Job that waits
 * for an operator delays those of later times.
 */
async function untilBetweenTimes(): Promise<void> {
  const next = nextMinute(0);
  if (next - Date.now() > STOPPED_WITHIN_MS) return;
  await untilTime(next + NOTIFIED_WITHIN_MS);
  await objects.untilNoneWaits();
}

async function disable(...names: readonly Name[]): Promise<void> {
  for (const name of names) {
    await stand.service.changeSchedule(schedules[name], { is_enabled: false });
  }
}

async function startOperator(): Promise<void> {
  await restartWith(stand.kubernetes, 'operator', { replicas: 1, variables: [] });
  await untilReady(stand.kubernetes, 'operator', 1);
}

/** Waits until a schedule has so many runs. @returns the last of so many */
async function nthRun(
  schedule: string,
  count: number,
  withinMs = TRIGGERED_WITHIN_MS,
): Promise<string> {
  const newestFirst = await eventually(
    `run ${count} of schedule ${schedule}`,
    () => stand.service.runsOf(schedule),
    ({ length }) => length >= count,
    withinMs,
  );
  return newestFirst.at(-count)!;
}

async function atWork(name: 'overlong' | 'bereft' | 'removed'): Promise<Halted> {
  const id = schedules[name];
  const run = await nthRun(id, 1);
  return { id, run, resume: await haltRunner(stand, run) };
}

async function counts(ids: readonly string[]): Promise<readonly number[]> {
  return await Promise.all(ids.map(async (id) => (await stand.service.runsOf(id)).length));
}

/** Expects that a run succeeded once, in the Job of its CronJob, which CronJob and Run own. */
async function expectInJobOf(schedule: string, time: number, run: string): Promise<void> {
  await expectEachOnce(stand, [run]);
  const jobs = await stand.kubernetes.jobsOf(run);
  expect(jobs.map(({ metadata }) => metadata.name)).toEqual([jobOfTime(schedule, time)]);
  const owners = jobs[0]!.metadata.ownerReferences ?? [];
  expect(owners.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    `CronJob ${schedule}`,
    `Run ${run}`,
  ]);
}

async function isSuspended(schedule: string, suspend: boolean): Promise<void> {
  await objects.cronJobIs(schedule, suspend ? 'suspended' : 'active', ({ spec }) => {
    return spec.suspend === suspend;
  });
}

/** Waits until Kubernetes has nothing of a schedule but Jobs of runs. */
async function untilGone(schedule: string): Promise<void> {
  await eventually(
    `the deletion of schedule ${schedule}`,
    () =>
      Promise.all([
        objects.schedule(schedule),
        objects.cronJob(schedule),
        objects.waitingJobs(schedule),
      ]),
    ([resource, cronJob, jobs]) => resource === null && cronJob === null && jobs.length === 0,
  );
}

describe('schedules', () => {
  it('have a Schedule and a CronJob each, which kubectl shows', async () => {
    const { service, kubernetes } = stand;
    const { plain, remade, paused, pausedByFlow, west, east } = schedules;
    const cronJob = await objects.cronJobIs(plain, 'there', () => true);
    expect(cronJob.spec).toMatchObject({
      schedule: '* * * * *',
      timeZone: 'UTC',
      concurrencyPolicy: 'Forbid',
      suspend: false,
      jobTemplate: { spec: { suspend: true } },
    });
    await kubernetes.kubectl('delete', 'cronjob', remade);
    await service.changeSchedule(paused, { is_enabled: false });
    await service.changeFlow(idleFlow, { is_disabled: true });
    await service.changeSchedule(west, { timezone: 'Asia/Kolkata' });
    await service.changeSchedule(east, { timezone: 'UTC' });
    await objects.cronJobIs(remade, 'made again', ({ spec }) => spec.suspend === false);
    await isSuspended(paused, true);
    await isSuspended(pausedByFlow, true);
    await objects.cronJobIs(west, 'in Kolkata', ({ spec }) => spec.timeZone === 'Asia/Kolkata');
    await objects.cronJobIs(east, 'in UTC', ({ spec }) => spec.timeZone === 'UTC');
    const table = (await kubernetes.kubectl('get', 'schedules')).split('\n');
    expect(table[0]?.split(/\s+/).slice(0, 7)).toEqual([
      'NAME',
      'CRON',
      'ZONE',
      'SUSPEND',
      'READY',
      'LAST',
      'AGE',
    ]);
    const row = (id: string): string | undefined => table.find((line) => line.startsWith(id));
    expect(row(plain)).toMatch(/ \* \* \* \* \* +UTC +false +True /);
    expect(row(paused)).toMatch(/ \* \* \* \* \* +UTC +true +True /);
  });

  it('run once at their time, in the Job of their CronJob', async () => {
    const { service } = stand;
    const { plain, remade, paused, pausedByFlow, west, east } = schedules;
    await untilTime(first);
    halted = Promise.all([atWork('overlong'), atWork('bereft'), atWork('removed')]);
    const triggered = [plain, remade, east];
    const runs = await Promise.all(triggered.map((id) => nthRun(id, 1, NOTIFIED_WITHIN_MS)));
    for (const [index, id] of triggered.entries()) await expectInJobOf(id, first, runs[index]!);
    expect(await service.output(runs[0]!, 'out')).toBe('n\n2\n3\n');
    const { overlong, bereft, removed } = schedules;
    await halted;
    expect(await counts([...triggered, overlong, bereft, removed])).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await counts([paused, pausedByFlow, west])).toEqual([0, 0, 0]);
    expect(await objects.waitingJobs()).toEqual([]);
    await service.changeSchedule(paused, { is_enabled: true });
    await service.changeFlow(idleFlow, { is_disabled: false });
    await isSuspended(paused, false);
    await isSuspended(pausedByFlow, false);
  });

  it('lose the Job of a run whose Run is deleted', async () => {
    const { service, kubernetes } = stand;
    const [, { id, run }] = await halted;
    await service.changeSchedule(id, { is_enabled: false });
    await kubernetes.deleteRun(run);
    expect(await service.finished(run)).toMatchObject({ status: 'failed' });
    await eventually(
      `no Job of ${run}`,
      () => kubernetes.jobsOf(run),
      (jobs) => jobs.length === 0,
    );
    expect(await counts([id])).toEqual([1]);
  });

  it('leave nothing but their active run when they are deleted', async () => {
    const [, , { id, run, resume }] = await halted;
    await stand.service.deleteSchedule(id);
    await untilGone(id);
    resume();
    await expectEachOnce(stand, [run]);
  });

  it('run again when they are resumed, but not while their last run is active', async () => {
    const { paused, pausedByFlow, plain } = schedules;
    const [{ id, run, resume }] = await halted;
    const second = first + MINUTE_MS;
    await untilTime(second);
    await expectInJobOf(plain, second, await nthRun(plain, 2));
    await expectInJobOf(paused, second, await nthRun(paused, 1));
    await expectInJobOf(pausedByFlow, second, await nthRun(pausedByFlow, 1));
    expect(await stand.service.runsOf(id)).toEqual([run]);
    await disable('overlong', 'pausedByFlow', 'remade');
    resume();
    await expectInJobOf(id, first, run);
    // The CronJob now makes the Job that the active one delayed.
    await objects.untilNoneWaits();
    expect(await stand.service.runsOf(id)).toEqual([run]);
  });

  it('run once although the operator is away at their time, and leave no Job when they are deleted', async () => {
    const { service, kubernetes } = stand;
    const { plain, paused } = schedules;
    await untilBetweenTimes();
    await restartWith(kubernetes, 'operator', { replicas: 0, variables: [] });
    const before = (await service.runsOf(plain)).length;
    const third = nextMinute(0);
    const waits = [jobOfTime(paused, third), jobOfTime(plain, third)].toSorted();
    await eventually(
      'the Jobs of that time',
      async () => (await objects.waitingJobs()).toSorted(),
      (jobs) => isDeepStrictEqual(jobs, waits),
      third - Date.now() + NOTIFIED_WITHIN_MS,
    );
    await service.deleteSchedule(paused);
    await untilGone(paused);
    const run = await nthRun(plain, before + 1);
    await disable('plain');
    await startOperator();
    await expectInJobOf(plain, third, run);
    expect(await counts([plain])).toEqual([before + 1]);
    await objects.untilNoneWaits();
  });
});
