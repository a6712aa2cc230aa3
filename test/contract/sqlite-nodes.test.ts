import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let folder: string;
let connectionId: string;

beforeAll(async () => {
  const root = path.join(process.env.TMPDIR ?? '/tmp', `millrace-sqlite-${crypto.randomUUID()}`);
  folder = path.join(root, 'allowed');
  await mkdir(folder, { recursive: true });
  app = await startTestApp({ SERVICE_STORAGE_ALLOWED_ROOTS: JSON.stringify([folder]) });
  const database = new DatabaseSync(path.join(folder, 'shop.db'));
  database.exec(`
    CREATE TABLE items (id INTEGER, price REAL, sold BOOLEAN, day DATE, name TEXT, any, empty);
    INSERT INTO items VALUES
      (9007199254740993, 2, 1, '2024-02-29', 'a', 1, NULL),
      (NULL, 1.5, 0, '2024-03-01 10:30:00.5', '', 'x', NULL);
    CREATE VIEW cheap AS SELECT id FROM items WHERE price < 2`);
  database.close();
  await writeFile(path.join(root, 'outside.db'), '');
  await writeFile(path.join(folder, 'text.db'), 'no database '.repeat(100));
  await symlink(path.join(root, 'outside.db'), path.join(folder, 'link.db'));
  connectionId = await connection('shop.db');
});

afterAll(async () => {
  await app.close();
  await rm(path.dirname(folder), { recursive: true });
});

async function connection(file: string): Promise<string> {
  const answer = await app.call('POST', '/api/connections', {
    name: `S ${crypto.randomUUID()}`,
    provider: 'sqlite',
    database: path.join(folder, file),
  });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

async function run(
  input: object,
  parameters: readonly object[] = [],
  output: { readonly type: string; readonly config: object } = { type: 'csvOutput', config: {} },
): Promise<unknown> {
  const { type } = output;
  const config = { connection_id: connectionId, ...input };
  const at = { x: 0, y: 0 };
  const flow = await app.call('POST', '/api/flows', {
    name: 'F',
    graph_json: {
      nodes: [
        { id: 'r', type: 'sqlInput', position: at, data: { label: 'r', config } },
        { id: 'w', type, position: at, data: { label: 'w', config: output.config } },
      ],
      edges: [{ id: 'e', source: 'r', target: 'w' }],
      parameters,
    },
  });
  const { id } = flow.body as { id: string };
  return (await app.call('POST', `/api/flows/${id}/runs`, {})).body;
}

describe('sqlInput on SQLite', () => {
  it('reads exact values with the types of the declarations and of the cells', async () => {
    expect(await run({ table: 'items' })).toMatchObject({
      error_message: null,
      node_results: [
        {
          rows: 2,
          column_types: ['integer', 'float', 'boolean', 'datetime', 'string', 'string', 'string'],
          sample: [
            { price: 2, sold: true, day: '2024-02-29T00:00:00', name: 'a', any: '1', empty: null },
            {
              id: null,
              price: 1.5,
              sold: false,
              day: '2024-03-01T10:30:00.500',
              name: '',
              any: 'x',
            },
          ],
          warnings: ['Column "any" has cells of several types, which are read as text.'],
        },
        {},
      ],
    });
  });

  it('binds the values of parameters', async () => {
    const parameters = [{ name: 'who', type: 'string', default: "' OR 1 --" }];
    const query =
      'SELECT {{ who }} AS who, count(*) AS n FROM items WHERE name = {{ who }}; -- end';
    const one = { mode: 'query', query: query.replace('; -- end', ';') };
    expect(await run(one, parameters)).toMatchObject({
      node_results: [{ sample: [{ who: "' OR 1 --", n: 0 }] }, {}],
    });
  });

  it.each([
    ['a second statement', 'SELECT 1; DROP TABLE items'],
    ['a write', 'DELETE FROM items RETURNING id'],
    ['an unknown table', 'SELECT * FROM item'],
    ['two columns of one name', 'SELECT 1 AS a, 2 AS a'],
  ])('fails with a sentence that names the connection: %s', async (_what, query) => {
    const result = (await run({ mode: 'query', query })) as { error_message: string };
    expect(result.error_message).toMatch(/^r \(r\): The connection "S .*" \(SQLite.*\.$/s);
    expect(await run({ table: 'items' })).toMatchObject({ error_message: null });
  });

  it('lists tables and views', async () => {
    expect(await app.call('GET', `/api/connections/${connectionId}/tables`)).toMatchObject({
      body: [
        { name: 'items', schema_name: null, qualified: 'items' },
        { name: 'cheap', columns: [{ name: 'id', type: 'INTEGER' }] },
      ],
    });
  });

  it.each([
    ['absent.db', 'does not exist'],
    ['text.db', 'no database of SQLite'],
    ['../outside.db', 'outside of the folders'],
    ['link.db', 'outside of the folders'],
  ])('says why a test of %s fails, and creates no file', async (file, reason) => {
    const id = await connection(file);
    expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: false, message: expect.stringContaining(reason) as unknown },
    });
    await expect(stat(path.join(folder, 'absent.db'))).rejects.toThrow('ENOENT');
  });
});

describe('sqlOutput on SQLite', () => {
  const to = (config: object): Parameters<typeof run>[2] => ({
    type: 'sqlOutput',
    config: { connection_id: connectionId, ...config },
  });
  const query = 'SELECT id, price, day FROM items';

  it('writes a table, which a later flow reads with the same values and types', async () => {
    const written = await run({ mode: 'query', query }, [], to({ table: 'copy' }));
    expect(written).toMatchObject({ status: 'success', error_message: null });
    const { logs } = written as { logs: readonly { readonly message: string }[] };
    expect(logs[0]?.message).toMatch(/^Run completed in [\d.]+ ms with 1 table\.$/);
    expect(await run({ table: 'copy' })).toMatchObject({
      node_results: [
        {
          rows: 2,
          columns: ['id', 'price', 'day'],
          column_types: ['integer', 'float', 'datetime'],
          sample: [
            { price: 2, day: '2024-02-29T00:00:00' },
            { id: null, price: 1.5 },
          ],
        },
        {},
      ],
    });
  });

  it('leaves the table as it was when the write fails', async () => {
    const refused = await run({ table: 'items' }, [], to({ table: 'items', if_exists: 'fail' }));
    expect((refused as { error_message: string }).error_message).toMatch(
      /^w \(w\): The connection "S .*" \(SQLite.*exists already/s,
    );
    expect(await run({ table: 'items' })).toMatchObject({ node_results: [{ rows: 2 }, {}] });
  });
});
