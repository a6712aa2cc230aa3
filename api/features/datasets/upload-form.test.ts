import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import pl from '../../../runner/engines/polars/pinned/library.ts';
import { startTestApp, type Answer, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ SERVICE_MAX_UPLOAD_SIZE_MB: '1' });
});
afterAll(() => app.close());

type Field = readonly [name: string, value: string];

/** Uploads a file between the first field of its form and the others. */
async function upload(
  fileName: string,
  content: string | Uint8Array,
  fields: readonly Field[],
  query = '',
): Promise<Pick<Answer, 'status' | 'body'>> {
  const form = new FormData();
  const [first, ...others] = fields;
  if (first !== undefined) form.append(...first);
  form.append('file', new Blob([content]), fileName);
  for (const field of others) form.append(...field);
  const response = await fetch(`${app.url}/api/datasets/upload${query}`, {
    method: 'POST',
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Objects that belong to no dataset. */
async function uploadsLeft(): Promise<string[]> {
  const folder = path.join(app.dataDir, 'objects', 'uploads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** A warning about no field, node or column. */
const NOTHING = { field: null, node_id: null, column: null };

let names = 0;
const aName = (): string => `dataset ${++names}`;

describe('the form of an upload', () => {
  it('makes two datasets of two sheets of one workbook by their names', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['a'], [1]]), 'One');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['z'], ['x']]), 'Two');
    const file = write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array;
    const [one, two] = [aName(), aName()];
    const first = await upload('book.xlsx', file, [
      ['sheet', 'One'],
      ['name', one],
    ]);
    const second = await upload('book.xlsx', file, [
      ['name', ` ${two} `],
      ['sheet', 'Two'],
    ]);
    expect([first.body, second.body]).toMatchObject([
      { name: one, latest_version: 1, column_schema: [{ name: 'a', type: 'integer' }] },
      { name: two, latest_version: 1, column_schema: [{ name: 'z', type: 'string' }] },
    ]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('reads the file by options behind it and before it, over those of the query', async () => {
    const csv = 'report\n% a comment\n1|NA|2026-01-02\n2|-|2026-01-03\n';
    const fields: Field[] = [
      ['skip_rows', '1'],
      ['comment', '%'],
      ['has_header', 'no'],
      ['null_values', 'NA, -'],
      ['dates', 'true'],
      ['delimiter', '|'],
    ];
    const { status, body } = await upload('options.csv', csv, fields, '?delimiter=;');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      column_schema: [
        { name: 'column_1', type: 'integer' },
        { name: 'column_2', type: 'string' },
        { name: 'column_3', type: 'datetime' },
      ],
      data_sample: [
        { column_1: 1, column_2: null, column_3: '2026-01-02T00:00:00' },
        { column_1: 2, column_2: null, column_3: '2026-01-03T00:00:00' },
      ],
      parse_options: {
        encoding: 'utf-8',
        delimiter: '|',
        decimal: '.',
        skip_rows: 1,
        has_header: false,
        comment: '%',
        null_values: ['NA', '-'],
        dates: true,
      },
      warnings: [],
    });
    const download = await app.call('GET', `/api/datasets/${body.id}/versions/1/download`);
    expect(download.body).toBe(
      'column_1,column_2,column_3\n1,,2026-01-02T00:00:00\n2,,2026-01-03T00:00:00\n',
    );
  });

  it.each<[Field, string]>([
    [['skip_rows', 'two'], 'skip_rows'],
    [['skip_rows', '100001'], 'skip_rows'],
    [['has_header', 'maybe'], 'has_header'],
    [['dates', '2'], 'dates'],
    [['comment', '//'], 'comment'],
    [['null_values', 'x'.repeat(101)], 'null_values'],
    [['name', 'a\u0000b'], 'name'],
    [['name', 'x'.repeat(256)], 'name'],
    [['name', ' '], 'name'],
    [['sheet', 'x'.repeat(20_000)], 'sheet'],
  ])('answers 422 for %j and names the field', async (field, name) => {
    const { status, body } = await upload('a.csv', 'a\n1\n', [['decimal', '.'], field]);
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', name] }] });
    expect(await uploadsLeft()).toEqual([]);
  });

  it('takes a field over one of the query that cannot be used', async () => {
    const query = '?delimiter=x';
    const fields: Field[] = [['delimiter', ';']];
    const { status, body } = await upload(`${aName()}.csv`, 'a;b\n1;2\n', fields, query);
    expect([status, body]).toMatchObject([201, { data_sample: [{ a: 1, b: 2 }], warnings: [] }]);
  });

  it('warns of its fields that stand in the query', async () => {
    const name = `${aName()}.csv`;
    const query = '?skip_rows=3&name=other&comment=&delimiter=,';
    const { status, body } = await upload(name, 'a\n1\n', [], query);
    expect([status, body]).toMatchObject([201, { name, data_sample: [{ a: 1 }] }]);
    const code = 'misplaced_field';
    const message = (field: string): string =>
      `"${field}" in the query was ignored; send it as a field of the form.`;
    expect(body.warnings).toEqual([
      { ...NOTHING, code, field: 'name', message: message('name') },
      { ...NOTHING, code, field: 'skip_rows', message: message('skip_rows') },
    ]);
  });

  it('warns of a project that stands in the form, and says that the query names it', async () => {
    const fields: Field[] = [['project_id', 'other']];
    const { status, body } = await upload(`${aName()}.csv`, 'a\n1\n', fields);
    expect([status, body.warnings]).toEqual([
      201,
      [
        {
          ...NOTHING,
          code: 'misplaced_field',
          field: 'project_id',
          message: '"project_id" in the form was ignored; send it in the query.',
        },
      ],
    ]);
  });

  it('answers 400 for an option that does not apply to the kind of file', async () => {
    const { status, body } = await upload('a.json', '[{"a":1}]', [['skip_rows', '1']]);
    expect([status, body.detail]).toEqual([
      400,
      'The option skip_rows does not apply to a json file.',
    ]);
    expect(await uploadsLeft()).toEqual([]);
  });

  it.each([
    ['windows-1252', 'Did you mean "cp1252"?'],
    ['utf8', 'Did you mean "utf-8"?'],
    ['latin1', 'Did you mean "latin-1"?'],
    ['ISO_8859-1', 'Did you mean "latin-1"?'],
    ['UTF-16LE', 'Did you mean "utf-16-le"?'],
    ['utf-7', 'Convert the file to utf-8 first.'],
  ])('suggests the name of the encoding %s', async (encoding, hint) => {
    const { status, body } = await upload('a.csv', 'a\n1\n', [['encoding', encoding]]);
    expect([status, body.detail]).toEqual([400, expect.stringContaining(` ${hint}`)]);
  });

  it.each([
    ['tab', 'Did you mean "\\t"?'],
    ['semicolon', 'Did you mean ";"?'],
  ])('suggests the delimiter that %s stands for', async (delimiter, hint) => {
    const { status, body } = await upload('a.csv', 'a\n1\n', [['delimiter', delimiter]]);
    expect([status, body.detail]).toEqual([400, expect.stringContaining(` ${hint}`)]);
  });

  it.each([
    ['sep', 'delimiter'],
    ['separator', 'delimiter'],
    ['header', 'has_header'],
    ['sheet_name', 'sheet'],
    ['skiprows', 'skip_rows'],
  ])('warns of %s, which other tools call the option %s', async (name, option) => {
    const message = `The field "${name}" is not known and was ignored. Did you mean "${option}"?`;
    const expected = [{ ...NOTHING, code: 'unknown_field', field: name, message }];
    const { body } = await upload(`${aName()}.csv`, 'a\n1\n', [[name, ';']]);
    expect(body.warnings).toEqual(expected);
    const asked = await upload(`${aName()}.csv`, 'a\n1\n', [], `?${name}=%3B`);
    expect(asked.body.warnings).toEqual(expected);
  });

  it.each([
    ['v1.feather', 'FEA1\0\0\0\0xxxxxxxxFEA1', /It is a Feather file of version 1/],
    ['a.parquet', 'ORC\0\0\0\0\0xxxxxxxxORC', /It is an ORC file/],
    ['a.parquet', 'Obj\u0001\0\0\0\0xxxxxxxxObj', /It is an Avro file/],
    ['a.dat', 'a\n1\n', /It may be anything: end its name in \.csv/],
    ['a.geojson', '{"type":"FeatureCollection","features":[{"a":1}]}', /records=features/],
  ])('refuses %s with what it is and what to do', async (name, content, message) => {
    const { status, body } = await upload(name, content, []);
    expect([status, body.detail]).toEqual([400, expect.stringMatching(message)]);
  });

  it.each<[string, string, readonly Field[], object[]]>([
    ['.log', 'a b\nc\n', [], [{ text: 'a b' }, { text: 'c' }]],
    ['.geojson', '{"features":[{"a":1}]}', [['records', 'features']], [{ a: 1 }]],
  ])('reads a %s file as what it is', async (extension, content, fields, rows) => {
    const { status, body } = await upload(`${aName()}${extension}`, content, fields);
    expect([status, body.data_sample]).toEqual([201, rows]);
  });

  it('keeps a compressed file under a given name without .gz, since it is kept decompressed', async () => {
    const given = `${aName()}.csv`;
    const { status, body } = await upload('a.csv.gz', gzipSync('a\n1\n'), [
      ['name', `${given}.gz`],
    ]);
    expect([status, body.name]).toEqual([201, given]);
  });

  it('answers 422 for a field that is given twice', async () => {
    const { status, body } = await upload('a.csv', 'a\n1\n', [
      ['name', 'one'],
      ['name', 'two'],
    ]);
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'name'] }] }]);
  });

  it('warns of a field that it does not know, and takes an empty one as absent', async () => {
    const { status, body } = await upload(`${aName()}.csv`, 'a\n1\n', [
      ['nul_values', 'NA'],
      ['skip_rows', ''],
    ]);
    expect([status, body.warnings, body.parse_options]).toEqual([
      201,
      [
        {
          ...NOTHING,
          code: 'unknown_field',
          field: 'nul_values',
          message:
            'The field "nul_values" is not known and was ignored. Did you mean "null_values"?',
        },
      ],
      null,
    ]);
  });
});

it('names the option that leaves out a title or comments above the header', async () => {
  const rejected = await upload('titled.csv', '# made, by\n# x\na,b,c\n1,2,3\n', []);
  expect(rejected.status).toBe(400);
  expect(rejected.body.detail).toMatch(/read the file with skip_rows=2 or comment=#\.$/);
  const read = [{ a: 1, b: 2, c: 3 }];
  for (const option of [['skip_rows', '2'] as const, ['comment', '#'] as const]) {
    const again = await upload(`titled-${option[0]}.csv`, '# made, by\n# x\na,b,c\n1,2,3\n', [
      option,
    ]);
    expect([again.status, again.body]).toMatchObject([201, { data_sample: read, warnings: [] }]);
  }
  const warned = await upload('one-column.csv', 'Report\n\na;b\n1;2\n3;4\n', []);
  expect([warned.status, warned.body.warnings]).toEqual([
    201,
    [
      {
        ...NOTHING,
        code: 'title_lines',
        message:
          'The file was read as one column. From line 2 on, the lines have 2 cells, separated by ";": if the line above is a title, read the file with skip_rows=1.',
      },
    ],
  ]);
});

describe('an upload of a compressed file', () => {
  it('is kept decompressed, as a version of the dataset of the inner name', async () => {
    const name = `${aName()}.csv`;
    await upload(name, 'a\n1\n', []);
    const { status, body } = await upload(`${name}.GZ`, gzipSync('a\n2\n'), []);
    expect([status, body]).toMatchObject([
      201,
      { name, source_type: 'csv', latest_version: 2, data_sample: [{ a: 2 }] },
    ]);
    const download = await app.call('GET', `/api/datasets/${body.id}/versions/2/download`);
    expect(download.body).toBe('a\n2\n');
  });

  it('is refused with 413 as soon as more comes out than an upload may have', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a,'));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const { status, body } = await upload('bomb.csv.gz', bomb, []);
    expect([status, body.detail]).toEqual([
      413,
      'The file is larger than 1 MB, the setting MAX_UPLOAD_SIZE_MB',
    ]);
    expect(await uploadsLeft()).toEqual([]);
  });

  it.each([
    ['no gzip', Buffer.from('a\n1\n')],
    ['gzip that ends early', gzipSync('a\n'.repeat(1000)).subarray(0, 20)],
    ['nothing', Buffer.alloc(0)],
  ])('is refused when it is %s', async (_, content) => {
    const { status, body } = await upload('broken.csv.gz', content, []);
    expect(status).toBe(400);
    expect(body.detail).toMatch(/broken\.csv/);
    expect(await uploadsLeft()).toEqual([]);
  });

  it('is refused when its kind is compressed already', async () => {
    const { status, body } = await upload('a.parquet.gz', gzipSync('x'), []);
    expect(status).toBe(400);
    expect(body.detail).toMatch(
      /^A \.parquet\.gz file cannot be read\. Decompress it, as by gunzip\. The extension must be one of/,
    );
  });
});

it('reads a file whose extension is .ndjson as JSON lines', async () => {
  const { status, body } = await upload(`${aName()}.ndjson`, '{"a":1}\n{"a":2}\n', []);
  expect([status, body]).toMatchObject([
    201,
    { source_type: 'jsonl', data_sample: [{ a: 1 }, { a: 2 }] },
  ]);
});

it('warns of columns that are gone or changed against the version before, and names the flows', async () => {
  const name = `${aName()}.csv`;
  const first = await upload(name, 'id,amount,when\n1,1.5,x\n', []);
  const config = { dataset_id: first.body.id, format: 'csv' };
  const nodes = [{ id: 'in', type: 'fileInput', data: { config } }];
  const flow = await app.call('POST', '/api/flows', {
    name: `flow of ${name}`,
    graph_json: { nodes, edges: [] },
  });
  expect(flow.status).toBe(201);
  const second = await upload(name, 'id,amount,new\n1,NA,y\n2,3,y\n', []);
  expect(second.body.warnings).toEqual([
    {
      ...NOTHING,
      code: 'missing_value_texts',
      column: 'amount',
      message: 'Column "amount" is text because of "NA": null_values=NA reads numbers.',
    },
    {
      ...NOTHING,
      code: 'removed_columns',
      column: 'when',
      message: 'Columns of the version before are gone: "when".',
    },
    {
      ...NOTHING,
      code: 'changed_column_types',
      column: 'amount',
      message: 'Columns changed their type: "amount" from float to string.',
    },
    {
      ...NOTHING,
      code: 'affected_flows',
      message: `Flows that read the dataset: "flow of ${name}". Validate them before their next run.`,
    },
  ]);
  expect((await upload(name, 'id,amount,new\n1,a,y\n', [])).body.warnings).toEqual([]);
});

describe('an upload of an Arrow file', () => {
  it('is kept as Parquet, as a version of the dataset of that name', async () => {
    const content = pl.DataFrame({ name: ['Ann', 'Bob'] }).writeIPC();
    const { status, body } = await upload('people.arrow', content, []);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'people.parquet',
      source_type: 'parquet',
      data_sample: [{ name: 'Ann' }, { name: 'Bob' }],
    });
    expect(body.warnings).toEqual([]);
    const again = await upload('people.feather', content, []);
    expect(again.body).toMatchObject({ id: body.id, latest_version: 2 });
    expect(again.body.warnings).toEqual([
      {
        ...NOTHING,
        code: 'converted_file',
        message:
          '"people.feather" was converted to Parquet and became version 2 of the dataset "people.parquet". Give another name if it is to be a dataset of its own.',
      },
    ]);
    expect(await uploadsLeft()).toEqual([]);
  });

  it('is rejected with 400 when it is something else, by the name that the caller knows', async () => {
    const { status, body } = await upload('people.arrow', 'a,b\n1,2\n', []);
    expect(status).toBe(400);
    expect(body.detail).toBe('people.arrow is not an Arrow file.');
  });
});
