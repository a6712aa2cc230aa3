import { startTestApp, type TestApp } from '../support/app.ts';
import { createMariadb, type MariadbRig } from '../support/mariadb.ts';

let app: TestApp;
let rig: MariadbRig;
let connectionId: string;

beforeAll(async () => {
  rig = await createMariadb();
  app = await startTestApp();
  await rig.execute(
    'CREATE TABLE items (id BIGINT, price DOUBLE, sold BOOLEAN, day DATETIME(6), name TEXT)',
  );
  await rig.execute(`INSERT INTO items VALUES
    (9007199254740993, 2, 1, '2024-02-29', 'a'), (NULL, 1.5, 0, '2024-03-01 10:30:00.5', '')`);
  await rig.execute('CREATE VIEW cheap AS SELECT id FROM items WHERE price < 2');
  connectionId = await connection({});
});

afterAll(async () => {
  await app.close();
  await rig.close();
});

async function connection(fields: object): Promise<string> {
  const answer = await app.call('POST', '/api/connections', {
    name: `M ${crypto.randomUUID()}`,
    ...rig.fields,
    ...fields,
  });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

async function run(
  input: object,
  output: { readonly type: string; readonly config: object } = { type: 'csvOutput', config: {} },
  engine = 'polars',
): Promise<unknown> {
  const config = { connection_id: connectionId, ...input };
  const at = { x: 0, y: 0 };
  const flow = await app.call('POST', '/api/flows', {
    name: 'F',
    graph_json: {
      nodes: [
        { id: 'r', type: 'sqlInput', position: at, data: { label: 'r', config } },
        { id: 'w', type: output.type, position: at, data: { label: 'w', config: output.config } },
      ],
      edges: [{ id: 'e', source: 'r', target: 'w' }],
      engine,
    },
  });
  const { id } = flow.body as { id: string };
  return (await app.call('POST', `/api/flows/${id}/runs`, {})).body;
}

const ROWS = {
  rows: 2,
  column_types: ['integer', 'float', 'boolean', 'datetime', 'string'],
  sample: [
    { price: 2, sold: true, day: '2024-02-29T00:00:00', name: 'a' },
    { id: null, price: 1.5, sold: false, day: '2024-03-01T10:30:00.500', name: '' },
  ],
};

describe('nodes on MariaDB', () => {
  it.each(['polars', 'pandas'])('read and write a table on %s', async (engine) => {
    const output = {
      type: 'sqlOutput',
      config: { connection_id: connectionId, table: `copy_${engine}` },
    };
    expect(await run({ table: 'items' }, output, engine)).toMatchObject({
      status: 'success',
      error_message: null,
      node_results: [ROWS, {}],
    });
    expect(await run({ table: `copy_${engine}` }, undefined, engine)).toMatchObject({
      node_results: [ROWS, {}],
    });
    expect(await rig.rows(`SELECT CAST(max(id) AS CHAR) FROM copy_${engine}`)).toEqual([
      ['9007199254740993'],
    ]);
  });

  it('list tables and views', async () => {
    const { body } = await app.call('GET', `/api/connections/${connectionId}/tables`);
    const found = body as { name: string; row_estimate: number | null }[];
    expect(found.find(({ name }) => name === 'items')).toMatchObject({
      schema_name: null,
      qualified: 'items',
      row_estimate: expect.any(Number) as unknown,
      columns: expect.arrayContaining([{ name: 'id', type: 'bigint(20)' }]) as unknown,
    });
    expect(found.at(-1)).toMatchObject({ name: 'cheap', row_estimate: null });
  });

  it.each<[string, object, string]>([
    ['another port', { port: 1 }, 'nothing accepts connections'],
    ['another database', { database: 'none' }, 'there is no such database'],
    ['another user', { username: 'nobody' }, 'the user or the password is wrong'],
  ])('say why a test fails: %s', async (_what, fields, reason) => {
    const id = await connection(fields);
    expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringContaining(reason) as unknown },
    });
  });

  it('accept a test of a server that answers', async () => {
    expect(await app.call('POST', `/api/connections/${connectionId}/test`)).toMatchObject({
      body: { ok: true },
    });
  });

  it('fail with a sentence that names the connection, and leave the table as it was', async () => {
    const wrong = (await run({ mode: 'query', query: 'SELECT 1; DROP TABLE items' })) as {
      error_message: string;
    };
    expect(wrong.error_message).toMatch(/^r \(r\): The connection "M .*" \(MySQL.*\.$/s);
    const config = { connection_id: connectionId, table: 'items', if_exists: 'fail' };
    const refused = (await run({ table: 'items' }, { type: 'sqlOutput', config })) as {
      error_message: string;
    };
    expect(refused.error_message).toMatch(/^w \(w\): The connection "M .*exists already/s);
    expect(await rig.rows('SELECT count(*) FROM items')).toEqual([[2]]);
  });
});
