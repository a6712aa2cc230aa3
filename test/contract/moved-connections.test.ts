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

function inDatabase(file: string, statements: string): void {
  const own = new DatabaseSync(file);
  own.exec(statements);
  own.close();
}

function idsIn(file: string, table: string): readonly unknown[] {
  const own = new DatabaseSync(file);
  const ids = own.prepare(`SELECT id FROM ${table} ORDER BY id`).all();
  own.close();
  return ids.map(({ id }) => id);
}

async function connectionTo(database: string): Promise<string> {
  const body = { name: `Shop ${path.basename(database)}`, provider: 'sqlite', database };
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
async function rowsRead(flow: string, parameters: object = {}): Promise<unknown> {
  const { body } = await app.call('POST', `/api/flows/${flow}/runs`, { parameters });
  expect(body.error_message).toBeNull();
  return (body.node_results as [{ rows: number }])[0].rows;
}

/** Runs a flow that succeeds. @returns the warnings of its input */
async function inputWarnings(flow: string): Promise<readonly string[]> {
  const { body } = await app.call('POST', `/api/flows/${flow}/runs`, {});
  expect(body.error_message).toBeNull();
  return (body.node_results as [{ warnings?: readonly string[] }])[0].warnings ?? [];
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

const SHOPS = 'SELECT * FROM orders WHERE shop = {{ shop }}';

function queryGraph(connection: string, query: string, output: Node = CSV): object {
  const config = { connection_id: connection, mode: 'query', query, incremental_column: 'id' };
  const nodes = [{ id: 'read/1', type: 'sqlInput', config }, output];
  return {
    nodes: nodes.map(({ id, type, config: data }) => ({ id, type, data: { config: data } })),
    edges: [{ source: 'read/1', target: output.id }],
    parameters: [{ name: 'shop', type: 'string', default: 'eu' }],
  };
}

/** A flow that reads orders of two shops, and returns, by a query. */
async function queryFlow(query: string): Promise<{ flow: string; file: string; id: string }> {
  const file = databaseOf();
  inDatabase(file, "ALTER TABLE orders ADD COLUMN shop TEXT; INSERT INTO orders VALUES (8, 'eu')");
  inDatabase(file, "INSERT INTO orders VALUES (9, 'eu'), (3, 'us'), (4, 'us')");
  inDatabase(file, 'CREATE TABLE returns AS SELECT id FROM orders WHERE id < 5');
  const id = await connectionTo(file);
  const body = { name: 'Queried', graph_json: queryGraph(id, query) };
  const answer = await app.call('POST', '/api/flows', body);
  expect(answer).toMatchObject({ status: 201 });
  return { flow: String(answer.body.id), file, id };
}

async function edit(flow: string, graph: object): Promise<void> {
  const answer = await app.call('PUT', `/api/flows/${flow}`, { graph_json: graph });
  expect(answer).toMatchObject({ status: 200 });
}

const keepPath = (flow: string): string => `${marksPath(flow)}/read%2F1/keep`;

describe('an incremental read of a query', () => {
  it('has a watermark for each set of values of its parameters, which the API shows', async () => {
    const { flow, file } = await queryFlow(SHOPS);
    expect(await rowsRead(flow)).toBe(2);
    expect(await rowsRead(flow, { shop: 'us' })).toBe(2);
    inDatabase(file, "INSERT INTO orders VALUES (5, 'us'), (10, 'eu')");
    expect(await rowsRead(flow, { shop: 'us' })).toBe(1);
    expect(await rowsRead(flow)).toBe(1);
    expect((await app.call('GET', marksPath(flow))).body).toMatchObject([
      { parameters: { shop: 'eu' }, value: '10', same_query: true },
      { parameters: { shop: 'us' }, value: '5', same_query: true },
    ]);
    expect(await app.call('DELETE', `${marksPath(flow)}/read%2F1`)).toMatchObject({ status: 204 });
    expect(await rowsRead(flow)).toBe(3);
    expect(await rowsRead(flow, { shop: 'us' })).toBe(3);
  });

  it('goes on where it was when a parameter that the query does not name has another value', async () => {
    const { flow } = await queryFlow('SELECT * FROM orders');
    expect(await rowsRead(flow)).toBe(4);
    expect(await rowsRead(flow, { shop: 'us' })).toBe(0);
    expect((await app.call('GET', marksPath(flow))).body).toMatchObject([{ parameters: null }]);
  });

  it('abridges a long value of a parameter, which stays another one than those that begin alike', async () => {
    const { flow } = await queryFlow('SELECT * FROM orders WHERE shop <> {{ shop }}');
    const long = 'x'.repeat(300);
    expect(await rowsRead(flow, { shop: long })).toBe(4);
    expect(await rowsRead(flow, { shop: `${long}y` })).toBe(4);
    expect(await rowsRead(flow, { shop: long })).toBe(0);
    const { body } = await app.call('GET', marksPath(flow));
    const start = expect.stringMatching(/^x{40}… \(SHA-256 [\da-f]{64}\)$/) as unknown;
    expect(body).toMatchObject([{ parameters: { shop: start } }, { parameters: { shop: start } }]);
  });

  it('fails before it reads when the text of the query was edited, and names both ways out', async () => {
    const { flow, id } = await queryFlow('SELECT id FROM orders');
    expect(await rowsRead(flow)).toBe(4);
    await edit(flow, queryGraph(id, '\n SELECT id FROM orders '));
    expect(await rowsRead(flow)).toBe(0);
    await edit(flow, queryGraph(id, 'SELECT * FROM returns'));
    const { body } = await app.call('POST', `/api/flows/${flow}/runs`, {});
    expect(body).toMatchObject({ status: 'failed', node_results: null });
    const message = String(body.error_message);
    expect(message).toContain('was made by another "query": its text is not that of this run.');
    expect(message).toContain(`DELETE /api/flows/${flow}/watermarks/read%2F1 `);
    expect(message).toContain(`POST /api/flows/${flow}/watermarks/read%2F1/keep `);
    const { body: marks } = await app.call('GET', marksPath(flow));
    expect(marks).toMatchObject([{ same_address: true, same_query: false }]);
    await app.call('DELETE', `${marksPath(flow)}/read%2F1`);
    expect(await rowsRead(flow)).toBe(2);
  });

  it('goes on from all of its watermarks when they are kept after an edit of the query', async () => {
    const { flow, file, id } = await queryFlow(SHOPS);
    expect(await rowsRead(flow)).toBe(2);
    expect(await rowsRead(flow, { shop: 'us' })).toBe(2);
    await edit(flow, queryGraph(id, SHOPS.replace('*', 'id')));
    const kept = await app.call('POST', keepPath(flow));
    expect(kept).toMatchObject({ body: [{ same_query: true }, { same_query: true }] });
    inDatabase(file, "INSERT INTO orders VALUES (10, 'eu')");
    expect(await rowsRead(flow)).toBe(1);
    expect(await rowsRead(flow, { shop: 'us' })).toBe(0);
  });

  it('shows all of its rows in a preview, also after an edit', async () => {
    const { flow, id } = await queryFlow('SELECT id FROM orders');
    expect(await rowsRead(flow)).toBe(4);
    await edit(flow, queryGraph(id, 'SELECT * FROM returns'));
    const preview = await app.call('POST', `/api/flows/${flow}/preview`, { node_id: 'read/1' });
    expect(preview).toMatchObject({ status: 200, body: { row_count: 2 } });
  });
});

describe('an incremental read whose output is written elsewhere than by the run that set its watermark', () => {
  it('warns that only new rows are written there, and how to write all', async () => {
    const [before, now] = [databaseOf(), databaseOf()];
    const { flow, file, id } = await queryFlow('SELECT id FROM orders');
    const target = await connectionTo(before);
    const config = { connection_id: target, table: 'copies', if_exists: 'append' };
    await edit(
      flow,
      queryGraph(id, 'SELECT id FROM orders', { id: 'out', type: 'sqlOutput', config }),
    );
    expect(await inputWarnings(flow)).toEqual([]);
    inDatabase(file, 'INSERT INTO orders (id) VALUES (20)');
    expect(await inputWarnings(flow)).toEqual([]);
    await point(target, { database: now });
    inDatabase(file, 'INSERT INTO orders (id) VALUES (21)');
    const [warning, ...others] = await inputWarnings(flow);
    expect(others).toEqual([]);
    expect(warning).toContain(`names SQLite, ${now}, and`);
    expect(warning).toContain(`wrote to SQLite, ${before}.`);
    expect(warning).toContain(`DELETE /api/flows/${flow}/watermarks/read%2F1 makes the next run`);
    expect(idsIn(now, 'copies')).toEqual([21]);
    await app.call('DELETE', `${marksPath(flow)}/read%2F1`);
    expect(await inputWarnings(flow)).toEqual([]);
    expect(idsIn(now, 'copies')).toHaveLength(7);
  });
});
