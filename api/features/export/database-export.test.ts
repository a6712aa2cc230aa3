import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startTestApp, type Answer, type TestApp } from '../../../test/support/app.ts';
import { pythonEnvironment } from '../../../test/support/python-environment.ts';
import { skipSuite } from '../../../test/support/skips.ts';

let app: TestApp;
let folder: string;
let connectionId: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-export-'));
  const database = new DatabaseSync(path.join(folder, 'shop.db'));
  database.exec("CREATE TABLE items (id INTEGER, name TEXT); INSERT INTO items VALUES (1, 'a')");
  database.close();
  app = await startTestApp({
    SERVICE_STORAGE_ALLOWED_ROOTS: JSON.stringify([folder]),
  });
  connectionId = await connection({ name: 'Orders DB', provider: 'sqlite', database: 'shop.db' });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function connection(fields: {
  readonly [field: string]: string;
  readonly database: string;
}): Promise<string> {
  const database = path.join(folder, fields.database);
  const { status, body } = await app.call('POST', '/api/connections', { ...fields, database });
  expect([status, body]).toEqual([201, body]);
  return body.id as string;
}

function graphOf(config: object): object {
  return {
    nodes: [
      { id: 'in', type: 'sqlInput', data: { label: 'Items', config } },
      { id: 'pick', type: 'selectColumns', data: { config: { columns: ['id'] } } },
      { id: 'out', type: 'csvOutput', data: { config: {} } },
    ],
    edges: [
      { source: 'in', target: 'pick' },
      { source: 'pick', target: 'out' },
    ],
  };
}

async function flowOf(config: object): Promise<string> {
  const graph_json = graphOf({ connection_id: connectionId, ...config });
  const { body } = await app.call('POST', '/api/flows', { name: 'Items', graph_json });
  return body.id as string;
}

const exported = async (flow: string): Promise<Answer> =>
  await app.call('POST', `/api/flows/${flow}/export/python`);

it('exports a flow that reads a database when a run has found the columns', async () => {
  const flow = await flowOf({ table: 'items' });
  const before = await exported(flow);
  expect([before.status, before.body.detail]).toEqual([
    400,
    'Items (in): Its columns are known only when it runs, so no Python can follow it. Run the flow as it is to export it.',
  ]);
  await app.call('POST', `/api/flows/${flow}/runs`, {});
  const { status, body } = await exported(flow);
  expect(status).toBe(200);
  for (const script of [body.code, body.polars, body.polars_lazy]) {
    expect(script).toContain('address("ORDERS_DB_URL")');
    expect(script).toMatch(/\{"id": \(int, [^)]+\), "name": \(as_text, [^)]+\)\}/);
  }
});

it('exports scripts that end with a sentence when the address of a connection is not set', async () => {
  const environment = await pythonEnvironment();
  if (environment.kind !== 'ready') {
    skipSuite('exported scripts without an address', environment.reason);
    return;
  }
  const flow = await flowOf({ table: 'items' });
  await app.call('POST', `/api/flows/${flow}/runs`, {});
  const { body } = await exported(flow);
  const script = path.join(folder, 'items.py');
  await writeFile(script, body.code as string);
  const { PATH } = process.env;
  const ended = await new Promise<readonly [unknown, string]>((resolve) => {
    const options = { cwd: folder, env: { PATH, ORDERS_DB_URL: '' }, timeout: 120_000 };
    execFile(environment.python, [script], options, (error, _stdout, stderr) => {
      resolve([error?.code, stderr]);
    });
  });
  expect(ended).toEqual([1, 'Set the environment variable ORDERS_DB_URL.\n']);
});

it('asks for another run when the input was changed after the last one', async () => {
  const flow = await flowOf({ table: 'items' });
  await app.call('POST', `/api/flows/${flow}/runs`, {});
  const query = { connection_id: connectionId, mode: 'query', query: 'SELECT 1 AS id' };
  await app.call('PUT', `/api/flows/${flow}`, { graph_json: graphOf(query) });
  expect(await exported(flow)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('Run the flow as it is') },
  });
});

it('exports a flow that reads and writes files of a folder as the latest run parsed them', async () => {
  await writeFile(path.join(folder, 'prices.csv'), 'id;price\n1;1,5\n');
  const files = await connection({ name: 'Files', provider: 'local', database: '' });
  const { body: flow } = await app.call('POST', '/api/flows', {
    name: 'Prices',
    graph_json: {
      nodes: [
        {
          id: 'in',
          type: 'storageInput',
          data: { config: { connection_id: files, path: 'prices.csv' } },
        },
        {
          id: 'out',
          type: 'storageOutput',
          data: { config: { connection_id: files, path: 'out/prices.csv', format: 'csv' } },
        },
      ],
      edges: [{ source: 'in', target: 'out' }],
    },
  });
  const id = flow.id as string;
  expect(await exported(id)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('Run the flow as it is') },
  });
  await app.call('POST', `/api/flows/${id}/runs`, {});
  const { status, body } = await exported(id);
  expect([status, body.detail]).toEqual([200, undefined]);
  for (const script of [body.code, body.polars, body.polars_lazy]) {
    expect(script).toContain('os.path.join(address("FILES_PATH"), "prices.csv")');
    expect(script).toMatch(/separator=";",\s+decimal=","/);
    expect(script).toMatch(/write_file\(\s*address\("FILES_PATH"\),\s*"out\/prices\.csv"/);
  }
});

it('says why a flow that reads incrementally is not exported', async () => {
  const flow = await flowOf({ table: 'items', incremental_column: 'id' });
  await app.call('POST', `/api/flows/${flow}/runs`, {});
  expect(await exported(flow)).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^Items \(in\): It reads only rows beyond a watermark/) },
  });
});
