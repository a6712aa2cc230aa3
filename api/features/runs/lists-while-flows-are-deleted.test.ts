import { randomUUID } from 'node:crypto';
import { startTestApp, type Database, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
let database: Database;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp();
  database = await app.openDatabase();
  const { body } = await app.call('GET', '/api/projects');
  projectId = body[0].id;
});

afterAll(() => app.close());

const FLOWS = 300;
const SCHEDULE = 'every-minute';

/** Flows with three runs of one output each, which one schedule has started. */
async function addFlows(): Promise<string[]> {
  const ids = Array.from({ length: FLOWS }, () => randomUUID());
  await database.$executeRaw`
    INSERT INTO flows (id, project_id, name, graph_json)
    SELECT id, ${projectId}, id, '{"nodes":[],"edges":[]}' FROM unnest(${ids}::text[]) AS id`;
  await database.$executeRaw`
    INSERT INTO runs (id, flow_id, status, engine, trigger, graph_snapshot, started_at, finished_at, schedule_id)
    SELECT id || '-' || n, id, 'success', 'polars', 'schedule', '{"nodes":[],"edges":[]}', now(), now(), ${SCHEDULE}
    FROM unnest(${ids}::text[]) AS id, generate_series(1, 3) AS n`;
  await database.$executeRaw`
    INSERT INTO run_outputs (run_id, node_id, key, format, bytes, rows)
    SELECT id, 'out', 'k', 'csv', 1, 1 FROM runs`;
  return ids;
}

/** Asks for what the paths say, over and over, while flows are deleted row by row. @returns every status */
async function readWhileDeleting(pathsOf: (next: string) => readonly string[]): Promise<number[]> {
  const ids = await addFlows();
  let next = ids[0] ?? '';
  let isDone = false;
  const statuses: number[] = [];
  const reading = pathsOf(next).map(async (_path, reader) => {
    while (!isDone) {
      const { status } = await app.call('GET', pathsOf(next)[reader] ?? '');
      statuses.push(status);
    }
  });
  for (next of ids) {
    await database.$executeRaw`DELETE FROM flows WHERE id = ${next}`;
  }
  isDone = true;
  await Promise.all(reading);
  return [...new Set(statuses)];
}

it('answers every list of runs while flows are deleted', async () => {
  const statuses = await readWhileDeleting(() => [
    '/api/runs',
    `/api/runs?schedule_id=${SCHEDULE}&sort_by=started_at`,
    `/api/runs?project_id=${projectId}&sort_by=status&sort_order=asc`,
  ]);
  expect(statuses).toEqual([200]);
});

it('answers 404 for an output whose flow is deleted concurrently', async () => {
  const statuses = await readWhileDeleting((flow) => [
    `/api/runs/${flow}-1/output`,
    `/api/runs/${flow}-2/output?node_id=out`,
  ]);
  expect(statuses).toEqual([404]);
});

it('counts all matching runs for an empty page', async () => {
  await addFlows();
  const { body, headers } = await app.call('GET', '/api/runs?offset=5000&limit=10');
  expect([body, headers.get('x-total-count')]).toEqual([[], String(3 * FLOWS)]);
});
