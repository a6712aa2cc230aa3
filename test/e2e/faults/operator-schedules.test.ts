import { eventually } from '../support/eventually.ts';
import { quickFlow } from '../support/flows.ts';
import { expectEachOnce } from '../support/many-runs.ts';
import {
  crashAt,
  resumeOperator,
  restoreOperator,
  stopOperator,
} from '../support/operator-crash.ts';
import { ScheduleObjects } from '../support/schedule-objects.ts';
import { openStand, type Stand } from '../support/stand.ts';

const NEW_YEAR = { cron: '0 0 1 1 *' };
const LAST_NEW_YEAR = `${new Date().getUTCFullYear()}-01-01T00:00:00Z`;
const SCHEDULED_FOR = `batch.kubernetes.io/cronjob-scheduled-timestamp=${LAST_NEW_YEAR}`;

let stand: Stand;
let objects: ScheduleObjects;

beforeAll(async () => {
  stand = await openStand();
  objects = new ScheduleObjects(stand);
});

afterAll(async () => {
  await restoreOperator(stand.kubernetes);
  await stand.close();
});

/** Creates a schedule and waits for its Schedule resource. */
async function newSchedule(): Promise<string> {
  const id = await stand.service.schedule(await quickFlow(stand.service), NEW_YEAR);
  await eventually(
    `the Schedule ${id}`,
    () => objects.schedule(id),
    (schedule) => schedule !== null,
  );
  return id;
}

async function untilReady(id: string): Promise<void> {
  await eventually(
    `the Schedule ${id} to be Ready`,
    async () => (await objects.schedule(id))?.status?.conditions?.[0],
    (condition) => condition?.type === 'Ready' && condition.status === 'True',
  );
  expect((await objects.cronJob(id))?.spec.schedule).toBe(NEW_YEAR.cron);
}

/** Creates a schedule whose CronJob made a Job at the last New Year, while no operator runs. */
async function scheduleWithWaitingJob(job: string): Promise<string> {
  const { kubernetes } = stand;
  await resumeOperator(kubernetes);
  const id = await newSchedule();
  await untilReady(id);
  await stopOperator(kubernetes);
  await kubernetes.kubectl('create', 'job', job, `--from=cronjob/${id}`);
  await kubernetes.kubectl('annotate', 'job', job, SCHEDULED_FOR);
  return id;
}

describe('each scheduled time runs once', () => {
  it('when the operator exits at each step of reconciling a new Schedule', async () => {
    const { kubernetes } = stand;
    const ids: string[] = [];
    for (const step of ['cronJobWritten', 'scheduleStatusWritten'] as const) {
      await stopOperator(kubernetes);
      ids.push(await newSchedule());
      await crashAt(kubernetes, step);
    }
    await resumeOperator(kubernetes);
    for (const id of ids) await untilReady(id);
  });

  it('when the operator exits after it gave a run its waiting Job', async () => {
    const { service, kubernetes } = stand;
    const id = await scheduleWithWaitingJob('new-year');
    const end = LAST_NEW_YEAR.replace('00:00Z', '01:00Z');
    await service.backfill(id, { from: LAST_NEW_YEAR, to: end });
    const [run = ''] = await eventually(
      'the run of the New Year',
      () => service.runsOf(id),
      ({ length }) => length === 1,
    );
    await crashAt(kubernetes, 'jobCreated');
    await resumeOperator(kubernetes);
    await expectEachOnce(stand, [run]);
    const jobs = await kubernetes.jobsOf(run);
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual(['new-year']);
    expect(await objects.waitingJobs(id)).toEqual([]);
  });

  it('when the operator exits after it deleted a Job without a run', async () => {
    const id = await scheduleWithWaitingJob('nobodys-year');
    await crashAt(stand.kubernetes, 'waitingJobsDeleted');
    expect(await objects.waitingJobs(id)).toEqual([]);
    await resumeOperator(stand.kubernetes);
    await eventually(
      'the status to list no waiting Job',
      async () => (await objects.schedule(id))?.status?.waiting,
      (waiting) => waiting?.length === 0,
    );
    expect(await stand.service.runsOf(id)).toEqual([]);
  });
});
