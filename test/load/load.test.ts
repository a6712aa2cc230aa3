import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { startService, type RunningService } from '../../api/start-service.ts';
import { loadConfig } from '../../api/config/load-config.ts';
import { apiClient, type ApiClient } from '../support/api-client.ts';
import { maxBytesPerTurn } from '../support/max-bytes-per-turn.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { count } from '../support/test-counts.ts';
import { until } from '../support/until.ts';
import {
  buildProductionData,
  DATASETS,
  DELETED_DATASETS,
  FLOWS,
  INTERRUPTED,
  PROJECTS,
  RUNS,
  RUNS_OF_LARGEST_FLOW,
  SCHEDULES,
} from './production-data.ts';
import { expectBatches, expectFewRows, expectOneItem, PAGE, rowsRead } from './rows-read.ts';
import { startStatementMeter, type StatementMeter } from './statement-meter.ts';
import { explainAll, type Statement } from './statement.ts';
import { removeDataFolder } from '../support/remove-data-folder.ts';

/** Limits of one statement's answer, which is parsed in one turn of the event loop. */
const MAX_BYTES = 1_500_000;
const MAX_ROWS = 2_000;
const LIVE_DATASETS = DATASETS - DELETED_DATASETS;

/** Keeps the deleted datasets from the purge in the background. */
const KEPT_DELETED = { key: 'DATASET_RETENTION_DAYS' };

let database: TestDatabase;
let meter: StatementMeter;
let service: RunningService;
let client: ApiClient;
let dataDir: string;
let started: readonly Statement[];

beforeAll(async () => {
  database = await createTestDatabase();
  const builder = new Client({ connectionString: database.url });
  await builder.connect();
  await buildProductionData(builder).finally(() => builder.end());
  await database.client.setting.create({ data: { ...KEPT_DELETED, value: 365 } });
  await explainAll(database.url);
  meter = await startStatementMeter(database.url);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'millrace-load-'));
  const config = loadConfig({
    SERVICE_PORT: '0',
    SERVICE_DATA_DIR: dataDir,
    SERVICE_DATABASE_URL: meter.url,
    SERVICE_DATABASE_POOL_SIZE: '5',
    SERVICE_SEED_DEMO: 'false',
  });
  count('service-load-in-jest');
  count('service-start');
  service = await startService(config, { logger: pino({ level: 'silent' }) });
  client = apiClient(service.url);
  started = meter.take();
});

afterAll(async () => {
  await service.close();
  await meter.close();
  await database.drop();
  await removeDataFolder(dataDir);
});

/** Sends a request and checks the size of statements and answers. */
async function get(at: string): Promise<{ status: number; items: number }> {
  let answer = { status: 0, items: 0 };
  meter.take();
  meter.takeLargest();
  const bytes = await maxBytesPerTurn(async () => {
    const response = await fetch(service.url + at, { headers: { 'Accept-Encoding': 'identity' } });
    const body: unknown = await response.json();
    answer = { status: response.status, items: Array.isArray(body) ? body.length : 1 };
  });
  expect(bytes).toBeLessThan(MAX_BYTES);
  const largest = meter.takeLargest();
  expect(largest.bytes).toBeLessThan(MAX_BYTES);
  expect(largest.rows).toBeLessThanOrEqual(MAX_ROWS);
  return answer;
}

it('reads few other rows when the service starts and recovers interrupted runs', () => {
  const read = rowsRead(started);
  // Claimed, read, finished.
  expect(read.get('runs')).toBeLessThanOrEqual(4 * INTERRUPTED);
  for (const [table, rows] of read) {
    expect({ table, isFew: rows <= 4 * INTERRUPTED + PAGE }).toEqual({ table, isFew: true });
  }
  expect(started.length).toBeLessThan(INTERRUPTED + 50);
});

describe('a list reads about as many rows as it returns', () => {
  it.each([
    ['/api/datasets', LIVE_DATASETS],
    ['/api/datasets?fields=summary', LIVE_DATASETS],
    ['/api/datasets?limit=50', 50],
    ['/api/datasets?project_id=p3&limit=20', 20],
    ['/api/datasets?project_id=p3&limit=20&include_deleted=true', 20],
    ['/api/datasets/d7/flows', 1],
    ['/api/datasets/d7/versions', 2],
    ['/api/flows', FLOWS],
    ['/api/flows?fields=summary', FLOWS],
    ['/api/flows?limit=50', 50],
    ['/api/flows?project_id=p3&limit=20', 20],
    ['/api/flows/f7/schedules', 1],
    ['/api/projects', PROJECTS],
    ['/api/projects?limit=5', 5],
    ['/api/schedules/s7/missed-slots', 20],
    ['/api/schedules/s7/backfill', 0],
    ['/api/runs', 100],
    ['/api/runs?limit=10000', 10_000],
    ['/api/runs?limit=20&offset=90000', 20],
    ['/api/runs?limit=20&flow_id=f1', 20],
    ['/api/runs?limit=20&flow_id=f1&status=failed', 20],
    ['/api/runs?limit=20&project_id=p3', 20],
    ['/api/runs?limit=20&project_id=p3&sort_order=asc', 20],
    ['/api/runs?limit=20&project_id=p3&status=failed', 20],
    ['/api/runs?limit=20&dataset_id=d8', 20],
    ['/api/runs?limit=20&dataset_id=d1', 20],
    ['/api/runs?limit=20&dataset_id=unknown', 0],
    ['/api/runs?limit=20&schedule_id=s7', 20],
    ['/api/runs?limit=20&status=failed', 20],
    ['/api/runs?limit=20&status=success', 20],
    ['/api/runs?limit=20&status=running', 0],
    ['/api/runs?limit=20&sort_by=started_at', 20],
    ['/api/runs?limit=20&sort_by=started_at&sort_order=asc', 20],
    ['/api/runs?limit=20&sort_by=status', 20],
    ['/api/runs?limit=20&sort_by=status&sort_order=asc', 20],
    ['/api/runs?limit=20&started_after=2100-01-01T00:00:00Z', 0],
    ['/api/runs?limit=20&started_before=2020-01-01T00:00:00Z', 0],
    ['/api/schedules/s7/runs?limit=20', 20],
    ['/api/runs?limit=20&project_id=p3&sort_by=started_at', 20],
    ['/api/runs?limit=20&project_id=p3&sort_by=started_at&sort_order=asc', 20],
    ['/api/runs?limit=20&project_id=p3&sort_by=started_at&status=failed', 20],
    ['/api/runs?limit=20&flow_id=f1&sort_by=started_at', 20],
    ['/api/runs?limit=20&flow_id=f1&sort_by=started_at&status=cancelled', 0],
    ['/api/runs?limit=20&sort_by=started_at&status=cancelled', 1],
  ])('%s', async (at, items) => {
    expect(await get(at)).toEqual({ status: 200, items });
    expectFewRows(meter.take(), items);
  });

  it.each([
    ['p1', 1],
    ['p3', 0],
  ])('runs of project %s by start with a rare status, read per flow', async (id, items) => {
    const at = `/api/runs?limit=20&project_id=${id}&sort_by=started_at&status=cancelled`;
    expect(await get(at)).toEqual({ status: 200, items });
    expectFewRows(meter.take(), FLOWS / PROJECTS);
  });

  it('runs of a flow by status, with the rows in between', async () => {
    const at = '/api/runs?limit=20&flow_id=f1&sort_by=status';
    expect(await get(at)).toEqual({ status: 200, items: 20 });
    expectFewRows(meter.take(), (20 * RUNS) / RUNS_OF_LARGEST_FLOW);
  });

  it.each([
    ['/api/schedules', SCHEDULES],
    ['/api/schedules?fields=summary', SCHEDULES],
    ['/api/schedules?limit=50', 50],
  ])('%s, with the recent runs', async (at, items) => {
    expect(await get(at)).toEqual({ status: 200, items });
    expectFewRows(meter.take(), 5 * items);
  });
});

it.each([
  '/api/datasets/d7',
  '/api/datasets/d7/schema',
  '/api/datasets/d7/sample',
  '/api/datasets/d7/profile',
  '/api/flows/f1',
  '/api/projects/p3',
  '/api/schedules/s7',
  `/api/runs/r${RUNS}`,
  '/api/runs/r99996/compare/r99991',
  '/api/settings',
  '/api/settings/webhook',
  '/ready',
])('GET %s reads few rows', async (at) => {
  expect((await get(at)).status).toBe(200);
  expectOneItem(meter.take());
});

it.each([
  ['POST', '/api/flows/f7/validate', {}],
  ['POST', '/api/flows/f7/export/python', undefined],
  ['PUT', '/api/flows/f7', { name: 'another name' }],
  ['PATCH', '/api/schedules/s7', { cron: '0 6 * * *' }],
  ['PATCH', '/api/datasets/d7', { is_disabled: true }],
  ['PATCH', '/api/datasets/d7', { is_disabled: false }],
] as const)('%s %s reads few rows', async (method, at, body) => {
  meter.take();
  expect((await client.call(method, at, body)).status).toBe(200);
  expectOneItem(meter.take());
});

async function countRuns(): Promise<number> {
  return await database.client.run.count();
}

/** Waits until a query returns no row. @param rest from its table on */
async function untilEmpty(rest: string): Promise<void> {
  await until(async () => {
    // Polls slowly, since the service runs on the same CPUs.
    const sql = `SELECT EXISTS (SELECT FROM ${rest}) AS is, pg_sleep(0.2)::text`;
    const [row] = await database.client.$queryRawUnsafe<{ is: boolean }[]>(sql);
    return row?.is === false;
  });
}

describe('a request that deletes', () => {
  it('reads few rows for a schedule', async () => {
    meter.take();
    expect((await client.call('DELETE', '/api/schedules/s9')).status).toBe(204);
    expectOneItem(meter.take());
  });

  it('reads few rows for a dataset and its purge', async () => {
    for (const query of ['', '?purge=true', '?purge=true&force=true']) {
      meter.take();
      const id = query === '' ? 'd13' : `d${13 + query.length}`;
      expect((await client.call('DELETE', `/api/datasets/${id}${query}`)).status).toBe(204);
      expectOneItem(meter.take());
    }
  });

  it('reads each expired dataset only a few times', async () => {
    await database.client.setting.delete({ where: KEPT_DELETED });
    meter.take();
    // Housekeeping may purge some of them meanwhile.
    expect((await client.call('POST', '/api/datasets/purge-expired')).status).toBe(200);
    await untilEmpty(`datasets WHERE deleted_at < now() - interval '30 days'`);
    const ofSweeper = /(UPDATE|DELETE FROM) object_deletions/;
    const statements = meter.take().filter(({ sql }) => !ofSweeper.test(sql));
    expectFewRows(statements, 2 * DELETED_DATASETS);
    const own = statements.filter(({ sql }) => !sql.includes('FROM ONLY'));
    expect(own.length).toBeLessThan(DELETED_DATASETS / 4);
  });

  it('reads few rows for a project besides those that it moves', async () => {
    const moved = DATASETS / PROJECTS;
    await untilEmpty('object_deletions');
    meter.take();
    expect((await client.call('DELETE', '/api/projects/p4')).status).toBe(204);
    expectFewRows(meter.take(), 3 * moved);
  });

  it('reads few rows for a flow and deletes its runs in batches in the background', async () => {
    meter.take();
    expect((await client.call('DELETE', '/api/flows/f1')).status).toBe(204);
    const inRequest = meter.take().filter(({ sql }) => !/FOR UPDATE SKIP|ONLY|= ANY/.test(sql));
    expectOneItem(inRequest);
    await untilEmpty(`flows WHERE id = 'f1'`);
    expectBatches(meter.take(), RUNS_OF_LARGEST_FLOW);
  });
});

describe('retention of runs', () => {
  it('deletes old runs in batches', async () => {
    meter.take();
    const before = await countRuns();
    const { status } = await client.call('PUT', '/api/settings/RUN_RETENTION_DAYS', { value: 67 });
    expect(status).toBe(200);
    // Retention keeps the last run of each schedule.
    await untilEmpty(`runs WHERE finished_at < now() - interval '67 days 10 minutes'
      AND id NOT IN (SELECT last_run_id FROM schedules)`);
    const removed = before - (await countRuns());
    expect(removed).toBeGreaterThan(2_000);
    expectBatches(meter.take(), removed);
  });

  it('deletes the runs above the maximum of each flow in batches', async () => {
    meter.take();
    const { status } = await client.call('PUT', '/api/settings/RUN_RETENTION_PER_FLOW', {
      value: 90,
    });
    expect(status).toBe(200);
    // Retention processes flows in the order of their ids.
    await untilEmpty(`runs WHERE flow_id = 'f199' OFFSET 91`);
    expectBatches(meter.take(), 10 * FLOWS);
  });
});
