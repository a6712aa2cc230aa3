import { Client } from 'pg';
import { startTestApp, type TestApp } from '../support/app.ts';

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
  connectionId = (answer.body as { id: string }).id;
});

afterAll(async () => {
  await database.end();
  await app.close();
});

interface RunAnswer {
  readonly status: string;
  readonly error_message: string | null;
  readonly node_results: readonly {
    readonly node_id: string;
    readonly rows: number | null;
    readonly columns: readonly string[];
    readonly column_types: readonly string[];
    readonly sample: readonly Record<string, unknown>[];
    readonly warnings?: readonly string[];
    readonly pushed_down: boolean;
    readonly statement: string | null;
  }[];
}

interface Flow {
  readonly input?: object;
  /** A node between the input and the output. */
  readonly transform?: { readonly type: string; readonly config: object };
  readonly output?: { readonly type: string; readonly config: object };
  readonly engine?: string;
  readonly parameters?: readonly object[];
}

async function savedFlow({
  input,
  transform,
  output,
  engine,
  parameters = [],
}: Flow): Promise<string> {
  const node = (id: string, type: string, config: object): object => ({
    id,
    type,
    position: { x: 0, y: 0 },
    data: { label: id, config },
  });
  const { type, config } = output ?? { type: 'csvOutput', config: {} };
  const answer = await app.call('POST', '/api/flows', {
    name: 'SQL',
    graph_json: {
      nodes: [
        node('read', 'sqlInput', { connection_id: connectionId, ...input }),
        ...(transform === undefined ? [] : [node('change', transform.type, transform.config)]),
        node('write', type, config),
      ],
      edges:
        transform === undefined
          ? [{ id: 'e', source: 'read', target: 'write' }]
          : [
              { id: 'e', source: 'read', target: 'change' },
              { id: 'f', source: 'change', target: 'write' },
            ],
      parameters,
      ...(engine === undefined ? {} : { engine }),
    },
  });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

async function run(flow: Flow, request: object = {}): Promise<RunAnswer> {
  const id = await savedFlow(flow);
  const answer = await app.call('POST', `/api/flows/${id}/runs`, request);
  return answer.body as RunAnswer;
}

/** Runs a query and gives the result of the input node. */
async function readQuery(query: string, flow: Flow = {}): Promise<RunAnswer['node_results'][0]> {
  const result = await run({ ...flow, input: { mode: 'query', query } });
  expect(result.error_message).toBeNull();
  const [read] = result.node_results;
  if (read === undefined) throw new Error('no result');
  return read;
}

async function failure(query: string): Promise<string> {
  const result = await run({ input: { mode: 'query', query } });
  expect(result.status).toBe('failed');
  return result.error_message ?? '';
}

function written(config: object): NonNullable<Flow['output']> {
  return { type: 'sqlOutput', config: { connection_id: connectionId, ...config } };
}

async function rowsOf(table: string): Promise<object[]> {
  return (await database.query(`SELECT * FROM ${table} ORDER BY 1`)).rows as object[];
}

describe('an infinite date', () => {
  it.each(['timestamp', 'timestamptz', 'date'])(
    'of the type %s fails with its column',
    async (type) => {
      expect(await failure(`SELECT 'infinity'::${type} AS valid_to`)).toContain(
        'Column "valid_to" holds dates beyond the years 1 to 9999.',
      );
    },
  );
});

describe('nodes above sqlInput', () => {
  const flow: Flow = {
    input: { mode: 'query', query: 'SELECT i FROM generate_series(1, 5) AS s(i)' },
    transform: { type: 'filterRows', config: { column: 'i', operator: '>', value: 3 } },
  };

  it('are computed by the database, which the node results show', async () => {
    const { node_results } = await run(flow);
    expect(node_results).toMatchObject([
      { node_id: 'read', pushed_down: true, rows: null, statement: null },
      { node_id: 'change', pushed_down: true, rows: 2, sample: [{ i: 4 }, { i: 5 }] },
      { node_id: 'write', pushed_down: false, rows: 2, statement: null },
    ]);
    expect(node_results[1]?.statement).toMatch(/^SELECT .* WHERE .*\$1/s);
  });

  it('are evaluated by the engine where the request says so', async () => {
    const { node_results } = await run(flow, { pushdown: false });
    expect(node_results.map(({ pushed_down, rows }) => [pushed_down, rows])).toEqual([
      [false, 5],
      [false, 2],
      [false, 2],
    ]);
  });
});

describe('sqlInput on PostgreSQL', () => {
  it.each(['polars', 'pandas'])('reads exact values of each type on %s', async (engine) => {
    const { sample, columns, column_types, warnings } = await readQuery(
      `SELECT 9007199254740993 AS "int 8", 7::int2 AS small, 1.5::float8 AS f, 'NaN'::float8 AS nan,
              12.50::numeric(9,2) AS dec, 12::numeric(5,0) AS whole, true AS yes, NULL::bool AS unknown,
              'é",' AS text, '' AS "empty", NULL AS none, E'a\\nb' AS lines,
              '2024-02-29'::date AS day, '2024-02-29 10:30:00.123456'::timestamp AS at,
              '2024-02-29 10:30:00+02'::timestamptz AS zoned, '1 hour'::interval AS hour,
              '{"a":1}'::jsonb AS doc, '10.0.0.1'::inet AS address, 'Infinity'::float8 AS inf;`,
      { engine },
    );
    expect(Object.fromEntries(columns.map((name, place) => [name, column_types[place]]))).toEqual({
      'int 8': 'integer',
      small: 'integer',
      f: 'float',
      nan: 'float',
      dec: 'float',
      whole: 'integer',
      yes: 'boolean',
      unknown: 'boolean',
      text: 'string',
      empty: 'string',
      none: 'string',
      lines: 'string',
      day: 'datetime',
      at: 'datetime',
      zoned: 'datetime',
      hour: 'float',
      doc: 'string',
      address: 'string',
      inf: 'float',
    });
    expect(sample).toEqual([
      {
        'int 8': expect.anything() as unknown,
        small: 7,
        f: 1.5,
        nan: null,
        dec: 12.5,
        whole: 12,
        yes: true,
        unknown: null,
        text: 'é",',
        empty: '',
        none: null,
        lines: 'a\nb',
        day: '2024-02-29T00:00:00',
        at: '2024-02-29T10:30:00.123456',
        zoned: '2024-02-29T08:30:00',
        hour: 3600,
        doc: '{"a": 1}',
        address: '10.0.0.1',
        inf: null,
      },
    ]);
    expect(warnings).toEqual(['Column "address" has the type inet, which is read as text.']);
  });

  it('reads a table, a table without rows, and a table of one column with nulls', async () => {
    await database.query(`
      CREATE TABLE IF NOT EXISTS one (v text);
      INSERT INTO one VALUES ('a'), (NULL), (''), ('b');
      CREATE TABLE IF NOT EXISTS nothing (id int, name text)`);
    const one = await run({ input: { table: 'one' } });
    expect(one.node_results[0]).toMatchObject({
      rows: 4,
      sample: [{ v: 'a' }, { v: null }, { v: '' }, { v: 'b' }],
    });
    const nothing = await run({ input: { table: 'nothing', schema: 'public' } });
    expect(nothing.node_results[0]).toMatchObject({
      rows: 0,
      columns: ['id', 'name'],
      column_types: ['integer', 'string'],
    });
  });

  it('sends the value of a parameter beside the query', async () => {
    const parameters = [{ name: 'who', type: 'string', default: "x' OR '1'='1" }];
    const input = {
      mode: 'query',
      query: `SELECT n, {{ who }} AS who, n > 1 AS big FROM generate_series(1, 4500) n WHERE 'x' <> {{ who }} -- end`,
    };
    const result = await run({ input, parameters });
    expect(result).toMatchObject({ error_message: null, node_results: [{ rows: 4500 }, {}] });
    expect(result.node_results[0]?.sample[1]).toEqual({ n: 2, who: "x' OR '1'='1", big: true });
  });

  it.each([
    ['a second statement', 'SELECT 1; DROP TABLE projects'],
    ['a second statement in parentheses', 'SELECT 1) AS q; DROP TABLE projects; --'],
    ['DDL', 'DROP TABLE projects'],
    ['a write', 'DELETE FROM settings RETURNING *'],
    [
      'a write in a common table expression',
      'WITH d AS (DELETE FROM settings RETURNING *) SELECT * FROM d',
    ],
    ['a function that writes', `SELECT setval(pg_get_serial_sequence('x', 'y'), 1)`],
    ['a syntax error', 'SELEC 1'],
    ['an unknown table', 'SELECT * FROM no_such_table'],
    ['two columns of one name', 'SELECT 1 AS a, 2 AS a'],
    ['an endless day', `SELECT 'infinity'::timestamp AS t`],
    ['a day before the year 1', `SELECT '0044-03-15 BC'::date AS t`],
    ['a failing row', 'SELECT 1 / (n - 3) AS q FROM generate_series(1, 5) n'],
  ])(
    'fails with a sentence that names the node and the connection or column: %s',
    async (_what, query) => {
      const message = await failure(query);
      expect(message).toMatch(/^read \(read\): .*("Own" \(PostgreSQL|"t")/s);
      expect(message).toMatch(/[.!]$/);
      expect(await rowsOf('projects')).not.toEqual(null);
    },
  );

  it('quotes the name of a table, so that nothing in it is executed', async () => {
    const result = await run({ input: { table: 'a"; DROP TABLE projects; --' } });
    expect(result).toMatchObject({ status: 'failed' });
    expect(result.error_message).toContain('does not exist');
    expect(await rowsOf('projects')).not.toEqual(null);
  });

  it('rejects a table with a dot before anything runs, and says where the schema is named', async () => {
    const id = await savedFlow({ input: { table: 'public.orders 1' } });
    const answer = await app.call('POST', `/api/flows/${id}/runs`, {});
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer.body)).toContain('write what stands before it into');
  });

  it('fails when it runs with a sentence after its connection was deleted', async () => {
    const result = await run({ input: { connection_id: 'gone', table: 'one' } });
    expect(result).toMatchObject({ status: 'failed' });
    expect(result.error_message).toContain('There is no connection with the id "gone"');
    const id = await savedFlow({ input: { connection_id: 'gone', table: 'one' } });
    const { body } = await app.call('POST', `/api/flows/${id}/validate`, {});
    expect(JSON.stringify(body)).toContain('There is no such connection');
  });

  it('previews at most the first 1000 rows', async () => {
    const id = await savedFlow({
      input: { mode: 'query', query: 'SELECT n FROM generate_series(1, 5000) n' },
    });
    const answer = await app.call('POST', `/api/flows/${id}/preview`, {
      node_id: 'read',
      limit: 2,
    });
    expect(answer).toMatchObject({ status: 200, body: { rows: [{ n: 1 }, { n: 2 }] } });
  });

  it('names the connection of a preview that takes longer than it may', async () => {
    const id = await savedFlow({
      input: { mode: 'query', query: 'SELECT pg_sleep(60)::text AS slept' },
    });
    const setting = '/api/settings/PREVIEW_TIMEOUT_SECONDS';
    await app.call('PUT', setting, { value: 1 });
    const answer = await app.call('POST', `/api/flows/${id}/preview`, { node_id: 'read' });
    await app.call('DELETE', setting);
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: 'It took longer than 1 seconds. It uses the connection "Own".' },
    });
  });
});

describe('sqlOutput on PostgreSQL', () => {
  const query = `SELECT n AS id, 'row ' || n AS name, CASE n WHEN 2 THEN NULL ELSE '' END AS note,
                        n = 1 AS first, '2024-02-29 10:30:00.5'::timestamp AS at, n / 2.0 AS half
                 FROM generate_series(1, 3) n`;
  const input = { mode: 'query', query };

  it('replaces a table with rows of the same values', async () => {
    await database.query('CREATE TABLE IF NOT EXISTS target (old int)');
    const result = await run({ input, output: written({ table: 'target' }) });
    expect(result).toMatchObject({ status: 'success', error_message: null });
    expect(await rowsOf('target')).toEqual([
      { id: '1', name: 'row 1', note: '', first: true, at: expect.any(Date) as unknown, half: 0.5 },
      {
        id: '2',
        name: 'row 2',
        note: null,
        first: false,
        at: expect.any(Date) as unknown,
        half: 1,
      },
      {
        id: '3',
        name: 'row 3',
        note: '',
        first: false,
        at: expect.any(Date) as unknown,
        half: 1.5,
      },
    ]);
  });

  it('appends, fails on an existing table, and updates rows with equal keys', async () => {
    const small = (from: number, name: string): object => ({
      mode: 'query',
      query: `SELECT n AS id, '${name}' AS name FROM generate_series(${from}, ${from + 1}) n`,
    });
    const to = (if_exists: string, more: object = {}): NonNullable<Flow['output']> =>
      written({ table: 'people', schema: 'public', if_exists, ...more });
    const first = { input: small(1, 'old'), output: to('upsert', { keys: ['id'] }) };
    expect(await run(first)).toMatchObject({ error_message: null });
    expect(
      await run({ input: small(2, 'new'), output: to('upsert', { keys: ['id'] }) }),
    ).toMatchObject({ error_message: null });
    expect(await rowsOf('people')).toEqual([
      { id: '1', name: 'old' },
      { id: '2', name: 'new' },
      { id: '3', name: 'new' },
    ]);
    expect(await run({ input: small(4, 'more'), output: to('append') })).toMatchObject({
      error_message: null,
    });
    const refused = await run({ input: small(9, 'x'), output: to('fail') });
    expect(refused.error_message).toMatch(/write \(write\): .*exists already/);
    const twice = await run({ input: small(5, 'again'), output: to('append') });
    expect(twice.error_message).toMatch(/duplicate key/);
    expect(await rowsOf('people')).toHaveLength(5);
  });

  it('leaves a table as it was when the run fails while it is written', async () => {
    await database.query(`
      CREATE TABLE strict (id int CHECK (id < 3)); INSERT INTO strict VALUES (-1)`);
    const result = await run({
      input: { mode: 'query', query: 'SELECT n AS id FROM generate_series(1, 5) n' },
      output: written({ table: 'strict', if_exists: 'append' }),
    });
    expect(result.error_message).toMatch(/strict_id_check/);
    expect(result.node_results).toMatchObject([
      { status: 'success' },
      { status: 'failed', rows: null, error: expect.stringMatching(/strict_id_check/) as unknown },
    ]);
    expect(await rowsOf('strict')).toEqual([{ id: -1 }]);
  });

  it('rejects an upsert without keys or with an unknown one', async () => {
    const flow = { input, output: written({ table: 'x', if_exists: 'upsert' }) };
    expect(JSON.stringify(await run(flow))).toContain('an upsert needs the columns');
    const unknown = written({ table: 'x', if_exists: 'upsert', keys: ['nam'] });
    expect((await run({ input, output: unknown })).error_message).toMatch(/nam.*name/s);
  });
});
