import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startTestApp, type TestApp } from '../support/app.ts';
import { SlotOutcomes } from '../support/slot-outcomes.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp({
    SERVICE_SCHEDULER_POLL_INTERVAL_SECONDS: '1',
    SERVICE_SCHEDULER_MAX_CONSECUTIVE_FAILURES: '0',
  });
  folder = path.join(app.dataDir, 'storage');
  await mkdir(folder, { recursive: true });
});

afterAll(() => app.close());

/** A database with a table of ids. @returns its path */
function databaseOf(...ids: readonly number[]): string {
  databases += 1;
  const file = path.join(folder, `${databases}.db`);
  const own = new DatabaseSync(file);
  own.exec('CREATE TABLE orders (id INTEGER)');
  for (const id of ids) own.exec(`INSERT INTO orders VALUES (${id})`);
  own.close();
  return file;
}
let databases = 0;

function idsIn(file: string, table: string): readonly unknown[] {
  const own = new DatabaseSync(file);
  const ids = own.prepare(`SELECT id FROM ${table} ORDER BY id`).all();
  own.close();
  return ids.map(({ id }) => id);
}

async function connectionTo(database: string): Promise<string> {
  const body = { name: `Shop ${databases}`, provider: 'sqlite', database };
  const answer = await app.call('POST', '/api/connections', body);
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body.id);
}

async function point(connection: string, change: object): Promise<void> {
  const answer = await app.call('PATCH', `/api/connections/${connection}`, change);
  expect(answer).toMatchObject({ status: 200 });
}

interface Node {
  readonly id: string;
  readonly type: string;
  readonly config: object;
}

async function savedFlow(...nodes: readonly [Node, Node]): Promise<string> {
  const graph = {
    nodes: nodes.map(({ id, type, config }) => ({ id, type, data: { config } })),
    edges: [{ source: nodes[0].id, target: nodes[1].id }],
  };
  const answer = await app.call('POST', '/api/flows', { name: 'Orders', graph_json: graph });
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body.id);
}

const CSV: Node = { id: 'write', type: 'csvOutput', config: {} };

/** A flow that reads the orders of a connection incrementally. The id of its node needs escapes in a URL. */
function incrementalFlow(connection: string): Promise<string> {
  const config = { connection_id: connection, table: 'orders', incremental_column: 'id' };
  return savedFlow({ id: 'read/1', type: 'sqlInput', config }, CSV);
}

const marksPath = (flow: string): string => `/api/flows/${flow}/watermarks`;

/** Runs a flow that succeeds. @returns the number of rows that it read */
async function rowsRead(flow: string): Promise<unknown> {
  const { body } = await app.call('POST', `/api/flows/${flow}/runs`, {});
  expect(body.error_message).toBeNull();
  return (body.node_results as [{ rows: number }])[0].rows;
}

async function moved(): Promise<{ flow: string; id: string; before: string; now: string }> {
  const [before, now] = [databaseOf(1, 9), databaseOf(3, 5, 10)];
  const id = await connectionTo(before);
  const flow = await incrementalFlow(id);
  expect(await rowsRead(flow)).toBe(2);
  await point(id, { database: now });
  return { flow, id, before, now };
}

describe('an incremental read whose connection names another database since', () => {
  it('fails before it reads, names both ways out, and shows that its watermark is of another address', async () => {
    const { flow, before, now } = await moved();
    const { body } = await app.call('POST', `/api/flows/${flow}/runs`, {});
    expect(body).toMatchObject({ status: 'failed', node_results: null });
    const message = String(body.error_message);
    const path = `/api/flows/${flow}/watermarks/read%2F1`;
    expect(message).toContain(`SQLite, ${before}`);
    expect(message).toContain(`SQLite, ${now}`);
    expect(message).toContain(`DELETE ${path} `);
    expect(message).toContain(`POST ${path}/keep `);
    const { body: marks } = await app.call('GET', marksPath(flow));
    expect(marks).toMatchObject([{ value: '9', same_address: false }]);
  });

  it('reads all rows of the new database after a reset', async () => {
    const { flow } = await moved();
    await app.call('DELETE', `${marksPath(flow)}/read%2F1`);
    expect(await rowsRead(flow)).toBe(3);
    expect(await rowsRead(flow)).toBe(0);
    const { body: marks } = await app.call('GET', marksPath(flow));
    expect(marks).toMatchObject([{ value: '10', same_address: true }]);
  });

  it('goes on from the watermark when it is kept, since the data are the same at a new address', async () => {
    const { flow } = await moved();
    const kept = await app.call('POST', `${marksPath(flow)}/read%2F1/keep`);
    expect(kept).toMatchObject({ status: 200, body: [{ value: '9', same_address: true }] });
    expect(await rowsRead(flow)).toBe(1);
    expect(await rowsRead(flow)).toBe(0);
  });

  it('goes on when the connection names the database before again', async () => {
    const { flow, id, before } = await moved();
    await point(id, { database: before });
    expect(await rowsRead(flow)).toBe(0);
  });

  it('fails when a schedule runs it, too', async () => {
    const { flow } = await moved();
    const made = await app.call('POST', `/api/flows/${flow}/schedules`, {
      cron: '@yearly',
      only_if_changed: true,
    });
    const slots = new SlotOutcomes(app, String(made.body.id));
    expect(await slots.next()).toBe('failed');
  });

  it('has no watermark to keep before a successful run', async () => {
    const flow = await incrementalFlow(await connectionTo(databaseOf()));
    expect(await app.call('POST', `${marksPath(flow)}/read%2F1/keep`)).toMatchObject({
      status: 404,
      body: { detail: "Watermark 'read/1' not found" },
    });
    expect(await app.call('POST', '/api/flows/none/watermarks/read/keep')).toMatchObject({
      status: 404,
      body: { detail: "Flow 'none' not found" },
    });
  });
});

it('an incremental read goes on after a change of the account and the name of its connection', async () => {
  const id = await connectionTo(databaseOf(1));
  const flow = await incrementalFlow(id);
  expect(await rowsRead(flow)).toBe(1);
  await point(id, { name: `Shop ${id}`, username: 'next' });
  expect(await rowsRead(flow)).toBe(0);
});

it('a schedule with only_if_changed runs when the connection of its output names another database', async () => {
  const [before, now] = [databaseOf(), databaseOf()];
  const id = await connectionTo(before);
  const upload = await app.upload('/api/datasets/upload', 'moved.csv', 'id\n4\n');
  const input = { id: 'in', type: 'fileInput', config: { dataset_id: upload.body.id } };
  const config = { connection_id: id, table: 'copies', if_exists: 'replace' };
  const flow = await savedFlow(input, { id: 'out', type: 'sqlOutput', config });
  const made = await app.call('POST', `/api/flows/${flow}/schedules`, {
    cron: '@yearly',
    only_if_changed: true,
  });
  const slots = new SlotOutcomes(app, String(made.body.id));
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');
  await point(id, { database: now });
  expect(await slots.next()).toBe('success');
  expect(idsIn(now, 'copies')).toEqual([4]);
  expect(await slots.next()).toBe('unchanged');
});
