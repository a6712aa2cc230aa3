import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import os from 'node:os';
import path from 'node:path';
import pl from '../../runner/engines/polars/pinned/library.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { chain, node, output, type GraphNode } from '../support/contract-graphs.ts';
import { startDuckdb, type DuckdbRig } from '../support/database-rigs/duckdb-rig.ts';
import { startWebServer, type WebServer } from '../support/web-server.ts';
import { numberXml, textXml, xmlRows, xmlWorkbook } from '../support/xml-workbook.ts';

const ONE = '0.1234567890123456789';
const OTHER = '0.1234567890123456788';
const CSV = `id,n\n${ONE},1\n${OTHER},2\n`;
const JSON_TEXT = `[{"id":${ONE},"n":1},{"id":${OTHER},"n":2}]`;
const WARNING =
  /^Column "id" has decimals that were rounded when they were read, and this node compares them: .* Read them as text /;

let app: TestApp;
let server: WebServer;
let duckdb: DuckdbRig;
let folder: string;

beforeAll(async () => {
  folder = path.join(os.tmpdir(), `millrace-rounded-${crypto.randomUUID()}`);
  await mkdir(folder);
  duckdb = await startDuckdb();
  await duckdb.execute(
    `CREATE TABLE ids AS SELECT CAST(x AS DECIMAL(38, 19)) AS id, n FROM (VALUES ('${ONE}', 1), ('${OTHER}', 2)) AS t(x, n)`,
  );
  const database = new DatabaseSync(path.join(folder, 'own.db'));
  database.exec(`CREATE TABLE ids (id, n); INSERT INTO ids VALUES (9007199254740993, 1), (0.5, 2)`);
  database.close();
  await writeFile(path.join(folder, 'one.csv'), CSV);
  await writeFile(path.join(folder, 'two.csv'), 'id,n\n0.5,3\n');
  server = await startWebServer((url, response) => {
    const isCsv = url.pathname === '/ids.csv';
    response.setHeader('Content-Type', isCsv ? 'text/csv' : 'application/json');
    response.end(isCsv ? CSV : JSON_TEXT);
  });
  const roots = JSON.stringify([folder, path.dirname(duckdb.file)]);
  app = await startTestApp({ SERVICE_STORAGE_ALLOWED_ROOTS: roots });
});

afterAll(async () => {
  await app.close();
  await server.close();
  await duckdb.close();
  await rm(folder, { recursive: true });
});

async function uploaded(name: string, content: string | Uint8Array): Promise<GraphNode> {
  const answer = await app.upload('/api/datasets/upload', name, content);
  expect(answer).toMatchObject({ status: 201 });
  const { id, source_type: format } = answer.body as { id: string; source_type: string };
  return node('fileInput', { dataset_id: id, format }, 'in');
}

async function connected(type: string, fields: object, config: object): Promise<GraphNode> {
  const name = `C ${crypto.randomUUID()}`;
  const answer = await app.call('POST', '/api/connections', { name, ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return node(type, { connection_id: (answer.body as { id: string }).id, ...config }, 'in');
}

function workbook(): Buffer {
  const rows = [ONE, OTHER].map((cell) => [numberXml(cell), numberXml(cell)]);
  return xmlWorkbook({ sheets: { S: xmlRows(['id', 'n'].map(textXml), ...rows) } });
}

async function parquet(): Promise<Uint8Array> {
  const ids = pl.Series('id', [ONE, OTHER], pl.String).cast(pl.Decimal(38, 19));
  const file = path.join(folder, 'ids.parquet');
  await pl
    .DataFrame([ids, pl.Series('n', [1, 2])])
    .lazy()
    .sinkParquet(file)
    .collect();
  return await readFile(file);
}

const storage = (at: string): Promise<GraphNode> =>
  connected('storageInput', { provider: 'local', database: folder }, { path: at });
const rest = (table: string): Promise<GraphNode> =>
  connected('sqlInput', { provider: 'rest_api', host: server.url }, { table });

const INPUTS: readonly (readonly [string, () => Promise<GraphNode>])[] = [
  ['a CSV file', () => uploaded('ids.csv', CSV)],
  ['a JSON file', () => uploaded('ids.json', JSON_TEXT)],
  ['a workbook with two such columns', () => uploaded('ids.xlsx', workbook())],
  ['a Parquet file', async () => uploaded('ids.parquet', await parquet())],
  ['a file of a storage', () => storage('one.csv')],
  ['files of a storage', () => storage('*.csv')],
  [
    'a table of DuckDB',
    () => connected('sqlInput', { provider: 'duckdb', database: duckdb.file }, { table: 'ids' }),
  ],
  [
    'a table of SQLite',
    () =>
      connected(
        'sqlInput',
        { provider: 'sqlite', database: path.join(folder, 'own.db') },
        { table: 'ids' },
      ),
  ],
  ['JSON of a REST API', () => rest('ids')],
  ['CSV of a REST API', () => rest('ids.csv')],
];

const RENAME = node('renameColumns', { mapping: { n: 'count' } });
const KEY = node('removeDuplicates', { subset: ['id'] }, 'key');

interface Warned {
  readonly node_results: readonly { readonly node_id: string; readonly warnings?: string[] }[];
}

async function saved(nodes: readonly GraphNode[]): Promise<string> {
  const answer = await app.call('POST', '/api/flows', { name: 'F', graph_json: chain(nodes) });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

/** Expects preview and run on both engines to warn of the node `key`, and no other but the input. */
async function expectWarnings(input: GraphNode, key: GraphNode, warning: RegExp): Promise<void> {
  const flow = await saved([input, RENAME, key, output()]);
  const preview = await app.call('POST', `/api/flows/${flow}/preview`, { node_id: 'key' });
  expect(preview).toMatchObject({
    status: 200,
    body: { warnings: [{ message: expect.stringMatching(warning) as unknown }] },
  });
  for (const engine of ['polars', 'pandas']) {
    const run = (await app.call('POST', `/api/flows/${flow}/runs`, { engine })).body as Warned;
    expect(run).toMatchObject({ status: 'success' });
    const warned = run.node_results.filter(({ node_id: id }) => id !== 'in');
    expect([engine, ...warned.map(({ warnings = [] }) => warnings)]).toEqual([
      engine,
      [],
      [expect.stringMatching(warning) as unknown],
      [],
    ]);
  }
}

describe('a number of a config that is compared with a column of texts', () => {
  const INPUT: readonly (readonly [string, () => Promise<GraphNode>])[] = [
    ['an upload', () => uploaded('texts.csv', 'code,n\nA1,1\n')],
    ['a file of a storage', () => storage('texts.csv')],
  ];

  it.each(INPUT)('makes preview and run warn of the node, of %s', async (_name, input) => {
    await writeFile(path.join(folder, 'texts.csv'), 'code,n\nA1,1\n');
    const key = node('filterRows', { column: 'code', operator: '!=', value: 5 }, 'key');
    await expectWarnings(await input(), key, /^The column "code" has the type string, but .* 5 /);
    await rm(path.join(folder, 'texts.csv'));
  });
});

describe('a column of rounded decimals by which a node removes duplicates', () => {
  it.each(INPUTS)('makes preview and run warn of the node, of %s', async (_name, input) => {
    await expectWarnings(await input(), KEY, WARNING);
  });

  it('makes validate warn of the node, and so does a dataset that a run wrote', async () => {
    const input = await uploaded('again.csv', CSV);
    const written = output({ format: 'parquet', dataset_name: 'rounded copy' });
    const flow = await saved([input, RENAME, written]);
    expect(await app.call('POST', `/api/flows/${flow}/runs`, {})).toMatchObject({
      body: { status: 'success' },
    });
    const { body } = await app.call('GET', '/api/datasets?search=rounded%20copy');
    const { id } = (body as readonly { id: string; name: string }[]).find(
      ({ name }) => name === 'rounded copy',
    ) ?? { id: '' };
    const copy = node('fileInput', { dataset_id: id, format: 'parquet' }, 'in');
    for (const source of [input, copy]) {
      const checked = await app.call('POST', '/api/flows/validate', {
        schemaVersion: '1.0.0',
        graph: chain([source, KEY, output()]),
      });
      expect(checked).toMatchObject({
        body: {
          valid: true,
          problems: [
            {
              node_id: 'key',
              severity: 'warning',
              message: expect.stringMatching(WARNING) as unknown,
            },
          ],
        },
      });
    }
  });
});
