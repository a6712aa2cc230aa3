import { restartWith, untilServing } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { haltRunner } from '../support/halt-runner.ts';
import { expectEachOnce } from '../support/many-runs.ts';
import { MINUTE_MS, nextMinute, untilTime } from '../support/minutes.ts';
import { jobOfTime, ScheduleObjects } from '../support/schedule-objects.ts';
import { openStand, type Stand } from '../support/stand.ts';

const REPLICAS = 2;
const SIX_MINUTES_MS = 6 * MINUTE_MS;
/** How many scheduled times pass while no API runs: fewer than the catch-up limit. */
const MISSED = 2;
const POLL_MS = 1000;
/** How long the preparation before a minute takes, and the effects after it. */
const AHEAD_MS = 45_000;
const AFTER_MS = 5 * POLL_MS;
const TRIGGERED_WITHIN_MS = 50_000;

let stand: Stand;
let objects: ScheduleObjects;

beforeAll(async () => {
  stand = await openStand();
  objects = new ScheduleObjects(stand);
  await stand.service.set('SCHEDULER_POLL_INTERVAL_SECONDS', POLL_MS / 1000);
  await stand.service.set('SCHEDULER_MAX_CONCURRENT_RUNS', 8);
});

afterAll(async () => {
  await startApi();
  await stand.service.reset('SCHEDULER_POLL_INTERVAL_SECONDS');
  await stand.service.reset('SCHEDULER_MAX_CONCURRENT_RUNS');
  await stand.close();
});

async function stopApi(): Promise<void> {
  await restartWith(stand.kubernetes, 'api', { replicas: 0, variables: [] });
}

async function startApi(): Promise<void> {
  const { kubernetes } = stand;
  await kubernetes.kubectl('scale', 'deployment/millrace-api', `--replicas=${REPLICAS}`);
  await untilServing(kubernetes, REPLICAS);
}

/** A schedule of each minute with a flow of its own: a flow has one scheduled run at a time. */
async function eachMinute(more: object): Promise<string> {
  const flow = await quickFlow(stand.service);
  return await stand.service.schedule(flow, { cron: '* * * * *', ...more });
}

/** Triggers a schedule and stops its runner. @returns the schedule, its run and a function that continues it */
async function haltedRun(): Promise<{ schedule: string; run: string; resume(): void }> {
  const { service } = stand;
  const flow = await longFlow(service, 10_000);
  const schedule = await service.schedule(flow, { cron: '* * * * *', catch_up: true });
  // The answer is lost with the API.
  service.runNow(schedule).catch(() => undefined);
  const [run = ''] = await eventually(
    'the run of the schedule',
    () => service.runsOf(schedule),
    ({ length }) => length === 1,
  );
  return { schedule, run, resume: await haltRunner(stand, run) };
}

async function counts(schedules: readonly string[]): Promise<readonly number[]> {
  return await Promise.all(schedules.map(async (id) => (await stand.service.runsOf(id)).length));
}

describe('schedules of each minute', () => {
  it(
    'miss, catch up, pause, resume and wait for their last run',
    async () => {
      const { service } = stand;
      const first = nextMinute(AHEAD_MS);
      const missed = Array.from({ length: MISSED }, (_, index) => first + index * MINUTE_MS);
      const next = first + MISSED * MINUTE_MS;
      await untilTime(first - MINUTE_MS);
      const caughtUp = await eachMinute({ catch_up: true });
      const skipped = await eachMinute({ catch_up: false });
      const paused = await eachMinute({ catch_up: true, is_enabled: false });
      const halted = await haltedRun();
      const all = [caughtUp, skipped, paused, halted.schedule];
      await stopApi();
      await untilTime(next - MINUTE_MS + AFTER_MS);
      // One Job of each schedule: a waiting Job keeps the CronJob from making the next.
      const waiting = [caughtUp, skipped, halted.schedule].map((id) => jobOfTime(id, first));
      expect((await objects.waitingJobs()).toSorted()).toEqual(waiting.toSorted());
      await startApi();
      // A slow machine serves again after the next time has come: the runs of times that were not
      // missed are no part of these expectations.
      const late = await eventually(
        'the catch-up of each missed time',
        async () => (await service.missedOf(caughtUp)).toReversed().slice(0, MISSED),
        (slots) => slots.length === MISSED && slots.every(({ run_id }) => run_id !== null),
        TRIGGERED_WITHIN_MS,
      );
      expect(late.map(({ scheduled_for }) => Date.parse(scheduled_for))).toEqual(missed);
      expect((await service.runsOf(caughtUp)).toReversed().slice(0, MISSED)).toEqual(
        late.map(({ run_id }) => run_id),
      );
      const [job] = await stand.kubernetes.jobsOf(late[0]!.run_id!);
      expect(job?.metadata.name).toBe(jobOfTime(caughtUp, first));
      expect(await service.missedOf(skipped)).toEqual([]);
      expect(await service.runsOf(paused)).toEqual([]);
      expect(await service.runsOf(halted.schedule)).toEqual([halted.run]);
      const before = await counts([caughtUp, skipped]);
      await service.changeSchedule(paused, { is_enabled: true });
      await eventually(
        'the runs of the next time',
        () => counts([caughtUp, skipped, paused]),
        (seen) => seen.every((count, index) => count > (before[index] ?? 0)),
        MINUTE_MS + TRIGGERED_WITHIN_MS,
      );
      expect(await service.runsOf(halted.schedule)).toEqual([halted.run]);
      for (const schedule of all) await service.changeSchedule(schedule, { is_enabled: false });
      halted.resume();
      const runs = await Promise.all(all.map((schedule) => service.runsOf(schedule)));
      await expectEachOnce(stand, runs.flat());
      await objects.untilNoneWaits();
    },
    SIX_MINUTES_MS,
  );
});
