import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { FILE_FORMATS } from '../../runner/domain/file-format.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let root: string;
let folder: string;
let connectionId: string;

beforeAll(async () => {
  root = path.join(os.tmpdir(), `millrace-objects-${crypto.randomUUID()}`);
  folder = path.join(root, 'allowed');
  await mkdir(folder, { recursive: true });
  app = await startTestApp({ SERVICE_STORAGE_ALLOWED_ROOTS: JSON.stringify([folder]) });
  const answer = await app.call('POST', '/api/connections', {
    name: 'Files',
    provider: 'local',
    database: folder,
  });
  connectionId = (answer.body as { id: string }).id;
});

afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

interface RunAnswer {
  readonly status: string;
  readonly error_message: string | null;
  readonly node_results: readonly {
    readonly rows: number | null;
    readonly columns: readonly string[];
    readonly column_types: readonly string[];
    readonly sample: readonly Record<string, unknown>[];
    readonly warnings?: readonly string[];
  }[];
}

interface Step {
  readonly type: string;
  readonly config: object;
}

async function savedFlow(steps: readonly Step[], graph: object = {}): Promise<string> {
  const nodes = steps.map(({ type, config }, place) => ({
    id: `n${place}`,
    type,
    position: { x: 0, y: 0 },
    data: { label: `N${place}`, config },
  }));
  const edges = nodes.slice(1).map(({ id }, place) => ({ id, source: `n${place}`, target: id }));
  const answer = await app.call('POST', '/api/flows', {
    name: 'Storage',
    graph_json: { nodes, edges, ...graph },
  });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

async function run(steps: readonly Step[], graph: object = {}): Promise<RunAnswer> {
  const id = await savedFlow(steps, graph);
  return (await app.call('POST', `/api/flows/${id}/runs`, {})).body as RunAnswer;
}

function read(config: object): Step {
  return { type: 'storageInput', config: { connection_id: connectionId, ...config } };
}

function write(config: object): Step {
  return { type: 'storageOutput', config: { connection_id: connectionId, ...config } };
}

const KEEP: Step = { type: 'csvOutput', config: {} };

async function file(name: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), content);
}

function written(name: string): Promise<string> {
  return readFile(path.join(folder, name), 'utf8');
}

describe('storageInput', () => {
  it.each(['polars', 'pandas'])('reads a CSV file with a sniffed dialect on %s', async (engine) => {
    await file(
      'in/sales.csv',
      Buffer.from('id;price;name\n9007199254740993;1,5;caf\u00e9\n;;\n', 'latin1'),
    );
    const result = await run([read({ path: 'in/sales.csv' }), KEEP], { engine });
    expect(result).toMatchObject({
      error_message: null,
      node_results: [
        {
          rows: 2,
          columns: ['id', 'price', 'name'],
          column_types: ['integer', 'float', 'string'],
          object_options: { delimiter: ';', encoding: 'cp1252', decimal: ',' },
          sample: [
            { price: 1.5, name: 'caf\u00e9' },
            { id: null, price: null, name: null },
          ],
        },
        {},
      ],
    });
  });

  it('reads a dialect that the config states, and a parameter in the path', async () => {
    await file('day-7.txt', 'a|b\n1,5|x;y\n');
    const config = { path: 'day-{{ day }}.txt', delimiter: '|', decimal: ',', encoding: 'utf-8' };
    const parameters = [{ name: 'day', type: 'integer', default: 7 }];
    expect(await run([read(config), KEEP], { parameters })).toMatchObject({
      error_message: null,
      node_results: [{ sample: [{ a: 1.5, b: 'x;y' }] }, {}],
    });
  });

  it('reads decimal commas in quotes beside commas between cells', async () => {
    await file('commas.csv', 'a,b\n"1,5","x,y"\n2,z\n');
    const commas = read({ path: 'commas.csv', delimiter: ',', decimal: ',' });
    expect(await run([commas, KEEP])).toMatchObject({
      error_message: null,
      node_results: [
        {
          column_types: ['float', 'string'],
          sample: [
            { a: 1.5, b: 'x,y' },
            { a: 2, b: 'z' },
          ],
        },
        {},
      ],
    });
  });

  it('ignores the dialect of a format that has none, and warns of it', async () => {
    await file('rows.jsonl', '{"a":"1,5"}\n');
    const dialect = { delimiter: ';', encoding: 'ebcdic', decimal: ',' };
    const jsonl = read({ path: 'rows.jsonl', format: 'jsonl', ...dialect });
    expect(await run([jsonl, KEEP])).toMatchObject({
      error_message: null,
      node_results: [{ sample: [{ a: '1,5' }] }, {}],
    });
    const id = await savedFlow([jsonl, KEEP]);
    const validated = await app.call('POST', `/api/flows/${id}/validate`);
    const warnings = JSON.stringify(validated.body);
    for (const key of Object.keys(dialect)) {
      expect(warnings).toContain(`\\"${key}\\" is ignored, since files of the format jsonl`);
    }
  });

  it('decompresses a file whose name ends in .gz', async () => {
    await file('packed.csv.gz', gzipSync('a,b\n1,x\n'));
    const packed = read({ path: 'packed.csv.gz' });
    expect(await run([packed, KEEP])).toMatchObject({ node_results: [{ rows: 1 }, {}] });
    await file('packed.csv.gz', gzipSync('a,b\n1,x\n').subarray(0, 20));
    expect((await run([packed, KEEP])).error_message).toMatch(/no whole gzip file/);
  });

  it.each(['polars', 'pandas'])(
    'concatenates the files that match a pattern, with the columns of their folders, on %s',
    async (engine) => {
      await file('lake/y=2025/m=12/b.csv', 'n,note\n1,x\n');
      await file('lake/y=2026/m=01/a.csv', 'n,y\n2.5,9\n,9\n');
      await file('lake/y=2026/m=01/c.csv.gz', gzipSync('note\nlast\n'));
      await file('lake/y=2026/m=01/readme.txt', 'no table');
      const result = await run([read({ path: 'lake/**/*.csv*', hive_partitioning: true }), KEEP], {
        engine,
      });
      expect(result).toMatchObject({
        error_message: null,
        node_results: [
          {
            rows: 4,
            columns: ['n', 'note', 'y', 'm'],
            column_types: ['float', 'string', 'integer', 'string'],
            warnings: [
              'Column "y" of lake/y=2026/m=01/a.csv is not read: the folders "y=" have its place. Switch hive_partitioning off, or rename the folders, to read it.',
            ],
            sample: [
              { n: 1, note: 'x', y: 2025, m: '12' },
              { n: 2.5, note: null, y: 2026, m: '01' },
              { n: null, note: null, y: 2026, m: '01' },
              { n: null, note: 'last', y: 2026, m: '01' },
            ],
          },
          {},
        ],
      });
    },
  );

  it('is refused by validate on the connection of a database', async () => {
    const answer = await app.call('POST', '/api/connections', {
      name: 'Shop',
      provider: 'sqlite',
      database: path.join(folder, 'shop.db'),
    });
    const { id } = answer.body as { id: string };
    const flow = await savedFlow([read({ path: 'a.csv', connection_id: id }), KEEP]);
    expect(await app.call('POST', `/api/flows/${flow}/validate`, {})).toMatchObject({
      body: {
        valid: false,
        problems: expect.arrayContaining([
          {
            severity: 'error',
            parameter: null,
            node_id: 'n0',
            field: 'connection_id',
            message: expect.stringMatching(
              /^The connection "Shop" \(SQLite, .*\) is no storage that this release can use\./,
            ) as string,
          },
        ]) as unknown,
      },
    });
  });

  it('reads the object whose name is the pattern itself', async () => {
    await file('odd [1].csv', 'a\n1\n');
    await file('odd 1.csv', 'a\n1\n2\n');
    expect(await run([read({ path: 'odd [1].csv' }), KEEP])).toMatchObject({
      node_results: [{ rows: 1 }, {}],
    });
  });

  it('names the pattern that nothing matches, and the file that cannot be read', async () => {
    const nothing = await run([read({ path: 'none/*.csv' }), KEEP]);
    expect(nothing.error_message).toMatch(/No file or object matches "none\/\*\.csv"/);
    await file('mixed/a.csv', 'a\n1\n');
    await file('mixed/b.csv', 'a\n1,2,3\n');
    const broken = await run([read({ path: 'mixed/*' }), KEEP]);
    expect(broken.error_message).toMatch(/mixed\/b\.csv.*line 2/s);
  });

  it('previews the first files of a pattern, and says how many', async () => {
    for (const name of ['a', 'b', 'c']) await file(`many/${name}.csv`, `n\n${'1\n'.repeat(600)}`);
    const id = await savedFlow([read({ path: 'many/*' })]);
    const answer = await app.call('POST', `/api/flows/${id}/preview`, { node_id: 'n0', limit: 1 });
    expect(answer).toMatchObject({ status: 200, body: { row_count: 1000, truncated: true } });
    expect(JSON.stringify(answer.body)).toContain('rows of the first 2 of 3 files');
  });

  it('lets later nodes use columns that only the file shows', async () => {
    await file('n.csv', 'n\n1\n2\n3\n');
    const filter = {
      type: 'filterRows',
      config: { column: 'n', operator: '>', value: 1 },
    };
    expect(await run([read({ path: 'n.csv' }), filter, KEEP])).toMatchObject({
      node_results: [{ rows: 3 }, { rows: 2 }, {}],
    });
    const wrong = { type: 'filterRows', config: { column: 'm', operator: '>', value: 1 } };
    const failed = await run([read({ path: 'n.csv' }), wrong, KEEP]);
    expect(failed.error_message).toMatch(/N1 \(n1\): .*"m".*"n"/s);
  });

  it('previews the first 1000 rows with the types of all rows, and says so', async () => {
    await file('long.csv', `n,t\n${'1,2\n'.repeat(2_000)}3,x\n`);
    const id = await savedFlow([read({ path: 'long.csv' })]);
    const answer = await app.call('POST', `/api/flows/${id}/preview`, { node_id: 'n0', limit: 1 });
    expect(answer).toMatchObject({
      status: 200,
      body: { rows: [{ n: 1, t: '2' }], row_count: 1000, truncated: true },
    });
    expect(JSON.stringify(answer.body)).toContain('first 1000 of 2001 rows');
  });

  it.each<[string, object, RegExp]>([
    ['no connection', { connection_id: '' }, /connection_id.*choose a connection/],
    ['no path', { path: '' }, /path.*name a file/],
    ['a path upwards', { path: 'a/../../b' }, /path.*no \. or \.\./],
    ['an absolute path', { path: '/etc/passwd' }, /path.*relative/],
    ['an unknown format', { format: 'xml' }, /format.*must be one of/],
    ['an unknown delimiter', { delimiter: '#' }, /delimiter.*must be one of/],
    ['an unknown encoding', { encoding: 'ebcdic' }, /encoding.*must be one of/],
    ['another name of an encoding', { encoding: 'windows-1252' }, /Did you mean \\"cp1252\\"/],
    ['a delimiter of TSV', { format: 'tsv', delimiter: '\t' }, /delimiter.*tsv/],
  ])('rejects %s before anything runs', async (_what, config, message) => {
    const id = await savedFlow([read({ path: 'n.csv', ...config }), KEEP]);
    const answer = await app.call('POST', `/api/flows/${id}/runs`, {});
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer.body)).toMatch(message);
  });

  it.each<[string, object]>([
    ['a missing file', { path: 'missing.csv' }],
    ['a folder', { path: 'in' }],
    ['a link', { path: 'link.csv' }],
    ['an empty file', { path: 'empty.csv' }],
    ['another format', { path: 'n.csv', format: 'parquet' }],
    ['a deleted connection', { path: 'n.csv', connection_id: 'gone' }],
  ])('fails with a sentence that names the node: %s', async (_what, config) => {
    await file('n.csv', 'n\n1\n');
    await file('empty.csv', '');
    await symlink('/etc/passwd', path.join(folder, 'link.csv')).catch(() => undefined);
    const result = await run([read(config), KEEP]);
    expect(result.status).toBe('failed');
    expect(result.error_message).toMatch(/^N0 \(n0\): .*[.]$/s);
    expect(result.error_message).not.toContain('ENOENT');
  });

  it('fails on a connection to a database', async () => {
    const { body } = await app.call('POST', '/api/connections', {
      name: `D ${crypto.randomUUID()}`,
      provider: 'sqlite',
      database: 'x.db',
    });
    const { id } = body as { id: string };
    const result = await run([read({ path: 'n.csv', connection_id: id }), KEEP]);
    expect(result.error_message).toMatch(/is no storage/);
  });
});

describe('storageOutput', () => {
  beforeAll(() => file('all.csv', 'i,f,t,b,d\n1,1.5,"é,",true,2024-02-29T10:30:00\n2,,,,\n'));

  it.each(FILE_FORMATS)('writes %s that storageInput reads', async (format) => {
    const first = await run([read({ path: 'all.csv' }), write({ path: `out/all`, format })]);
    expect(first).toMatchObject({ status: 'success', error_message: null });
    const again = await run([read({ path: 'out/all', format }), KEEP]);
    expect(again.error_message).toBeNull();
    expect(again.node_results[0]?.rows).toBeGreaterThan(0);
    if (format === 'text') return;
    expect(again.node_results[0]).toMatchObject({
      rows: 2,
      columns: ['i', 'f', 't', 'b', 'd'],
      sample: [
        { i: 1, f: 1.5, t: 'é,', b: true },
        { i: 2, f: null },
      ],
    });
  });

  it('names a file after its node when the path is empty', async () => {
    const result = await run([read({ path: 'all.csv' }), write({ format: 'jsonl' })]);
    expect(result.error_message).toBeNull();
    expect((await written('n1.jsonl')).split('\n')).toHaveLength(3);
    await run([read({ path: 'all.csv' }), write({})]);
    expect(await readdir(folder)).toContain('n1.parquet');
  });

  it('counts objects beside output files in the log of the run', async () => {
    const id = await savedFlow([
      read({ path: 'all.csv' }),
      write({ path: 'one.csv', format: 'csv' }),
    ]);
    const path = `/api/flows/${id}`;
    const { graph_json: graph } = (await app.call('GET', path)).body as {
      graph_json: { nodes: object[]; edges: object[] };
    };
    const more = [write({ path: 'two.csv', format: 'csv' }), KEEP];
    const graph_json = {
      nodes: [
        ...graph.nodes,
        ...more.map(({ type, config }, at) => ({ id: `m${at}`, type, data: { config } })),
      ],
      edges: [...graph.edges, ...more.map((_, at) => ({ source: 'n0', target: `m${at}` }))],
    };
    expect(await app.call('PUT', path, { graph_json })).toMatchObject({ status: 200 });
    const { body } = await app.call('POST', `${path}/runs`, {});
    const { logs } = body as { logs: readonly { readonly message: string }[] };
    expect(logs[0]?.message).toMatch(/ ms with 1 output and 2 objects\.$/);
  });

  it('replaces a file, or keeps it with if_exists error', async () => {
    await file('kept.csv', 'old');
    const refused = await run([
      read({ path: 'all.csv' }),
      write({ path: 'kept.csv', format: 'csv', if_exists: 'error' }),
    ]);
    expect(refused.error_message).toMatch(/^N1 \(n1\): .*"kept.csv" already/);
    expect(await written('kept.csv')).toBe('old');
    await run([read({ path: 'all.csv' }), write({ path: 'kept.csv', format: 'csv' })]);
    expect(await written('kept.csv')).toContain('i,f,t,b,d');
  });

  it('replaces a file in any other mode, with a warning, and reads paths that begin with ./', async () => {
    await file('replaced.csv', 'old');
    const steps = [
      read({ path: './all.csv' }),
      write({ path: './replaced.csv', format: 'csv', if_exists: 'replace' }),
    ];
    expect(JSON.stringify(await run(steps))).toContain('which stands for \\"overwrite\\"');
    expect(await written('replaced.csv')).toContain('i,f,t,b,d');
  });

  it('writes nothing when an output would replace what another one of the run writes', async () => {
    const config = { path: 'both.csv', format: 'csv' };
    const node = (id: string, { type, config }: Step): object => ({ id, type, data: { config } });
    const id = await savedFlow([read({ path: 'all.csv' }), write(config)]);
    const path = `/api/flows/${id}`;
    // Flows that read storages are exported when they have run once.
    expect((await app.call('POST', `${path}/runs`, {})).body).toMatchObject({ status: 'success' });
    await rm(`${folder}/both.csv`);
    const { graph_json: graph } = (await app.call('GET', path)).body as {
      graph_json: { nodes: object[]; edges: object[] };
    };
    const graph_json = {
      nodes: [...graph.nodes, node('m', write(config))],
      edges: [...graph.edges, { source: 'n0', target: 'm' }],
    };
    expect(await app.call('PUT', path, { graph_json })).toMatchObject({ status: 200 });
    const result = (await app.call('POST', `${path}/runs`, {})).body as RunAnswer;
    expect(result.error_message).toMatch(
      /^storageOutput \(m\): "path": another output of this flow writes the file or object "both.csv", .*concatRows/,
    );
    expect(await readdir(folder)).not.toContain('both.csv');
    const exported = await app.call('POST', `${path}/export/python`);
    expect(JSON.stringify(exported.body)).toMatch(/another output of this flow writes/);
  });

  it('writes nothing when another output of the flow fails', async () => {
    const outputs = ['one', 'two'].map((name) => ({
      ...write({ path: name === 'two' ? 'in-the-way' : 'good.csv', format: 'csv' }),
      name,
    }));
    await mkdir(path.join(folder, 'in-the-way'), { recursive: true });
    const node = (id: string, { type, config }: Step): object => ({
      id,
      type,
      position: { x: 0, y: 0 },
      data: { label: id, config },
    });
    const { body } = await app.call('POST', '/api/flows', {
      name: 'Two',
      graph_json: {
        nodes: [
          node('r', read({ path: 'all.csv' })),
          ...outputs.map((output) => node(output.name, output)),
        ],
        edges: outputs.map(({ name }) => ({ id: name, source: 'r', target: name })),
      },
    });
    const { id } = body as { id: string };
    const result = (await app.call('POST', `/api/flows/${id}/runs`, {})).body as RunAnswer;
    expect(result.error_message).toMatch(/^two \(two\): .*folder/);
    expect((await readdir(folder)).filter((name) => /good|millrace/.test(name))).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['no connection', { connection_id: '' }, /connection_id/],
    ['a path upwards', { path: '../x.csv' }, /path/],
    ['a mode that is no text', { if_exists: true }, /if_exists.*overwrite, error/],
  ])('rejects %s before anything runs', async (_what, config, message) => {
    const id = await savedFlow([read({ path: 'all.csv' }), write({ path: 'x', ...config })]);
    const answer = await app.call('POST', `/api/flows/${id}/runs`, {});
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer.body)).toMatch(message);
  });

  it('is in the catalogue with the defaults of its config', async () => {
    const { body } = await app.call('GET', '/api/catalog/nodes');
    expect(body).toContainEqual(
      expect.objectContaining({
        id: 'storageOutput',
        default_config: {
          connection_id: '',
          path: '',
          format: 'parquet',
          if_exists: 'overwrite',
        },
      }),
    );
    expect(body).toContainEqual(
      expect.objectContaining({
        id: 'storageInput',
        default_config: { connection_id: '', path: '', format: 'csv' },
      }),
    );
  });
});
