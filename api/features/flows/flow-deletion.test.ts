import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import { startTestApp, type Database, type TestApp } from '../../../test/support/app.ts';
import { until } from '../../../test/support/until.ts';

let app: TestApp;
let database: Database;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_WEBHOOK_SECRET: 'secret' });
  database = await app.openDatabase();
});

afterAll(() => app.close());

const RUNS = 1_200;

interface Scene {
  readonly flow: string;
  readonly schedule: string;
  /** The id of one of its runs. */
  readonly run: string;
  /** The file of that run. */
  readonly file: string;
}

/** A flow with a schedule and many runs that have ended. */
async function flowWithRuns(): Promise<Scene> {
  const { body: flow } = await app.call('POST', '/api/flows', { name: 'Busy' });
  const { body: schedule } = await app.call('POST', `/api/flows/${flow.id}/schedules`, {
    cron: '0 6 * * *',
  });
  await database.$executeRaw`
    INSERT INTO runs (id, flow_id, status, engine, trigger, graph_snapshot, started_at, finished_at, schedule_id)
    SELECT ${flow.id} || '-' || n, ${flow.id}, 'success', 'polars', 'webhook', '{}', now(), now(), ${schedule.id}
    FROM generate_series(1, ${RUNS}) AS n`;
  await database.$executeRaw`
    INSERT INTO node_results (run_id, position, result_json)
    SELECT id, 0, '{"node_id":"in"}' FROM runs WHERE flow_id = ${flow.id}`;
  await database.$executeRaw`
    INSERT INTO run_outputs (run_id, node_id, key, format, bytes, rows)
    SELECT id, 'out', 'k', 'csv', 1, 1 FROM runs WHERE flow_id = ${flow.id}`;
  const run = `${flow.id}-7`;
  const file = path.join(app.dataDir, 'objects', objectKeys.runSpec(run));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '{}');
  return { flow: flow.id, schedule: schedule.id, run, file };
}

/** What a session of its own holds is not removed. @returns gives it back */
async function holdRun(id: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT id FROM runs WHERE id = $1 FOR UPDATE', [id]);
  return () => client.end();
}

it('a deleted flow vanishes from every answer while its runs are still being removed', async () => {
  const { flow, schedule, run, file } = await flowWithRuns();
  const release = await holdRun(run);
  expect((await app.call('DELETE', `/api/flows/${flow}`)).status).toBe(204);
  const gone = [
    `/api/flows/${flow}`,
    `/api/flows/${flow}/schedules`,
    `/api/schedules/${schedule}`,
    `/api/runs/${run}`,
    `/api/runs/${run}/output?node_id=out`,
    `/api/runs/${run}/events`,
    `/api/runs/${run}/logs/stream`,
    `/api/runs/${run}/compare/${run}`,
  ];
  for (const place of gone)
    expect([place, (await app.call('GET', place)).status]).toEqual([place, 404]);
  for (const list of ['/api/flows', '/api/runs', `/api/runs?flow_id=${flow}`, '/api/schedules']) {
    const listed = await app.call('GET', list);
    expect([list, JSON.stringify(listed.body).includes(flow)]).toEqual([list, false]);
    expect([list, listed.headers.get('x-total-count') ?? '0']).toEqual([list, '0']);
  }
  const { body: projects } = await app.call('GET', '/api/projects');
  expect(projects).toEqual([expect.objectContaining({ flow_count: 0 })]);
  const started = [
    await app.call('POST', `/api/flows/${flow}/runs`, {}),
    await app.call('POST', `/api/runs/${run}/retry`),
    await app.call('POST', `/api/flows/${flow}/schedules`, { cron: '0 6 * * *' }),
    await app.call('DELETE', `/api/flows/${flow}`),
  ];
  expect(started.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  await release();
  await until(async () => (await database.run.count({ where: { flowId: flow } })) <= 1);
  expect(existsSync(file)).toBe(true);
});

it('the runs of a deleted flow and their files are removed in the background', async () => {
  const { flow, file } = await flowWithRuns();
  await database.idempotencyKey.create({
    data: { flowId: flow, key: 'k', runId: `${flow}-1` },
  });
  expect((await app.call('DELETE', `/api/flows/${flow}`)).status).toBe(204);
  await until(async () => (await database.flow.count({ where: { id: flow } })) === 0);
  expect(await database.run.count({ where: { flowId: flow } })).toBe(0);
  await until(async () => (await database.objectDeletion.count()) === 0);
  expect(existsSync(file)).toBe(false);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).toMatch(/millrace_runs_removed_total\{reason="flow_deleted"\} [1-9]/);
});

it('a flow with a run under way is not deleted', async () => {
  const { flow, run } = await flowWithRuns();
  await database.run.update({ where: { id: run }, data: { status: 'running' } });
  expect((await app.call('DELETE', `/api/flows/${flow}`)).status).toBe(409);
  expect((await app.call('GET', `/api/flows/${flow}`)).status).toBe(200);
});
