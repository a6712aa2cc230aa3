import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { startTestApp, type Database, type TestApp } from '../../test/support/app.ts';
import { until } from '../../test/support/until.ts';
import { HousekeepingMetrics } from './housekeeping-metrics.ts';
import { createRetentionStore } from '../domain/runs/retention-store.ts';
import { RunRetention } from './run-retention.ts';

const WEBHOOK = { 'X-Service-Secret': 'secret' };
const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let database: Database;

beforeEach(async () => {
  app = await startTestApp({
    SERVICE_WEBHOOK_SECRET: 'secret',
    SERVICE_SCHEDULER_ENABLED: 'false',
  });
  database = await app.openDatabase();
});

afterEach(() => app.close());

async function newFlow(): Promise<string> {
  return (await app.call('POST', '/api/flows', { name: 'Daily' })).body.id as string;
}

/** Adds a run that was created and finished the given number of days ago. */
async function addRun(flowId: string, id: string, days: number, status = 'failed'): Promise<void> {
  const time = new Date(Date.now() - days * DAY_MS);
  const hasEnded = status !== 'pending' && status !== 'running';
  await database.run.create({
    data: {
      id,
      flowId,
      status,
      engine: 'polars',
      trigger: 'webhook',
      graphSnapshot: '{"nodes":[],"edges":[]}',
      createdAt: time,
      startedAt: time,
      finishedAt: hasEnded ? time : null,
    },
  });
}

async function runsLeft(flowId: string): Promise<string[]> {
  const { body } = await app.call('GET', `/api/runs?flow_id=${flowId}`);
  return (body as { id: string }[]).map(({ id }) => id);
}

async function keep(key: string, value: number): Promise<void> {
  expect((await app.call('PUT', `/api/settings/${key}`, { value })).status).toBe(200);
}

/** Makes the removal of a run fail, as a corrupt page does. */
async function refuseToDelete(runId: string): Promise<void> {
  await database.$executeRawUnsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the page of this row is broken'; END $$`);
  await database.$executeRawUnsafe(`
    CREATE TRIGGER broken BEFORE DELETE ON runs FOR EACH ROW WHEN (OLD.id = '${runId}')
    EXECUTE FUNCTION refuse()`);
}

/** Waits for a whole pass: this run is removed last. */
async function marked(
  change: () => Promise<void>,
  marker: { readonly days: number },
): Promise<void> {
  const flow = await newFlow();
  await addRun(flow, 'marker', marker.days);
  await change();
  await until(async () => (await runsLeft(flow)).length === 0);
}

it('keeps every run by default', async () => {
  const flow = await newFlow();
  await addRun(flow, 'ancient', 3_000);
  await marked(() => keep('RUN_RETENTION_DAYS', 4_000), { days: 5_000 });
  expect(await runsLeft(flow)).toEqual(['ancient']);
});

it('removes runs that finished before the retention time, but not the newest success', async () => {
  const flow = await newFlow();
  await addRun(flow, 'old-success', 60, 'success');
  await addRun(flow, 'newest-success', 50, 'success');
  await addRun(flow, 'old-failure', 40);
  await addRun(flow, 'recent', 10);
  await marked(() => keep('RUN_RETENTION_DAYS', 30), { days: 31 });
  expect(await runsLeft(flow)).toEqual(['recent', 'newest-success']);
});

it('keeps the newest runs of each flow, its newest success and its active runs', async () => {
  const flow = await newFlow();
  await addRun(flow, 'under-way', 9, 'running');
  await addRun(flow, 'success', 8, 'success');
  for (const day of [5, 4, 3, 2, 1]) await addRun(flow, `failure-${day}`, day);
  const small = await newFlow();
  await addRun(small, 'only', 100);
  await keep('RUN_RETENTION_PER_FLOW', 2);
  await until(async () => (await runsLeft(flow)).length === 4);
  expect(await runsLeft(flow)).toEqual(['failure-1', 'failure-2', 'success', 'under-way']);
  expect(await runsLeft(small)).toEqual(['only']);
});

it('skips a run whose removal fails, and removes the other old runs and those beyond the limit', async () => {
  const [first, second] = [await newFlow(), await newFlow()];
  for (const day of [47, 46, 45, 44, 43, 42, 41]) await addRun(first, `old-${day}`, day);
  for (const day of [3, 2, 1]) await addRun(second, `new-${day}`, day);
  await refuseToDelete('old-44');
  await keep('RUN_RETENTION_DAYS', 30);
  await keep('RUN_RETENTION_PER_FLOW', 2);
  await until(async () => (await runsLeft(first)).length === 1);
  expect(await runsLeft(first)).toEqual(['old-44']);
  await until(async () => (await runsLeft(second)).length === 2);
  expect(await runsLeft(second)).toEqual(['new-1', 'new-2']);
});

it('removes runs beyond the limit when the query for old runs fails', async () => {
  const flow = await newFlow();
  for (const day of [3, 2, 1]) await addRun(flow, `new-${day}`, day);
  const retention = new RunRetention({
    store: {
      ...createRetentionStore(database),
      older: () => ({
        remove: () => Promise.reject(new Error('the database is away')),
        end: () => Promise.reject(new Error('the database is away')),
      }),
    },
    settings: { inForce: () => Promise.resolve({ get: () => 2 }) as never },
    metrics: new HousekeepingMetrics(new Registry()),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    onRemoved: () => undefined,
  });
  await expect(retention.apply(new AbortController().signal)).rejects.toThrow('is away');
  expect(await runsLeft(flow)).toEqual(['new-1', 'new-2']);
});

it('removes the other runs of a flow and of other flows when the removal of one fails', async () => {
  const flows = (await Promise.all([newFlow(), newFlow(), newFlow()])).toSorted();
  for (const [at, flow] of flows.entries()) {
    for (const day of [5, 4, 3, 2, 1]) await addRun(flow, `${at}-${day}`, day);
  }
  await refuseToDelete('0-3');
  await keep('RUN_RETENTION_PER_FLOW', 1);
  const [broken = '', second = '', third = ''] = flows;
  await until(async () => (await runsLeft(third)).length === 1);
  expect(await runsLeft(second)).toEqual(['1-1']);
  expect(await runsLeft(broken)).toEqual(['0-1', '0-3']);
});

it('keeps the last run of a schedule', async () => {
  const flow = await newFlow();
  const { body: schedule } = await app.call('POST', `/api/flows/${flow}/schedules`, {
    cron: '0 6 * * *',
  });
  await addRun(flow, 'last-of-schedule', 60);
  await database.schedule.update({
    where: { id: schedule.id },
    data: { lastRunId: 'last-of-schedule' },
  });
  await marked(() => keep('RUN_RETENTION_DAYS', 30), { days: 31 });
  expect(await runsLeft(flow)).toEqual(['last-of-schedule']);
  const { body } = await app.call('GET', `/api/schedules/${schedule.id}`);
  expect(body.last_run_id).toBe('last-of-schedule');
});

it.each([
  ['webhook', 'trigger', ''],
  ['run request', 'runs', 'run/'],
])(
  'returns 410 with the outcome for the idempotency key of a %s whose run was removed',
  async (_what, endpoint, namespace) => {
    const flow = await newFlow();
    const headers = { ...WEBHOOK, 'Idempotency-Key': 'order-1' };
    const place = `/api/flows/${flow}/${endpoint}`;
    const runId = `keyed-${endpoint}`;
    await addRun(flow, runId, 60);
    const key = `${namespace}${createHash('sha256').update('order-1').digest('hex')}`;
    await database.idempotencyKey.create({ data: { flowId: flow, key, runId } });
    expect((await app.call('POST', place, undefined, headers)).body.id).toBe(runId);
    await marked(() => keep('RUN_RETENTION_DAYS', 30), { days: 31 });
    const repeated = await app.call('POST', place, undefined, headers);
    expect(repeated.status).toBe(410);
    expect(repeated.body.detail).toMatch(
      /^The run 'keyed-.*' .* ended at .*Z with status failed and has been removed/,
    );
    expect(await runsLeft(flow)).toEqual([]);
  },
);

it('shows the outcome of a past slot of a schedule after its run was removed', async () => {
  const flow = await newFlow();
  const { body: schedule } = await app.call('POST', `/api/flows/${flow}/schedules`, {
    cron: '0 6 * * *',
  });
  await addRun(flow, 'of-slot', 60);
  const slot = new Date('2026-01-05T06:00:00Z');
  const scheduleId = schedule.id as string;
  await database.scheduleSlot.create({ data: { scheduleId, slot, runId: 'of-slot' } });
  const key = `schedule/${scheduleId}/${slot.toISOString()}`;
  await database.idempotencyKey.create({ data: { flowId: flow, key, runId: 'of-slot' } });
  await marked(() => keep('RUN_RETENTION_DAYS', 30), { days: 31 });
  const place = `/api/schedules/${scheduleId}/backfill`;
  const shown = { status: 'failed', run_id: 'of-slot' };
  expect((await app.call('GET', place)).body).toMatchObject([shown]);
  const range = { from: '2026-01-05', to: '2026-01-06' };
  const again = await app.call('POST', place, range);
  expect(again.body).toMatchObject({ new_slots: 0, slots: [shown] });
});
