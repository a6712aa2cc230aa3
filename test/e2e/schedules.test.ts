import { setTimeout as delay } from 'node:timers/promises';
import { restartWith, untilServing } from './support/component.ts';
import { processOf } from './support/container-process.ts';
import { eventually } from './support/eventually.ts';
import { longFlow, quickFlow } from './support/flows.ts';
import { expectEachOnce } from './support/many-runs.ts';
import { openStand, type Stand } from './support/stand.ts';

const REPLICAS = 2;
const MINUTE_MS = 60_000;
const SIX_MINUTES_MS = 6 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const KOLKATA_AHEAD_MS = 5.5 * HOUR_MS;
/** So many times come while no API runs: fewer than are caught up. */
const MISSED = 3;
const POLL_MS = 1000;
/** What is done before a minute ends needs so long; what a minute's end brings is there so long after. */
const AHEAD_MS = 35_000;
const AFTER_MS = 5 * POLL_MS;
const FIRED_WITHIN_MS = 50_000;

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
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

/** The time of the next full minute that is not too close. */
function nextTick(): number {
  return Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
}

async function untilTime(time: number): Promise<void> {
  await delay(Math.max(0, time - Date.now()));
}

/** Every minute, with a flow of its own: one flow has one scheduled run at a time. */
async function eachMinute(more: object): Promise<string> {
  const flow = await quickFlow(stand.service);
  return await stand.service.schedule(flow, { cron: '* * * * *', ...more });
}

/** Fires a schedule of a long flow and halts its runner. @returns the schedule, its run and how to let it go on */
async function haltedRun(): Promise<{ schedule: string; run: string; goOn(): void }> {
  const { service, kubernetes } = stand;
  const flow = await longFlow(service, 12_000);
  const schedule = await service.schedule(flow, { cron: '* * * * *', catch_up: true });
  // Its answer is lost with the API.
  service.fireNow(schedule).catch(() => undefined);
  const [run = ''] = await eventually(
    'the run of the schedule',
    () => service.runsOf(schedule),
    ({ length }) => length === 1,
  );
  const runner = await eventually(
    'its runner',
    async () => processOf('runner', (await kubernetes.podsOf(run))[0]!),
    () => true,
  );
  process.kill(runner, 'SIGSTOP');
  return { schedule, run, goOn: () => process.kill(runner, 'SIGCONT') };
}

/** A schedule that comes each day at a time of a zone, given as an instant, with a flow of its own. */
async function daily(instant: number, timezone: string): Promise<string> {
  const at = new Date(instant);
  const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
  return await stand.service.schedule(await quickFlow(stand.service), { cron, timezone });
}

async function counts(schedules: readonly string[]): Promise<readonly number[]> {
  return await Promise.all(schedules.map(async (id) => (await stand.service.runsOf(id)).length));
}

describe('schedules of each minute', () => {
  it(
    'miss, catch up, pause, resume and wait for their last run as their rules say',
    async () => {
      const { service } = stand;
      const first = nextTick();
      const missed = Array.from({ length: MISSED }, (_, index) => first + index * MINUTE_MS);
      const next = first + MISSED * MINUTE_MS;
      await untilTime(first - MINUTE_MS);
      const caughtUp = await eachMinute({ catch_up: true });
      const passedOver = await eachMinute({ catch_up: false });
      const paused = await eachMinute({ catch_up: true, is_enabled: false });
      const halted = await haltedRun();
      const all = [caughtUp, passedOver, paused, halted.schedule];
      await stopApi();
      await untilTime(next - MINUTE_MS + AFTER_MS);
      await startApi();
      await eventually(
        'each missed time to be caught up',
        () => counts(all),
        ([runs]) => runs === MISSED,
        FIRED_WITHIN_MS,
      );
      expect(await counts(all)).toEqual([MISSED, 0, 0, 1]);
      const late = (await service.missedOf(caughtUp)).toReversed();
      expect(late.map(({ scheduled_for }) => Date.parse(scheduled_for))).toEqual(missed);
      expect(late.map(({ run_id }) => run_id)).toEqual(
        (await service.runsOf(caughtUp)).toReversed(),
      );
      await service.changeSchedule(paused, { is_enabled: true });
      await untilTime(next);
      await eventually(
        'the next time to be fired',
        () => counts(all),
        (seen) => JSON.stringify(seen) === JSON.stringify([MISSED + 1, 1, 1, 1]),
        FIRED_WITHIN_MS,
      );
      for (const schedule of all) await service.changeSchedule(schedule, { is_enabled: false });
      halted.goOn();
      const runs = await Promise.all(all.map((schedule) => service.runsOf(schedule)));
      await expectEachOnce(stand, runs.flat());
    },
    SIX_MINUTES_MS,
  );

  it('come by the clock of the zone that they are given', async () => {
    const { service } = stand;
    const tick = nextTick();
    const away = await daily(tick, 'UTC');
    const toward = await daily(tick, 'Asia/Kolkata');
    const tomorrow = tick + 24 * HOUR_MS - KOLKATA_AHEAD_MS;
    expect(await service.changeSchedule(away, { timezone: 'Asia/Kolkata' })).toEqual(
      new Date(tomorrow),
    );
    expect(await service.changeSchedule(toward, { timezone: 'UTC' })).toEqual(new Date(tick));
    await eventually(
      'the time in the new zone to be fired',
      () => counts([away, toward]),
      ([, fired]) => fired === 1,
      tick - Date.now() + FIRED_WITHIN_MS,
    );
    await untilTime(tick + AFTER_MS);
    expect(await counts([away, toward])).toEqual([0, 1]);
    await expectEachOnce(stand, await service.runsOf(toward));
  });
});
