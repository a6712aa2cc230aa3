import type { TestApp } from '../../test/support/app.ts';
import { startTestAppInProcess } from '../../test/support/in-process-app.ts';
import { maxBytesPerTurn } from '../../test/support/max-bytes-per-turn.ts';
import { withDocumentedAnswers } from '../../test/support/documented-answers.ts';
import type { ApiClient } from '../../test/support/api-client.ts';

const DATASETS = 500;
const FLOWS = 300;
const SCHEDULES = 250;
/** A batch of rows is about 1 MiB. */
const MOST_BYTES_A_TURN = 1_500_000;

let app: TestApp;
let client: ApiClient;
let projectId: string;

beforeAll(async () => {
  app = await startTestAppInProcess({ SERVICE_SCHEDULER_ENABLED: 'false' });
  client = await withDocumentedAnswers(app);
  projectId = (await client.call('POST', '/api/projects', { name: 'large' })).body.id as string;
  await fill();
});

afterAll(() => app.close());

/** Datasets of 30 columns with 100 sampled rows, flows that read them, schedules. */
async function fill(): Promise<void> {
  const columns = Array.from({ length: 30 }, (_, at) => `column_${at}`);
  const schema = JSON.stringify(columns.map((name) => ({ name, type: 'string' })));
  const row = Object.fromEntries(columns.map((name, at) => [name, `a value of column ${at}`]));
  const sample = JSON.stringify(Array.from({ length: 100 }, () => row));
  const facts = { dtype: 'string', null_count: 0, null_pct: 0, distinct: 1, scanned: 9, total: 9 };
  const profile = JSON.stringify(columns.map((name) => ({ name, ...facts })));
  const nodes = [{ id: 'in', type: 'fileInput', data: { config: { note: 'x'.repeat(20_000) } } }];
  const database = await app.openDatabase();
  await database.$executeRaw`
    INSERT INTO datasets (id, project_id, name, name_key, source_type, dataset_kind, latest_version)
    SELECT 'd' || i, ${projectId}, 'd' || i, 'd' || i, 'csv', 'input', 1
    FROM generate_series(1, ${DATASETS}::int) AS i`;
  await database.$executeRaw`
    INSERT INTO dataset_versions (id, dataset_id, version_number, row_count, column_schema,
                                  column_profile, data_sample, source_key, data_key, bytes)
    SELECT 'v' || i, 'd' || i, 1, 100, ${schema}, ${profile}, ${sample}, 's', 'd', 1
    FROM generate_series(1, ${DATASETS}::int) AS i`;
  await database.$executeRaw`
    INSERT INTO flows (id, project_id, name, graph_json)
    SELECT 'f' || i, ${projectId}, 'f' || i, ${JSON.stringify({ nodes, edges: [] })}
    FROM generate_series(1, ${FLOWS}::int) AS i`;
  await database.$executeRaw`
    INSERT INTO schedules (id, flow_id, cron, parameters)
    SELECT 's' || i, 'f1', '0 5 * * *', '{"n": 90071992547409931}'
    FROM generate_series(1, ${SCHEDULES}::int) AS i`;
}

async function count(path: string): Promise<number> {
  const { status, body } = await client.call('GET', path);
  expect(status).toBe(200);
  return (body as unknown[]).length;
}

const LISTS = [
  ['/api/datasets', DATASETS, ['data_sample', 'column_schema', 'column_profile', 'parse_options']],
  ['/api/flows', FLOWS, ['graph_json']],
  ['/api/schedules', SCHEDULES, ['parameters', 'recent_runs']],
] as const;

describe('lists', () => {
  it.each(LISTS)('%s is whole, %i items, unless a page is asked for', async (path, total, left) => {
    const all = await client.call('GET', path);
    expect(all.body).toHaveLength(total);
    expect(all.headers.get('x-total-count')).toBe(String(total));
    const page = await client.call('GET', `${path}?limit=7&offset=5`);
    expect(page.body).toEqual((all.body as unknown[]).slice(5, 12));
    expect(page.headers.get('x-total-count')).toBe(String(total));
    expect(page.headers.get('link')).toContain('limit=7&offset=12>; rel="next"');
    const [full] = all.body as Record<string, unknown>[];
    const [summary] = (await client.call('GET', `${path}?limit=1&fields=summary`)).body as Record<
      string,
      unknown
    >[];
    const expected = Object.entries(full!).filter(([key]) => !left.some((name) => name === key));
    expect(summary).toEqual(Object.fromEntries(expected));
  });

  it('pages of projects follow each other', async () => {
    const all = (await client.call('GET', '/api/projects')).body as unknown[];
    const second = await client.call('GET', '/api/projects?limit=1&offset=1');
    expect(second.body).toEqual(all.slice(1, 2));
    expect(second.headers.get('x-total-count')).toBe('2');
  });

  it.each(['/api/datasets', '/api/flows', '/api/schedules', '/api/projects'])(
    '%s refuses a page that is none',
    async (path) => {
      for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'limit=a']) {
        expect((await client.call('GET', `${path}?${query}`)).status).toBe(422);
      }
      for (const offset of [100_000, 999_999_999_999_999]) {
        expect(await count(`${path}?offset=${offset}&limit=1000`)).toBe(0);
      }
    },
  );

  it('an item of a list is what the item alone is', async () => {
    const [listed] = (await client.call('GET', '/api/datasets?limit=1')).body as { id: string }[];
    expect(listed).toEqual((await client.call('GET', `/api/datasets/${listed!.id}`)).body);
    const [flow] = (await client.call('GET', '/api/flows?limit=1')).body as { id: string }[];
    expect(flow).toEqual((await client.call('GET', `/api/flows/${flow!.id}`)).body);
  });

  it('keep integers exact that a double cannot hold', async () => {
    const answer = await fetch(`${app.url}/api/schedules?limit=1`);
    expect(await answer.text()).toContain('90071992547409931');
  });

  it('leave out a deleted flow and its schedules', async () => {
    const created = await client.call('POST', '/api/flows', {
      name: 'short-lived',
      project_id: projectId,
      graph_json: { nodes: [], edges: [] },
    });
    expect(created.status).toBe(201);
    const flow = `/api/flows/${created.body.id as string}`;
    const schedule = await client.call('POST', `${flow}/schedules`, { cron: '0 5 * * *' });
    expect(schedule.status).toBe(201);
    expect(await count('/api/flows')).toBe(FLOWS + 1);
    expect(await count('/api/schedules')).toBe(SCHEDULES + 1);
    expect((await client.call('DELETE', flow)).status).toBe(204);
    for (const query of ['', '?limit=1000', '?fields=summary']) {
      const flows = await client.call('GET', `/api/flows${query}`);
      expect(flows.body).toHaveLength(FLOWS);
      expect(flows.headers.get('x-total-count')).toBe(String(FLOWS));
      const schedules = await client.call('GET', `/api/schedules${query}`);
      expect(schedules.body).toHaveLength(SCHEDULES);
      expect(schedules.headers.get('x-total-count')).toBe(String(SCHEDULES));
    }
  });
});

/** Reads an answer chunk by chunk, so that the test itself does not block. @returns its bytes */
async function drain(path: string): Promise<number> {
  const answer = await fetch(`${app.url}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
  expect(answer.status).toBe(200);
  let bytes = 0;
  for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
  return bytes;
}

describe('a large list', () => {
  it.each([
    ['/api/datasets', 20_000_000],
    ['/api/flows', 5_000_000],
  ])('%s is written in pieces between which other requests are served', async (path, least) => {
    const bytes = await maxBytesPerTurn(async () => {
      expect(await drain(path)).toBeGreaterThan(least);
    });
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(MOST_BYTES_A_TURN);
  });

  it('is a small answer as a summary', async () => {
    const bytes = await drain('/api/datasets?fields=summary');
    expect(bytes / DATASETS).toBeLessThan(500);
  });
});
