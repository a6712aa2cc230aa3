import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startDuckdb, type DuckdbRig } from '../support/database-rigs/duckdb-rig.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let rig: DuckdbRig;
let connectionId: string;

beforeAll(async () => {
  rig = await startDuckdb();
  await rig.execute(`
    CREATE TABLE items AS SELECT * FROM (VALUES
      (9007199254740993, 2.5, true, DATE '2024-02-29', 'a', [1, 2]),
      (NULL, NULL, false, NULL, '', NULL)) AS t(id, price, sold, day, name, tags);
    CREATE VIEW cheap AS SELECT id FROM items WHERE price < 2`);
  const folder = path.dirname(rig.file);
  await mkdir(`${folder}.outside`);
  await writeFile(path.join(`${folder}.outside`, 'x.duckdb'), '');
  app = await startTestApp({ SERVICE_STORAGE_ALLOWED_ROOTS: JSON.stringify([folder]) });
  connectionId = await connection(rig.file);
});

afterAll(async () => {
  await app.close();
  await rm(`${path.dirname(rig.file)}.outside`, { recursive: true });
  await rig.close();
});

async function connection(file: string): Promise<string> {
  const answer = await app.call('POST', '/api/connections', {
    name: `D ${crypto.randomUUID()}`,
    provider: 'duckdb',
    database: file,
  });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

interface Output {
  readonly type: string;
  readonly config: object;
}

const TO_CSV: Output = { type: 'csvOutput', config: {} };

async function run(input: object, output: Output = TO_CSV): Promise<unknown> {
  const at = { x: 0, y: 0 };
  const config = { connection_id: connectionId, ...input };
  const flow = await app.call('POST', '/api/flows', {
    name: 'F',
    graph_json: {
      nodes: [
        { id: 'r', type: 'sqlInput', position: at, data: { label: 'r', config } },
        {
          id: 'w',
          type: output.type,
          position: at,
          data: { label: 'w', config: output.config },
        },
      ],
      edges: [{ id: 'e', source: 'r', target: 'w' }],
      parameters: [{ name: 'who', type: 'string', default: "' OR 1=1 --" }],
    },
  });
  const { id } = flow.body as { id: string };
  return (await app.call('POST', `/api/flows/${id}/runs`, {})).body;
}

function to(config: object): Output {
  return { type: 'sqlOutput', config: { connection_id: connectionId, ...config } };
}

describe('a connection to DuckDB', () => {
  it('is tested, and lists its tables and views with their columns', async () => {
    expect(await app.call('POST', `/api/connections/${connectionId}/test`)).toMatchObject({
      body: { ok: true },
    });
    expect(await app.call('GET', `/api/connections/${connectionId}/tables`)).toMatchObject({
      body: [
        { name: 'items', schema_name: 'main', qualified: 'main.items', row_estimate: 2 },
        { name: 'cheap', columns: [{ name: 'id', type: 'BIGINT' }], row_estimate: null },
      ],
    });
  });

  it.each([
    ['own.duckdb.absent', 'does not exist'],
    ['../x.duckdb', 'does not exist'],
  ])('says why a test of %s fails', async (file, reason) => {
    const id = await connection(path.join(path.dirname(rig.file), file));
    expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringContaining(reason) as unknown },
    });
  });

  it('reaches no file outside of the allowed folders', async () => {
    const id = await connection(path.join(`${path.dirname(rig.file)}.outside`, 'x.duckdb'));
    expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringContaining('outside of the folders') as unknown },
    });
  });
});

describe('sqlInput on DuckDB', () => {
  it('reads exact values with their types', async () => {
    expect(await run({ table: 'items' })).toMatchObject({
      error_message: null,
      node_results: [
        {
          rows: 2,
          column_types: ['integer', 'float', 'boolean', 'datetime', 'string', 'string'],
          sample: [
            { price: 2.5, sold: true, day: '2024-02-29T00:00:00', name: 'a', tags: '[1,2]' },
            { id: null, price: null, sold: false, day: null, name: '', tags: null },
          ],
        },
        {},
      ],
    });
  });

  it('binds the values of parameters', async () => {
    const query =
      'SELECT {{ who }} AS who, count(*) AS n FROM items WHERE name = {{ who }}; -- end';
    expect(await run({ mode: 'query', query: query.replace('; -- end', ';') })).toMatchObject({
      node_results: [{ sample: [{ who: "' OR 1=1 --", n: 0 }] }, {}],
    });
  });

  it('names the connection and the cause when a query fails', async () => {
    const result = await run({ mode: 'query', query: "SELECT * FROM read_csv('/etc/passwd')" });
    expect((result as { error_message: string }).error_message).toMatch(
      /^r \(r\): The connection "D .*" \(DuckDB.*: a statement can reach only the file/s,
    );
  });
});

describe('sqlOutput on DuckDB', () => {
  it('writes a table, which a later flow reads with the same values and types', async () => {
    const query = 'SELECT id, price, day, name FROM items';
    const written = await run({ mode: 'query', query }, to({ table: 'copy' }));
    expect(written).toMatchObject({ status: 'success', error_message: null });
    expect(await run({ table: 'copy' })).toMatchObject({
      node_results: [
        {
          column_types: ['integer', 'float', 'datetime', 'string'],
          sample: [
            { price: 2.5, day: '2024-02-29T00:00:00', name: 'a' },
            { id: null, price: null, name: '' },
          ],
        },
        {},
      ],
    });
  });

  it('leaves the table as it was when the write fails', async () => {
    const refused = await run({ table: 'items' }, to({ table: 'items', if_exists: 'fail' }));
    expect((refused as { error_message: string }).error_message).toMatch(
      /^w \(w\): The connection "D .*" \(DuckDB.*exists already/s,
    );
    expect(await run({ table: 'items' })).toMatchObject({ node_results: [{ rows: 2 }, {}] });
  });
});
