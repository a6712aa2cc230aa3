import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let connectionId: string;
/** Another session of the same real database. */
let database: Client;

beforeAll(async () => {
  app = await startTestApp();
  const server = new URL(app.databaseUrl);
  database = new Client({ connectionString: app.databaseUrl });
  await database.connect();
  const answer = await app.call('POST', '/api/connections', {
    name: 'Own',
    provider: 'postgresql',
    host: server.searchParams.get('host') ?? server.hostname,
    port: Number(server.port || '5432'),
    database: server.pathname.slice(1),
    username: decodeURIComponent(server.username),
  });
  connectionId = String(answer.body.id);
});

afterAll(async () => {
  await database.end();
  await app.close();
});

interface RunAnswer {
  readonly id: string;
  readonly status: string;
  readonly error_message: string | null;
  readonly logs: readonly { readonly level: string; readonly message: string }[];
  readonly node_results: readonly {
    readonly rows: number | null;
    readonly sample: readonly Record<string, unknown>[];
    readonly warnings?: readonly string[];
    readonly pushed_down: boolean;
  }[];
}

interface Middle {
  readonly type: string;
  readonly config: object;
}

const graph = (input: object, middle: readonly Middle[]): object => {
  const ids = ['read', ...middle.map((_, place) => `middle${place}`), 'write'];
  const read = { connection_id: connectionId, incremental_column: 'id', ...input };
  const configs = [read, ...middle.map(({ config }) => config), {}];
  const types = ['sqlInput', ...middle.map(({ type }) => type), 'csvOutput'];
  return {
    nodes: ids.map((id, at) => ({ id, type: types[at], data: { config: configs[at] } })),
    edges: ids.slice(1).map((target, at) => ({ source: ids[at], target })),
  };
};

async function savedFlow(input: object, ...middle: readonly Middle[]): Promise<string> {
  const flow = { name: 'Incremental', graph_json: graph(input, middle) };
  const answer = await app.call('POST', '/api/flows', flow);
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body.id);
}

async function run(flow: string, request: object = {}): Promise<RunAnswer> {
  return (await app.call('POST', `/api/flows/${flow}/runs`, request)).body;
}

/** Runs a flow that succeeds. @returns the values of a column of the rows that were read */
async function readValues(flow: string, column = 'id'): Promise<readonly unknown[]> {
  const result = await run(flow);
  expect(result.error_message).toBeNull();
  const sample = result.node_results.at(-1)?.sample ?? [];
  return sample.map((row) => row[column]).toSorted();
}

async function marksOf(flow: string): Promise<readonly object[]> {
  return (await app.call('GET', `/api/flows/${flow}/watermarks`)).body;
}

/** A new table with a column and some rows. @returns its name */
async function table(column: string, values: string): Promise<string> {
  tables += 1;
  const name = `incremental_${tables}`;
  await database.query(`CREATE TABLE ${name} (id ${column}, note text)`);
  await database.query(`INSERT INTO ${name} (id) VALUES ${values}`);
  return name;
}
let tables = 0;

it('each run reads only the rows beyond the watermark, which the API shows', async () => {
  const name = await table('bigint', '(1), (9007199254740993)');
  const flow = await savedFlow({ table: name });
  expect(await marksOf(flow)).toEqual([]);
  expect(await readValues(flow)).toHaveLength(2);
  expect(await marksOf(flow)).toMatchObject([
    {
      node_id: 'read',
      connection_id: connectionId,
      table_name: name,
      column_name: 'id',
      type: 'integer',
      value: '9007199254740993',
    },
  ]);
  expect(await readValues(flow)).toEqual([]);

  await database.query(`INSERT INTO ${name} VALUES (2), (9007199254740994), (9007199254740995)`);
  expect(await readValues(flow)).toHaveLength(2);
  expect(await marksOf(flow)).toMatchObject([{ value: '9007199254740995' }]);
});

it('the first run of an empty table stores no watermark, and the next one reads all rows', async () => {
  const name = await table('int', '(1)');
  await database.query(`DELETE FROM ${name}`);
  const flow = await savedFlow({ table: name });
  expect(await readValues(flow)).toEqual([]);
  expect(await marksOf(flow)).toEqual([]);
  await database.query(`INSERT INTO ${name} VALUES (-5), (0)`);
  expect(await readValues(flow)).toEqual([-5, 0]);
});

describe.each([
  ['smallint', 'integer', '(1)', '(2)'],
  ['numeric(30, 4)', 'decimal', '(1.0001)', '(1.00010), (12345678901234567890.5)'],
  ['date', 'date', "('2026-01-01')", "('2026-01-02')"],
  ['timestamp', 'datetime', "('2026-01-01 00:00:00.000001')", "('2026-01-01 00:00:00.000002')"],
  [
    'timestamptz',
    'datetime',
    "('2026-01-01 00:00:00.000001+02')",
    "('2026-01-01 00:00:00.000002+02')",
  ],
  ['text', 'string', "('A ''quoted'' text')", "('B')"],
  ['varchar(10)', 'string', "('a')", "('b')"],
])('a column of the type %s', (type, shown, before, after) => {
  it('is read incrementally without a loss of digits', async () => {
    const flow = await savedFlow({ table: await table(type, before) });
    expect(await readValues(flow)).toHaveLength(1);
    const [mark] = (await marksOf(flow)) as [{ table_name: string; type: string }];
    expect(mark.type).toBe(shown);
    expect(await readValues(flow)).toEqual([]);
    await database.query(`INSERT INTO ${mark.table_name} VALUES ${after}`);
    expect(await readValues(flow)).toHaveLength(1);
  });
});

describe('the watermark stays', () => {
  it('when the run fails in a later node', async () => {
    const name = await table('int', '(1)');
    const check = { type: 'assertUnique', config: { columns: ['id'] } };
    const flow = await savedFlow({ table: name }, check);
    expect(await readValues(flow)).toEqual([1]);
    const [before] = await marksOf(flow);
    await database.query(`INSERT INTO ${name} VALUES (2), (2)`);
    expect(await run(flow)).toMatchObject({ status: 'failed' });
    expect(await marksOf(flow)).toEqual([before]);

    await database.query(`DELETE FROM ${name} WHERE id = 2`);
    await database.query(`INSERT INTO ${name} VALUES (2)`);
    expect(await readValues(flow)).toEqual([2]);
  });

  it('when the run is cancelled while it reads', async () => {
    const name = await table('int', '(1)');
    const query = `SELECT id, pg_sleep(id * 60)::text AS slept FROM ${name}`;
    const flow = await savedFlow({ mode: 'query', query });
    const started = app.call('POST', `/api/flows/${flow}/runs`, {});
    await until(async () => {
      const { rows } = await database.query(
        "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(id%' AND pid <> pg_backend_pid()",
      );
      return rows.length > 0 ? true : null;
    });
    const [listed] = (await app.call('GET', `/api/runs?flow_id=${flow}`)).body as unknown as [
      { id: string },
    ];
    await app.call('POST', `/api/runs/${listed.id}/cancel`);
    expect((await started).body).toMatchObject({ status: 'cancelled' });
    expect(await marksOf(flow)).toEqual([]);
  });

  it('at a preview and a validation, and the preview shows all rows', async () => {
    const name = await table('int', '(1), (2)');
    const flow = await savedFlow({ table: name });
    expect(await readValues(flow)).toEqual([1, 2]);
    const marks = await marksOf(flow);
    await database.query(`INSERT INTO ${name} VALUES (3)`);
    const preview = await app.call('POST', `/api/flows/${flow}/preview`, { node_id: 'read' });
    expect(preview).toMatchObject({ status: 200, body: { row_count: 3 } });
    expect(await app.call('POST', `/api/flows/${flow}/validate`)).toMatchObject({ status: 200 });
    expect(await marksOf(flow)).toEqual(marks);
  });
});

describe('an incremental read', () => {
  it('of a query wraps it, with the values of parameters beside it', async () => {
    const name = await table('int', '(1), (2), (3)');
    const query = `SELECT id * 10 AS tens FROM ${name} WHERE id <> 2 ORDER BY id -- not two`;
    const flow = await savedFlow({ mode: 'query', query, incremental_column: 'tens' });
    expect(await readValues(flow, 'tens')).toEqual([10, 30]);
    expect(await marksOf(flow)).toMatchObject([
      { table_name: null, column_name: 'tens', value: '30' },
    ]);
    await database.query(`INSERT INTO ${name} VALUES (4)`);
    expect(await readValues(flow, 'tens')).toEqual([40]);
  });

  it('is computed by the database with the nodes above it', async () => {
    const name = await table('timestamptz', "('2026-01-01'), ('2026-01-02')");
    await database.query(`UPDATE ${name} SET note = extract(day FROM id)::text`);
    const filter = { type: 'filterRows', config: { column: 'note', operator: '>', value: '1' } };
    const flow = await savedFlow({ table: name }, filter);
    const first = await run(flow);
    expect(first.node_results).toMatchObject([{ pushed_down: true }, { pushed_down: true }, {}]);
    expect(first.node_results.at(-1)?.sample).toMatchObject([{ note: '2' }]);
    await database.query(`INSERT INTO ${name} VALUES ('2026-01-03', '3'), ('2026-01-04', '1')`);
    const second = await run(flow);
    expect(second.node_results[1]).toMatchObject({ pushed_down: true });
    expect(second.node_results.at(-1)?.sample).toMatchObject([{ note: '3' }]);
    expect(await marksOf(flow)).toMatchObject([{ value: '2026-01-04 00:00:00+00' }]);
    expect((await run(flow)).node_results.at(-1)?.rows).toBe(0);
  });

  it('warns of rows with null, which it never reads', async () => {
    const name = await table('int', '(1), (NULL)');
    const flow = await savedFlow({ table: name });
    const result = await run(flow);
    expect(result.node_results[0]).toMatchObject({
      rows: 1,
      warnings: ['Column "id" has nulls. An incremental read never reads these rows.'],
    });
  });

  it('begins from the start for another table, and goes on where it was when it is back', async () => {
    const [one, other] = [await table('int', '(7)'), await table('int', '(1)')];
    const flow = await savedFlow({ table: one });
    const change = (name: string): Promise<unknown> =>
      app.call('PUT', `/api/flows/${flow}`, { graph_json: graph({ table: name }, []) });
    expect(await readValues(flow)).toEqual([7]);
    await change(other);
    expect(await readValues(flow)).toEqual([1]);
    expect(await marksOf(flow)).toMatchObject([{ value: '1' }, { value: '7' }]);
    await change(one);
    expect(await readValues(flow)).toEqual([]);
  });

  it('reads all rows again after a reset', async () => {
    const flow = await savedFlow({ table: await table('int', '(1), (2)') });
    const path = `/api/flows/${flow}/watermarks/read`;
    expect(await app.call('DELETE', path)).toMatchObject({ status: 404 });
    expect(await readValues(flow)).toEqual([1, 2]);
    expect(await app.call('DELETE', path)).toMatchObject({ status: 204 });
    expect(await marksOf(flow)).toEqual([]);
    expect(await readValues(flow)).toEqual([1, 2]);
    expect(await app.call('DELETE', '/api/flows/none/watermarks/read')).toMatchObject({
      status: 404,
      body: { detail: "Flow 'none' not found" },
    });
  });

  it.each([
    ['boolean', '(true)', 'Choose a column of integers'],
    ['timestamp', "('infinity')", 'no later row could be new'],
  ])('refuses a column of the type %s with %s, and names the field', async (type, value, text) => {
    const flow = await savedFlow({ table: await table(type, value) });
    const result = await run(flow);
    expect(result.status).toBe('failed');
    expect(result.error_message).toContain(text);
    expect(result.error_message).toContain('"incremental_column"');
  });

  it('names the nearest column when the table has none of that name', async () => {
    const flow = await savedFlow({ table: await table('int', '(1)'), incremental_column: 'idd' });
    expect((await run(flow)).error_message).toBe(
      'sqlInput (read): "incremental_column": There is no column "idd". Did you mean "id"?',
    );
  });

  it('of a REST API is refused, and the run says what to do', async () => {
    const rest = await app.call('POST', '/api/connections', {
      name: 'REST',
      provider: 'rest_api',
      host: 'https://example.com',
    });
    const flow = await savedFlow({ connection_id: rest.body.id, table: 'orders' });
    expect((await run(flow)).error_message).toContain('Remove the column to read all rows.');
  });
});

it('an incremental read of SQLite goes on where the latest success was', async () => {
  const folder = path.join(app.dataDir, 'storage');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'own.db');
  const own = new DatabaseSync(file);
  own.exec("CREATE TABLE t (id INTEGER, name TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'b')");
  const sqlite = { name: 'File', provider: 'sqlite', database: file };
  const { body } = await app.call('POST', '/api/connections', sqlite);
  const flow = await savedFlow({ connection_id: body.id, table: 't' });
  expect(await readValues(flow)).toEqual([1, 2]);
  own.exec("INSERT INTO t VALUES (3, 'c')");
  own.close();
  expect(await readValues(flow)).toEqual([3]);
  expect(await marksOf(flow)).toMatchObject([{ type: 'integer', value: '3' }]);
});
