import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  startWebServer,
  type Answer,
  type WebServer,
} from '../../../../test/support/web-server.ts';
import { PARSE_OPTION_NAMES } from '../../../domain/parse-option-facts.ts';
import type { JsonObject } from '../../../domain/json.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { sampleRows } from '../../../formats/sample-rows.ts';
import { readRest } from './rest-read.ts';
import { restApi } from './rest-api.ts';

let folder: string;
let server: WebServer;
let answer: Answer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'page-options-'));
  server = await startWebServer((url, response, request) => {
    answer(url, response, request);
  });
});

afterEach(async () => {
  expect(await readdir(folder)).toEqual([]);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

interface Outcome {
  readonly rows: readonly unknown[];
  readonly warnings: readonly string[];
}

async function read(options: JsonObject, maxRows: number | null = null): Promise<Outcome> {
  const file = path.join(folder, 'rows');
  const fields = { id: 'c', name: 'R', provider: 'rest_api', host: server.url, secret: null };
  const connection = { ...fields, port: null, database: null, username: null, options };
  try {
    const { warnings } = await readRest(
      { connection, secret: null },
      { source: { kind: 'table', schema: null, table: 'orders' }, maxRows, file },
      { env: {} },
    );
    return { rows: sampleRows(polars, await polars.scanParquet(file).collect(), 100), warnings };
  } finally {
    await rm(file, { force: true });
  }
}

/** Answers every request with the same text. */
function answerText(contentType: string, text: string | Buffer): void {
  answer = (_url, response) => {
    response.setHeader('Content-Type', contentType);
    response.end(text);
  };
}

/** Answers pages of two rows, of seven in all, by the number of rows before them. */
function answerByOffset(page: (rows: readonly number[]) => string | Buffer): void {
  answer = (url, response) => {
    const before = Number(url.searchParams.get('skip'));
    const rows = [before, before + 1].filter((row) => row < 5);
    response.setHeader('Content-Type', 'text/csv');
    response.end(page(rows));
  };
}

describe('the parse options of a connection to a REST API', () => {
  const fields = { provider: 'rest_api', host: 'https://api.example', secret: null };
  const connection = { ...fields, port: null, database: null, username: null };

  it('are those of CSV and JSON files, but for "records", whose key is "records_path"', () => {
    const keys = restApi.form.map(({ key }) => key);
    const absent = PARSE_OPTION_NAMES.filter((name) => !keys.includes(`options.${name}`));
    expect(absent).toEqual(['sheet', 'records']);
    expect(restApi.form.find(({ key }) => key === 'options.dates')?.help).toMatch(/^csv, json: /);
    expect(keys).toContain('options.records_path');
  });

  it.each<[JsonObject, string]>([
    [{ delimiter: 'x-canary' }, 'options.delimiter must be one of ",", ";", "\\t", "|"'],
    [{ encoding: 'Windows-1252' }, 'options.encoding must be one of .* Did you mean "cp1252"?'],
    [{ decimal: 'x-canary' }, 'options.decimal must be one of ".", ",".'],
    [{ skip_rows: 'x-canary' }, 'options.skip_rows is a whole number from 0 to 100000.'],
    [{ has_header: 'x-canary' }, 'options.has_header is true or false.'],
    [{ null_values: [1] }, 'options.null_values takes at most 100 texts'],
    [{ column_names: 'x-canary' }, 'options.column_names is a JSON list'],
    [{ rows: 'x-canary' }, 'options.rows must be one of "strict", "widest".'],
    [{ comment: 'x-canary' }, 'options.comment is one character'],
    [
      { comment: '#', escape_char: '#' },
      'comment, quote_char and escape_char must be different characters.',
    ],
  ])('are refused with their name and without their value: %j', (options, message) => {
    let text = '';
    try {
      restApi.check?.({ ...connection, options });
    } catch (error) {
      text = (error as Error).message;
    }
    const [head = '', tail = ''] = message.split('.*');
    expect(text).toContain(head);
    expect(text).toContain(tail);
    expect(text).not.toContain('canary');
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ['CSV', { response_format: 'csv', delimiter: ';', dates: true }, []],
    ['JSON', { response_format: 'json', delimiter: ';', dates: true }, ['delimiter']],
    ['CSV or JSON', { delimiter: ';', records_path: 'a', sheet: '0' }, ['sheet']],
    [
      'CSV, and have no records path',
      { response_format: 'csv', records_path: 'a' },
      ['records_path'],
    ],
    ['JSON, whose path has another key', { response_format: 'json', records: 'a' }, ['records']],
    ['JSON, and are empty', { response_format: 'json', delimiter: '', comment: null }, []],
  ])('are ignored where no page has them: pages are %s', (_what, options, ignored) => {
    const found = restApi.ignored?.({ ...connection, options }) ?? [];
    expect(found.map(({ option }) => option)).toEqual(ignored);
    for (const { option, message } of found) {
      expect(message).toMatch(new RegExp(`^"options\\.${option}" is ignored, since .*\\.$`));
    }
  });
});

describe('a read with parse options', () => {
  it('has a warning of each one that its pages do not have', async () => {
    answerText('application/json', '[{"day": "2024-05-31"}]');
    const options = { delimiter: ';', skip_rows: 1, dates: true, records: 'a' };
    expect(await read(options)).toMatchObject({
      rows: [{ day: '2024-05-31T00:00:00' }],
      warnings: [
        '"options.delimiter" is ignored, since JSON pages do not have it.',
        '"options.records" is ignored, since options.records_path has the keys that lead to the records.',
        '"options.skip_rows" is ignored, since JSON pages do not have it.',
      ],
    });
    answerText('text/csv', 'x\na;b\n1;2\n');
    expect(await read({ ...options, dates: false })).toMatchObject({
      rows: [{ a: 1, b: 2 }],
      warnings: ['"options.records" is ignored, since CSV pages do not have it.'],
    });
  });

  it('takes them as texts too', async () => {
    answerText('text/csv', 'x\na|b\n1|NA\n-|2\n');
    const options = {
      delimiter: '|',
      skip_rows: '2',
      has_header: 'no',
      null_values: 'NA, -',
      column_names: '["n", "m"]',
    };
    expect(await read(options)).toMatchObject({
      rows: [
        { n: 1, m: null },
        { n: null, m: 2 },
      ],
      warnings: [],
    });
  });

  it.each<[string, JsonObject, (rows: readonly number[]) => string]>([
    ['lines above the header', { skip_rows: 2 }, (rows) => `a\n\nn,t\n${lines(rows, ',')}`],
    ['comments', { comment: '#' }, (rows) => `# a\nn,t\n${lines(rows, ',')}# b\n`],
    ['blanks as delimiters', { delimiter: 'whitespace' }, (rows) => `n t\n\n${lines(rows, '  ')}`],
    ['no header', { has_header: false, column_names: ['n', 't'] }, (rows) => lines(rows, ';')],
    ['a line that names the delimiter', {}, (rows) => `sep=|\nn|t\n${lines(rows, '|')}`],
    [
      'line ends in other quotes',
      { quote_char: "'" },
      (rows) => `'n',t\n${rows.map((row) => `${row},'x\n${row}'\n`).join('')}`,
    ],
    [
      'a mark before the line above the header',
      { skip_rows: 1 },
      (rows) => `\ufeff"\nn;t\n${lines(rows, ';')}`,
    ],
  ])('counts the rows of pages for their offset: %s', async (_what, options, page) => {
    answerByOffset(page);
    const paging = { paging: 'offset', page_param: 'skip', page_size: 2 };
    const before = server.requests.length;
    const { rows, warnings } = await read({ ...paging, ...options });
    expect(rows).toMatchObject([0, 1, 2, 3, 4].map((n) => ({ n })));
    expect(warnings).toEqual([]);
    expect(server.requests.slice(before).map((request) => request.path)).toEqual(
      [0, 2, 4, 5].map((skip) => `/orders?skip=${skip}`),
    );
  });

  it('reads every page in the encoding that is given, whatever a page shows', async () => {
    const plain = Buffer.from('n;t\n0;a\n1;b\n');
    const other = Buffer.from('n;t\n2;\xaf\n3;\xaf\n', 'latin1');
    answerByOffset(([first]) => (first === 0 ? plain : first === 2 ? other : 'n;t\n'));
    const options = { paging: 'offset', page_param: 'skip', page_size: 2, encoding: 'cp1250' };
    expect((await read(options)).rows).toEqual(['a', 'b', 'Ż', 'Ż'].map((t, n) => ({ n, t })));
  });

  it('guesses an encoding from all pages, since the first one may have no letters of it', async () => {
    const plain = Buffer.from('n;t\n0;a\n1;b\n');
    const other = Buffer.from('n;t\n2;M\xfcller\n3;c\n', 'latin1');
    answerByOffset(([first]) => (first === 0 ? plain : first === 2 ? other : 'n;t\n'));
    const { rows, warnings } = await read({ paging: 'offset', page_param: 'skip', page_size: 2 });
    expect(rows).toMatchObject(['a', 'b', 'Müller', 'c'].map((t) => ({ t })));
    expect(warnings).toEqual([expect.stringContaining('read as cp1252')]);
  });

  it('reads all pages by the delimiter that the first one shows', async () => {
    answer = (url, response) => {
      response.setHeader('Content-Type', 'text/csv');
      const page = url.searchParams.get('page');
      const rows = { 1: 'p;x\n', 2: 'q,r\n'.repeat(20) }[page ?? ''] ?? '';
      response.end(`a;b,c\n${rows}`);
    };
    const { rows, warnings } = await read({ page_param: 'page', page_size: 1 });
    expect(rows).toHaveLength(21);
    expect(rows.slice(0, 2)).toEqual([
      { a: 'p', 'b,c': 'x' },
      { a: 'q,r', 'b,c': null },
    ]);
    expect(warnings).toEqual([expect.stringContaining('20 rows have fewer cells')]);
  });

  it('reads as many rows as a preview needs', async () => {
    answerByOffset((rows) => `# a\nn;t\n${lines(rows, ';')}`);
    const options = { paging: 'offset', page_param: 'skip', comment: '#' };
    expect((await read(options, 3)).rows).toMatchObject([{ n: 0 }, { n: 1 }, { n: 2 }]);
  });
});

function lines(rows: readonly number[], delimiter: string): string {
  return rows.map((row) => `${row}${delimiter}x\n`).join('');
}
