import path from 'node:path';
import type { Schedule } from '../../../prisma/generated/client.ts';
import { openScheduleRig, type ScheduleRig } from '../../../test/support/schedule-rig.ts';
import { until } from '../../../test/support/until.ts';
import type { SourceChangesJob } from '../../../runner/domain/runner-job.ts';
import { overloaded } from '../../domain/errors.ts';
import { SourceChecker } from '../connections/source-checker.ts';
import { JobFailedError } from '../executors/executor.ts';
import { LocalExecutor } from '../executors/local/local-executor.ts';

const at = (time: string): Date => new Date(`2026-06-01T${time}Z`);

let rig: ScheduleRig;
/** The checks that wait for `answer`, by flow. */
let checked: string[];
let answer: PromiseWithResolvers<boolean>;

beforeEach(async () => {
  rig = await openScheduleRig('2026-06-01T10:00:00Z');
  checked = [];
  answer = Promise.withResolvers();
  rig.check = async (flowId) => {
    checked.push(flowId);
    return await answer.promise;
  };
});

afterEach(() => rig.close());

async function waiting(count: number): Promise<Schedule[]> {
  const schedules: Schedule[] = [];
  for (let n = 0; n < count; n++) schedules.push(await rig.addSchedule({ onlyIfChanged: true }));
  return schedules;
}

function scriptedExecutor(): LocalExecutor {
  const runner = path.join(import.meta.dirname, '../../../test/fixtures/scripted-runner.ts');
  const env = { PATH: process.env.PATH ?? '' };
  return new LocalExecutor({
    command: { executable: process.execPath, args: [runner], env },
    maxConcurrentRuns: 1,
  });
}

/** A check of a server, which does what the scripted runner does for the id. */
function checkOf(id: string): Omit<SourceChangesJob, 'kind'> {
  const fields = { port: null, database: 'd', username: null, secret: null, options: null };
  return {
    connections: [{ id, name: id, provider: 's3', host: id, ...fields }],
    sources: [{ kind: 'object', connectionId: id, path: 'a.csv', version: '1' }],
  };
}

async function missedOf({ id }: Schedule): Promise<readonly object[]> {
  return await rig.database.missedSlot.findMany({
    where: { scheduleId: id },
    select: { slot: true, reason: true },
    orderBy: { slot: 'asc' },
  });
}

it('sources that do not answer hold up neither other schedules nor each other', async () => {
  const scheduler = rig.scheduler({ settings: { SCHEDULER_MAX_CONCURRENT_RUNS: 1 } });
  const silent = await waiting(20);
  const other = await rig.addSchedule({ nextRunAt: at('10:00:00') });
  await scheduler.poll();
  await until(() => checked.length === silent.length);
  expect(checked.toSorted()).toEqual(silent.map(({ flowId }) => flowId).toSorted());
  expect(await rig.runs(other)).toHaveLength(1);
  expect(await rig.runs()).toHaveLength(1);

  answer.resolve(true);
  await rig.finishRuns('success');
  await scheduler.idle();
  expect(await rig.runs()).toHaveLength(1);
  expect(await missedOf(silent[0]!)).toEqual([{ slot: at('10:00:00'), reason: 'unchanged' }]);
});

it('schedules on a silent server run to say so, and one on a healthy server is skipped', async () => {
  const executor = scriptedExecutor();
  try {
    const checker = new SourceChecker(executor, { checkSeconds: 2 });
    // Checked last.
    const [healthy] = (await waiting(1)) as [Schedule];
    const silent: Schedule[] = [];
    for (let n = 0; n < 20; n++) {
      silent.push(await rig.addSchedule({ onlyIfChanged: true, nextRunAt: at('09:59:59') }));
    }
    rig.check = async (flowId) => {
      const job = flowId === healthy.flowId ? checkOf('unchanged') : checkOf('hang');
      try {
        return !(await checker.haveChanged(job));
      } catch (error) {
        if (error instanceof JobFailedError) return false;
        throw error;
      }
    };
    const scheduler = rig.scheduler({ settings: { SCHEDULER_MAX_CONCURRENT_RUNS: 100 } });
    await scheduler.poll();
    await rig.finishRunsUntil(scheduler.idle(), 'success');
    expect(await missedOf(healthy)).toEqual([{ slot: at('10:00:00'), reason: 'unchanged' }]);
    for (const schedule of silent) expect(await rig.runs(schedule)).toHaveLength(1);
  } finally {
    await executor.close();
  }
});

/** Answers the checks one after the other. */
function answerInTurn(): (
  answered: (answer: PromiseWithResolvers<boolean>) => void,
) => Promise<void> {
  const asked: PromiseWithResolvers<boolean>[] = [];
  rig.check = async (flowId) => {
    checked.push(flowId);
    const next = Promise.withResolvers<boolean>();
    asked.push(next);
    return await next.promise;
  };
  return async (answered) => {
    answered(await until(() => asked.shift() ?? null));
  };
}

const findNoRunner = ({ reject }: PromiseWithResolvers<boolean>): void => {
  reject(overloaded('No runner was free.'));
};

it('a slot whose check found no runner stays due, and runs after ten of them', async () => {
  const [schedule] = (await waiting(1)) as [Schedule];
  const next = answerInTurn();
  const scheduler = rig.scheduler();
  await scheduler.poll();
  for (let n = 1; n < 10; n++) await next(findNoRunner);
  await until(() => checked.length === 10);
  expect(await rig.runs(schedule)).toEqual([]);
  expect(await rig.read(schedule)).toMatchObject({ nextRunAt: rig.time, checkedSlot: null });
  expect(rig.log).toEqual([]);

  await next(findNoRunner);
  await rig.finishRunsUntil(scheduler.idle(), 'success');
  expect(await rig.runs(schedule)).toHaveLength(1);
  expect(checked).toHaveLength(10);
  expect(rig.log.join('')).toContain('could not be checked: its slot runs as if they had changed');
  expect(rig.log.join('')).toContain('No runner was free.');
});

it('a check that finds a runner at last decides, and the next slot has ten attempts of its own', async () => {
  const [schedule] = (await waiting(1)) as [Schedule];
  const next = answerInTurn();
  const scheduler = rig.scheduler();
  const skipped: object[] = [];
  for (const slot of [at('10:00:00'), at('11:00:00')]) {
    rig.time = slot;
    await scheduler.poll();
    for (let n = 1; n < 10; n++) await next(findNoRunner);
    await next(({ resolve }) => {
      resolve(true);
    });
    await scheduler.idle();
    skipped.push({ slot, reason: 'unchanged' });
    expect(await missedOf(schedule)).toEqual(skipped);
  }
  expect(await rig.runs()).toEqual([]);
});

it('a server makes a bounded number of checks at once, and the others as these end', async () => {
  const schedules = await waiting(3);
  const scheduler = rig.scheduler({ maxChecks: 2 });
  await scheduler.poll();
  await until(() => checked.length === 2);
  await scheduler.poll();
  expect(checked).toHaveLength(2);
  answer.resolve(true);
  await scheduler.idle();
  for (const schedule of schedules) expect(await missedOf(schedule)).toHaveLength(1);
});

it('each slot is checked once, whatever the number of servers and of polls without capacity', async () => {
  const settings = { SCHEDULER_MAX_CONCURRENT_RUNS: 1 };
  const [one, other] = [rig.scheduler({ settings }), rig.scheduler({ settings })];
  const busy = await rig.addSchedule({ nextRunAt: at('09:59:50') });
  const schedules = await waiting(3);
  await Promise.all([one.poll(), other.poll()]);
  await Promise.all([one.poll(), other.poll()]);
  expect(await rig.runs(busy)).toHaveLength(1);
  answer.resolve(false);
  const notYet = { where: { checkedSlot: null, onlyIfChanged: true } };
  await until(async () => (await rig.database.schedule.count(notYet)) === 0);
  // There is no capacity: the slots stay due.
  await Promise.all([one.poll(), other.poll()]);
  expect(await rig.runs()).toHaveLength(1);
  await rig.finishRunsUntil(Promise.all([one.idle(), other.idle()]), 'success');
  await rig.finishRunsUntil(Promise.all([one.poll(), other.poll()]), 'success');
  await rig.finishRunsUntil(Promise.all([one.idle(), other.idle()]), 'success');
  for (const schedule of schedules) expect(await rig.runs(schedule)).toHaveLength(1);
  expect(checked).toHaveLength(3);
});

it('a slot that another server runs during its check is not recorded as missed', async () => {
  const scheduler = rig.scheduler();
  const [schedule] = (await waiting(1)) as [Schedule];
  await scheduler.poll();
  // As a server of the version before does, which claims without a check.
  const claimed = { fireKind: 'slot', fireClaimedAt: new Date(), nextRunAt: at('11:00:00') };
  await rig.database.schedule.update({ where: { id: schedule.id }, data: claimed });
  answer.resolve(true);
  await scheduler.idle();
  expect(await missedOf(schedule)).toEqual([]);
  expect(await rig.read(schedule)).toMatchObject({ ...claimed, checkClaimedAt: null });
});

it('a slot is checked again after the server that checked it has died', async () => {
  const [schedule] = (await waiting(1)) as [Schedule];
  const dead = new Date(Date.now() - 61_000);
  await rig.database.schedule.update({
    where: { id: schedule.id },
    data: { checkClaimedAt: dead },
  });
  const scheduler = rig.scheduler();
  await scheduler.poll();
  answer.resolve(true);
  await scheduler.idle();
  expect(checked).toHaveLength(1);
  expect(await missedOf(schedule)).toHaveLength(1);
});

it('a slot whose check fails runs, and the log says why the check failed', async () => {
  const [schedule] = (await waiting(1)) as [Schedule];
  rig.check = () => Promise.reject(new Error('the store is broken'));
  const scheduler = rig.scheduler();
  await scheduler.poll();
  await until(async () => (await rig.runs(schedule)).length === 1);
  expect(rig.log.join('')).toContain('the store is broken');
  await rig.finishRuns('success');
  await scheduler.idle();
});

it('an outage is caught up while sources do not answer, and their slots when they do', async () => {
  const nextRunAt = at('08:00:00');
  const fields = { catchUp: true, nextRunAt };
  const silent = await rig.addSchedule({ ...fields, onlyIfChanged: true });
  const other = await rig.addSchedule(fields);
  const { scheduler, backfills } = rig.process({ catchUpLimit: 2 });
  await scheduler.poll();
  await backfills.poll();
  expect(await rig.runs(other)).toHaveLength(1);
  expect(await rig.read(silent)).toMatchObject({ nextRunAt });
  await until(() => checked.length === 1);
  // Others see that the slots of the silent one are being handled.
  await rig.scheduler().poll();

  answer.resolve(false);
  await until(
    async () => (await rig.read(silent)).nextRunAt?.getTime() === at('11:00:00').getTime(),
  );
  for (let n = 0; n < 2; n++) {
    const done = Promise.all([backfills.poll(), scheduler.idle()]).then(() => backfills.idle());
    await rig.finishRunsUntil(done, 'success');
  }
  expect(checked).toHaveLength(1);
  const runs = await rig.runs(silent);
  expect(runs.map(({ scheduledFor }) => scheduledFor)).toEqual([at('09:00:00'), at('10:00:00')]);
  expect(await rig.read(silent)).toMatchObject({ checkClaimedAt: null });
});

it('an answer that comes after another server has claimed the check and run the slot changes nothing', async () => {
  const answers: PromiseWithResolvers<boolean>[] = [];
  rig.check = async () => {
    const next = Promise.withResolvers<boolean>();
    answers.push(next);
    return await next.promise;
  };
  const [slow, other] = [rig.scheduler(), rig.scheduler()];
  const [schedule] = (await waiting(1)) as [Schedule];
  await slow.poll();
  await until(() => answers.length === 1);
  // The claim of the slow server expires.
  await rig.database.schedule.update({
    where: { id: schedule.id },
    data: { checkClaimedAt: new Date(Date.now() - 61_000) },
  });
  await other.poll();
  await until(() => answers.length === 2);
  answers[1]?.resolve(false);
  await until(async () => (await rig.runs(schedule)).length === 1);
  answers[0]?.resolve(true);
  await rig.finishRunsUntil(Promise.all([slow.idle(), other.idle()]), 'success');
  expect(await missedOf(schedule)).toEqual([]);
  expect(await rig.runs(schedule)).toHaveLength(1);
});
