import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {
  startWebServer,
  type Answer,
  type WebServer,
} from '../../../../test/support/web-server.ts';
import type { Connection } from '../../../domain/connection.ts';
import type { JsonObject, JsonValue } from '../../../domain/json.ts';
import type { SqlSource } from '../../../domain/sql-source.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { sampleRows } from '../../../formats/sample-rows.ts';
import { httpReason } from '../../http/http-reasons.ts';
import type { RestDeps } from './rest-requests.ts';
import { readRest } from './rest-read.ts';
import { testRest } from './rest-test.ts';

let folder: string;
let server: WebServer;
let answer: Answer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'rest-read-'));
});

beforeEach(async () => {
  server = await startWebServer((url, response, request) => {
    answer(url, response, request);
  });
});

afterEach(async () => {
  await server.close();
  expect(await readdir(folder)).toEqual([]);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

interface Reading extends RestDeps {
  readonly options?: JsonObject;
  readonly source?: SqlSource;
  readonly secret?: string;
  readonly username?: string;
  readonly maxRows?: number;
  /** Below the URL of the server. */
  readonly base?: string;
}

function table(name: string): SqlSource {
  return { kind: 'table', schema: null, table: name };
}

function targetOf({ options = {}, secret, username, base = '' }: Reading): {
  connection: Connection;
  secret: string | null;
} {
  const connection: Connection = {
    id: 'c',
    name: 'R',
    provider: 'rest_api',
    host: server.url + base,
    port: null,
    database: null,
    username: username ?? null,
    secret: secret === undefined ? null : 'env:KEY',
    options,
  };
  return { connection, secret: secret ?? null };
}

interface Outcome {
  readonly columns: readonly string[];
  readonly rows: readonly unknown[];
  readonly rowCount: number;
  readonly warnings: readonly string[];
}

async function read(reading: Reading = {}): Promise<Outcome> {
  const { source = table('orders'), maxRows = null, ...deps } = reading;
  const file = path.join(folder, 'rows');
  try {
    const staged = await readRest(
      targetOf(reading),
      { source, maxRows, file },
      { env: {}, ...deps },
    );
    const frame = await polars.scanParquet(file).collect();
    expect(staged.rowCount).toBe(frame.height);
    return {
      columns: staged.columns.map(({ name, type }) => `${name}:${type}`),
      rows: sampleRows(polars, frame, 100),
      rowCount: staged.rowCount,
      warnings: staged.warnings,
    };
  } finally {
    await rm(file, { force: true });
  }
}

async function failure(reading: Reading = {}): Promise<string> {
  const error: unknown = await read(reading).then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  return httpReason(error) ?? (error as Error).message;
}

function sendJson(response: ServerResponse, value: JsonValue): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(value));
}

/** Answers pages of `total` rows by the parameters `page` and `size`. */
function paged(total: number, sizeOf: (url: URL) => number): Answer {
  return (url, response) => {
    const size = sizeOf(url);
    const first = (Number(url.searchParams.get('page') ?? '1') - 1) * size;
    const count = Math.max(0, Math.min(size, total - first));
    sendJson(response, {
      items: Array.from({ length: count }, (_, place) => ({ id: first + place })),
    });
  };
}

const bySize = (url: URL): number => Number(url.searchParams.get('size'));
const ids = (count: number): { id: number }[] => Array.from({ length: count }, (_, id) => ({ id }));
const paths = (): string[] => server.requests.map((request) => request.path);

describe('the records of an answer', () => {
  it('become columns as those of JSON files do', async () => {
    answer = (_url, response) => {
      response.end('\ufeff[{"id": 9007199254740993, "a": 1.0}, {"b": {"x": [1]}, "id": null}]');
    };
    expect(await read()).toMatchObject({
      columns: ['id:integer', 'a:float', 'b:string'],
      rows: [
        { id: 9007199254740993n, a: 1, b: null },
        { id: null, a: null, b: '{"x":[1]}' },
      ],
    });
  });

  it('become columns that are named by their positions where a key is blank', async () => {
    answer = (_url, response) => {
      sendJson(response, [{ a: 1, '': 2 }]);
    };
    expect(await read()).toMatchObject({ columns: ['a:integer', 'column_2:integer'] });
  });

  it.each<[string, JsonValue, string | undefined, object[]]>([
    [
      'the first list under a usual key',
      { value: [{ n: 1 }], items: [{ n: 2 }] },
      undefined,
      [{ n: 2 }],
    ],
    ['the object itself', { n: 1, list: [1] }, undefined, [{ n: 1, list: '[1]' }]],
    ['a usual key without a list', { data: { n: 1 } }, undefined, [{ data: '{"n":1}' }]],
    ['the list of Spring', { content: [{ n: 1 }], totalElements: 1 }, undefined, [{ n: 1 }]],
    ['a record with a list', { content: [{ n: 1 }] }, undefined, [{ content: '[{"n":1}]' }]],
    ['a path', { data: { rows: [{ n: 1 }, { n: 2 }] } }, 'data.rows', [{ n: 1 }, { n: 2 }]],
    ['an object at a path', { data: { n: 1 } }, 'data', [{ n: 1 }]],
    ['null at a path', { data: null }, 'data', []],
    ['an empty list', [], undefined, []],
    ['null', null, undefined, []],
  ])('are %s', async (_what, body, records_path, rows) => {
    answer = (_url, response) => {
      sendJson(response, body);
    };
    const options = records_path === undefined ? {} : { records_path };
    expect(await read({ options })).toMatchObject({ rows, rowCount: rows.length });
  });

  it.each<[string, string, JsonObject, RegExp]>([
    ['HTML', '<html>', {}, /is an HTML page, perhaps of a login or a proxy, in place of JSON/],
    ['a text that ends early', '{"data": [{"a": 1}', {}, /ends too early/],
    ['an invalid record', '{"data": [{"a": x}]}', {}, /not valid JSON/],
    ['an invalid envelope', '{"data": [{"a": 1}], "b": }', {}, /outside of its records/],
    ['a list of numbers', '[1, 2]', {}, /must be an object/],
    ['a number', '17', {}, /neither a list nor an object/],
    ['a path that leads nowhere', '{"data": []}', { records_path: 'data.rows' }, /data\.rows/],
    [
      'text in another encoding',
      Buffer.from([0x7b, 0x22, 0xe9]).toString('latin1'),
      {},
      /UTF-8|early/,
    ],
    ['objects without keys', '[{}]', {}, /no columns/],
  ])(
    'are refused with a sentence that names the path: %s',
    async (_what, body, options, message) => {
      answer = (_url, response) => response.end(body);
      expect(await failure({ options })).toMatch(message);
    },
  );

  it('refuses bytes that are no UTF-8', async () => {
    answer = (_url, response) => response.end(Buffer.from('[{"a": "caf\xe9"}]', 'latin1'));
    expect(await failure()).toMatch(/answer of \/orders is not valid UTF-8/);
  });

  it('are read from one long page as far as a preview needs them', async () => {
    const record = `{"id": 1, "text": "${'x'.repeat(10_000)}"},`;
    answer = (_url, response) => {
      let left = 1_000;
      const write = (): void => {
        while (left-- > 0) if (!response.write(record)) return void response.once('drain', write);
        response.end('{"id": 2}]}');
      };
      response.write('{"data": [');
      write();
    };
    expect(await read({ maxRows: 3 })).toMatchObject({ rowCount: 3 });
    expect(await read()).toMatchObject({ rowCount: 1_001 });
  });

  it('is CSV if the answer or the option says so', async () => {
    answer = (url, response) => {
      if (url.pathname === '/typed') response.setHeader('Content-Type', 'text/csv; charset=utf-8');
      response.end('id;price\n1;"2,5"\n\n2;');
    };
    const rows = [
      { id: 1, price: 2.5 },
      { id: 2, price: null },
    ];
    expect(await read({ source: table('typed') })).toMatchObject({ rows });
    expect(await read({ options: { response_format: 'csv' } })).toMatchObject({ rows });
    expect(await read({ options: { response_format: 'csv' }, maxRows: 1 })).toMatchObject({
      rows: rows.slice(0, 1),
    });
    expect(await failure({ options: { response_format: 'json' }, source: table('typed') })).toMatch(
      /not valid JSON|neither/,
    );
  });
});

describe('pages', () => {
  const options = { page_param: 'page', page_size_param: 'size', page_size: 2 };

  it('are read until the one after a short one is empty', async () => {
    answer = paged(5, bySize);
    expect(await read({ options })).toMatchObject({ rows: ids(5), warnings: [] });
    expect(paths()).toEqual([1, 2, 3, 4].map((page) => `/orders?page=${page}&size=2`));
  });

  it.each<[string, (read: number) => JsonObject]>([
    ['has_more', (read) => ({ meta: { has_more: read < 5 } })],
    ['a next page', (read) => ({ links: { next: read < 5 ? '/more' : null } })],
    ['a total', () => ({ total: 5 })],
    ['a total as text', () => ({ pagination: { total_count: '5' } })],
    ['a count of all rows', () => ({ count: 5 })],
    ['a total in an object', () => ({ total: { value: 5, relation: 'eq' } })],
    ['a total in an object alone', () => ({ meta: { total: { value: '5' } } })],
  ])('end at a short one with no further request if the answer has %s', async (_sign, more) => {
    answer = (url, response) => {
      const before = (Number(url.searchParams.get('page')) - 1) * 2;
      const rows = ids(5).slice(before, before + 2);
      sendJson(response, { items: rows, ...more(before + rows.length) });
    };
    expect(await read({ options })).toMatchObject({ rows: ids(5), warnings: [] });
    expect(server.requests).toHaveLength(3);
  });

  it('do not end at a total that there are more rows than, as search engines state it', async () => {
    answer = (url, response) => {
      const before = (Number(url.searchParams.get('page')) - 1) * 2;
      const hits = ids(5).slice(before, before + 2);
      const total = { value: 3, relation: 'gte' };
      sendJson(response, { hits: { total, hits } });
    };
    const hits = { ...options, records_path: 'hits.hits' };
    expect(await read({ options: hits })).toMatchObject({ rows: ids(5), warnings: [] });
    expect(server.requests).toHaveLength(4);
  });

  it('end at a total in an object beside the records', async () => {
    answer = (url, response) => {
      const before = (Number(url.searchParams.get('page')) - 1) * 2;
      const hits = ids(5).slice(before, before + 2);
      sendJson(response, { hits: { total: { value: 5, relation: 'eq' }, hits } });
    };
    const hits = { ...options, records_path: 'hits.hits' };
    expect(await read({ options: hits })).toMatchObject({ rows: ids(5), warnings: [] });
    expect(server.requests).toHaveLength(3);
  });

  it.each<[string, JsonObject, (rows: number) => JsonObject]>([
    ['page', { page_param: 'page' }, () => ({ total: 120, per_page: 50 })],
    ['page', { page_param: 'page' }, () => ({})],
    ['page', { page_param: 'page' }, (rows) => ({ count: rows })],
    ['offset', { page_param: 'skip', paging: 'offset' }, () => ({})],
    ['offset', { page_param: 'skip', paging: 'offset' }, () => ({ limit: 50 })],
  ])('are all read by %s from a service that gives at most 50 rows', async (_by, by, more) => {
    answer = (url, response) => {
      const { searchParams: asked } = url;
      const count = Math.min(Number(asked.get('size')), 50);
      const first = Number(asked.get('skip') ?? (Number(asked.get('page')) - 1) * count);
      const items = ids(120).slice(first, first + count);
      sendJson(response, { items, ...more(items.length) });
    };
    const outcome = await read({ options: { ...by, page_size_param: 'size', page_size: 100 } });
    expect(outcome).toMatchObject({ rowCount: 120, warnings: [] });
  });

  describe('of a service that leaves rows out of them', () => {
    const kept = ids(120).filter((_row, place) => place % 7 !== 6);
    const filtered =
      (firstOf: (asked: URLSearchParams) => number, more: JsonObject): Answer =>
      (url, response) => {
        const first = firstOf(url.searchParams);
        const items = ids(120)
          .slice(first, first + 40)
          .filter((_row, place) => (first + place) % 7 !== 6);
        sendJson(response, { items, ...more });
      };
    const size = { page_size_param: 'size', page_size: 40 };

    it('are all read by their numbers', async () => {
      answer = filtered((asked) => (Number(asked.get('page')) - 1) * 40, {});
      const outcome = await read({ options: { ...size, page_param: 'page' } });
      expect(outcome).toMatchObject({ rowCount: kept.length, warnings: [] });
    });

    it('are read once by their offset, with warnings', async () => {
      answer = filtered((asked) => Number(asked.get('skip')), { total: 120 });
      const outcome = await read({ options: { ...size, paging: 'offset', page_param: 'skip' } });
      expect(outcome.rows).toEqual(kept.slice(0, 100));
      expect(outcome.rowCount).toBe(kept.length);
      expect(outcome.warnings).toEqual([
        'The service gave 35 rows where 40 were asked for, so it seems to leave rows out of pages. Each next page was asked for 40 rows further on.',
        'The answers say that there are 120 rows, and 103 were read. The service may leave rows out of its pages.',
      ]);
    });
  });

  it('warn of a guess also where the number of pages ends the read', async () => {
    answer = (url, response) => {
      const first = Number(url.searchParams.get('skip'));
      const shown = ids(120).slice(first, first + 40);
      sendJson(response, { items: shown.filter(({ id }) => id % 7 !== 6), total: 120 });
    };
    const size = { page_size_param: 'size', page_size: 40, max_pages: 2 };
    const outcome = await read({ options: { ...size, paging: 'offset', page_param: 'skip' } });
    expect(outcome.warnings).toEqual([
      expect.stringContaining('Only the first 2 pages'),
      expect.stringContaining('it seems to leave rows out of pages'),
    ]);
  });

  describe('that are refused', () => {
    /** Answers 250 rows, at most 50 in a page, and a status from a page on. */
    const refusedAt =
      (page: number, status: number, text: string, more: JsonObject = {}): Answer =>
      (url, response) => {
        const number = Number(url.searchParams.get('page'));
        const items = ids(250).slice((number - 1) * 50, number * 50);
        if (number < page) sendJson(response, { items, ...more });
        else response.writeHead(status).end(text);
      };
    const sizeOf = (page_size: number): JsonObject => ({ ...options, page_size });
    const TOO_LARGE = '{"error": "result window is too large"}';

    it.each<[number, number, string, JsonObject]>([
      [404, 100, '', {}],
      [416, 100, '', {}],
      [400, 100, '{"code": "rest_post_invalid_page_number"}', {}],
      [422, 100, '{"detail": "no such page"}', {}],
      [400, 50, '{"code": "rest_user_invalid_page_number"}', {}],
      [404, 50, '{"detail": "Invalid page."}', {}],
      [404, 50, '', { total: 100 }],
      [400, 50, TOO_LARGE, { total: 100 }],
      [422, 50, '', { total: 100 }],
      [404, 50, '', { has_more: false }],
    ])(
      'end with no warning at %i after pages of 50 of %i: %s %j',
      async (status, size, text, more) => {
        answer = refusedAt(3, status, text, more);
        const outcome = await read({ options: sizeOf(size) });
        expect(outcome).toMatchObject({ rowCount: 100, warnings: [] });
      },
    );

    it.each<[number, number, string, JsonObject, RegExp]>([
      [400, 100, TOO_LARGE, {}, /refused the page after a short one with the status 400.*missing/],
      [422, 100, '', {}, /after a short one with the status 422.*parts by parameters/],
      [410, 100, 'gone', {}, /after a short one with the status 410/],
      [400, 100, 'No more data: at most 100 rows', {}, /after a short one with the status 400/],
      [404, 50, '', {}, /status 404 after a full page.*may be missing/],
      [416, 50, '', {}, /status 416 after a full page/],
      [404, 100, '', { total: 250 }, /250 rows, and 100 were read/],
      [404, 50, '', { has_more: true }, /more rows, and 100 were read/],
    ])(
      'end with a warning at %i after pages of 50 of %i: %s %j',
      async (status, size, text, more, warning) => {
        answer = refusedAt(3, status, text, more);
        const outcome = await read({ options: sizeOf(size) });
        expect(outcome.rowCount).toBe(100);
        expect(outcome.warnings).toEqual([expect.stringMatching(warning)]);
      },
    );

    it.each<[number, number, JsonObject, RegExp]>([
      [400, 50, {}, /status 400/],
      [422, 50, {}, /status 422/],
      [400, 100, { total: 250 }, /status 400.*there are 250 rows, and 100 were read/],
      [422, 100, { has_more: true }, /status 422.*there are more rows, and 100 were read/],
      [400, 50, { total: 250 }, /status 400/],
    ])('fail at %i after pages of 50 of %i: %j', async (status, size, more, message) => {
      answer = refusedAt(3, status, TOO_LARGE, more);
      expect(await failure({ options: sizeOf(size) })).toMatch(message);
    });
  });

  it('end at a failure that is not about the page', async () => {
    answer = (url, response) => {
      if (url.searchParams.get('page') === '1') sendJson(response, ids(1));
      else response.writeHead(403).end();
    };
    expect(await failure({ options })).toMatch(/403/);
  });

  it('end at one that has the records of the short one again, whatever else it has', async () => {
    answer = (_url, response) => {
      sendJson(response, { items: [{ id: 0 }], time: server.requests.length });
    };
    expect(await read({ options })).toMatchObject({ rows: ids(1), warnings: [] });
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['null for a list', { data: null, page: 9 }, undefined],
    ['a message', { message: 'no more results' }, undefined],
    ['an empty object', {}, undefined],
    ['nothing at the path', { message: 'no more results' }, 'data'],
  ])('end at an answer beyond the last one that is %s', async (_what, beyond, records_path) => {
    answer = (url, response) => {
      const isFirst = url.searchParams.get('page') === '1';
      sendJson(response, isFirst ? { data: ids(1) } : beyond);
    };
    const path = records_path === undefined ? {} : { records_path };
    const outcome = await read({ options: { ...options, ...path } });
    expect(outcome).toMatchObject({ columns: ['id:integer'], rows: ids(1), warnings: [] });
  });

  it('end at null for a list after a full one', async () => {
    answer = (url, response) => {
      const isFirst = url.searchParams.get('page') === '1';
      sendJson(response, isFirst ? { data: ids(2) } : { data: null, page: 2 });
    };
    expect(await read({ options })).toMatchObject({ columns: ['id:integer'], rows: ids(2) });
  });

  it('are refused when one after a full one has no list', async () => {
    answer = (url, response) => {
      const isFirst = url.searchParams.get('page') === '1';
      sendJson(response, isFirst ? { data: ids(2) } : { error: 'rate limited' });
    };
    expect(await failure({ options })).toMatch(/page 2, has no records, and says at "error"/);
  });

  const failed = (key: string): string =>
    `the answer of /orders, page 2, has no records, and says at "${key}" that the request failed. Send it by hand to see why, or try again later.`;
  const NO_LIST =
    'the answer of /orders, page 2, has no list of records, as the page before it has. Send the request by hand to see why. If the list ends before it, bound the read by options.max_pages.';

  it.each<[string, JsonObject, number, string | undefined, string]>(
    [1, 2].flatMap((rows): [string, JsonObject, number, string | undefined, string][] => [
      ['an error', { error: 'rate limited' }, rows, undefined, failed('error')],
      ['an error at a path', { error: 'rate limited' }, rows, 'data', failed('error')],
      ['a text', { message: 'Rate limited: no more data' }, rows, undefined, NO_LIST],
      ['another key with null', { items: null }, rows, undefined, NO_LIST],
      ['null and an error', { data: null, error: { code: 429 } }, rows, undefined, failed('error')],
      ['null at a path', { data: null, errors: ['slow'] }, rows, 'data', failed('errors')],
      ['an error', { data: [], errors: [{ code: 1 }] }, rows, undefined, failed('errors')],
      ['a failure', { data: [], success: false }, rows, undefined, failed('success')],
      ['a text', { data: [], error_message: 'quota' }, rows, 'data', failed('error_message')],
    ]),
  )(
    'are refused at an answer beyond others that is %s: %j',
    async (_what, beyond, rows, path, message) => {
      answer = (url, response) => {
        const isFirst = url.searchParams.get('page') === '1';
        sendJson(response, isFirst ? { data: ids(rows) } : beyond);
      };
      const at = path === undefined ? {} : { records_path: path };
      expect(await failure({ options: { ...options, ...at } })).toBe(message);
    },
  );

  it.each<[JsonObject]>([
    [{ data: [], error: null, errors: [], success: true }],
    [{ data: null, error: '', errors: {}, ok: true }],
    [{ data: [], error: false, error_message: 0 }],
  ])('end at an empty one that states no error: %j', async (beyond) => {
    answer = (url, response) => {
      const isFirst = url.searchParams.get('page') === '1';
      sendJson(response, isFirst ? { data: ids(2) } : beyond);
    };
    expect(await read({ options })).toMatchObject({ rows: ids(2), warnings: [] });
  });

  it('are read where one has a single record for a list, whatever it says', async () => {
    const last = { data: { id: 1, text: 'no more items' } };
    answer = (url, response) => {
      const page = Number(url.searchParams.get('page'));
      sendJson(response, [{ data: ids(1) }, last, { data: [] }][page - 1] ?? null);
    };
    const { rowCount } = await read({ options: { ...options, records_path: 'data' } });
    expect(rowCount).toBe(2);
  });

  it('are read where a small one with a list has the words of an end', async () => {
    answer = (url, response) => {
      const page = Number(url.searchParams.get('page'));
      sendJson(response, page > 2 ? [] : [{ id: page, text: 'no more items' }]);
    };
    expect(await read({ options })).toMatchObject({ rowCount: 2 });
  });

  it('are refused by cursor at an empty one that states an error', async () => {
    answer = (url, response) => {
      const isFirst = url.searchParams.get('after') === null;
      sendJson(response, isFirst ? { data: ids(2), next: 'a' } : { data: null, error: 'slow' });
    };
    const cursor = { paging: 'cursor', page_param: 'after', next_path: 'next' };
    expect(await failure({ options: cursor })).toMatch(/page 2, has no records.*"error"/);
  });

  it('end with a warning where the service ignores the parameter, though values change', async () => {
    answer = (_url, response) => {
      const price = server.requests.length;
      const symbols = ['AAPL', 'MSFT', 'IBM'];
      sendJson(response, { items: symbols.map((symbol, place) => ({ symbol, price, place })) });
    };
    const outcome = await read({ options: { ...options, page_size: 100 } });
    expect(outcome).toMatchObject({ rowCount: 3 });
    expect(outcome.warnings).toEqual([
      expect.stringContaining('the values of "symbol" of the page before again'),
    ]);
    expect(server.requests).toHaveLength(2);
  });

  it('are all read where each one counts its rows from one', async () => {
    answer = (url, response) => {
      const first = (Number(url.searchParams.get('page')) - 1) * 3;
      const items = ids(7).slice(first, first + 3);
      sendJson(
        response,
        items.map(({ id }, place) => ({ rank: place + 1, id, kind: 'x' })),
      );
    };
    const outcome = await read({ options: { ...options, page_size: 100 } });
    expect(outcome).toMatchObject({ rowCount: 7, warnings: [] });
  });

  it('end with a warning where equal rows may be those of two pages', async () => {
    answer = (_url, response) => {
      sendJson(response, [{ v: 0 }, { v: 0 }]);
    };
    const outcome = await read({ options: { ...options, page_size: 100 } });
    expect(outcome.rowCount).toBe(2);
    expect(outcome.warnings).toEqual([expect.stringContaining('may have been left out')]);
  });

  it('are refused when the next one of a short one must exist and does not', async () => {
    answer = (url, response) => {
      if (url.searchParams.get('page') === '1') sendJson(response, { items: ids(1), next: 2 });
      else response.writeHead(400).end();
    };
    expect(await failure({ options })).toMatch(/400/);
  });

  it('are read until an empty one when the last page is full', async () => {
    answer = paged(4, bySize);
    expect(await read({ options })).toMatchObject({ rowCount: 4 });
    expect(server.requests).toHaveLength(3);
  });

  it('have the size of the first one when the connection names no size', async () => {
    answer = paged(7, () => 3);
    expect(await read({ options: { page_param: 'page' } })).toMatchObject({ rows: ids(7) });
    expect(server.requests).toHaveLength(4);
  });

  it('begin where the connection says, and end where the service has nothing', async () => {
    answer = (url, response) => {
      const page = Number(url.searchParams.get('p'));
      if (page > 1) response.writeHead(404).end();
      else sendJson(response, [{ page }]);
    };
    const start = { page_param: 'p', start_page: 0 };
    expect(await read({ options: start })).toMatchObject({ rows: [{ page: 0 }, { page: 1 }] });
  });

  it('are bounded with a warning', async () => {
    answer = paged(100, bySize);
    const { rowCount, warnings } = await read({ options: { ...options, max_pages: 3 } });
    expect(rowCount).toBe(6);
    expect(warnings).toEqual([expect.stringContaining('Only the first 3 pages')]);
  });

  it('are not read beyond the rows that a preview needs', async () => {
    answer = paged(100, bySize);
    expect(await read({ options, maxRows: 3 })).toMatchObject({ rows: ids(3) });
    expect(server.requests).toHaveLength(2);
  });

  it('are refused when each one is the first one', async () => {
    answer = (_url, response) => {
      sendJson(response, [{ id: 1 }, { id: 2 }]);
    };
    expect(await failure({ options })).toMatch(/page 2, is the same as the page before/);
  });

  it.each([
    ['page', {}],
    ['cursor', { next_path: 'next' }],
  ])('are refused by %s when each one has the records of the first one', async (paging, more) => {
    answer = (_url, response) => {
      sendJson(response, { items: ids(2), time: server.requests.length, next: 'again' });
    };
    expect(await failure({ options: { ...options, paging, ...more } })).toMatch(
      /page 2, is the same as the page before/,
    );
    expect(server.requests).toHaveLength(2);
  });

  it('are read where all records are equal', async () => {
    answer = (url, response) => {
      const page = Number(url.searchParams.get('page'));
      sendJson(response, { items: page > 3 ? [] : [{ v: 0 }, { v: 0 }], page });
    };
    expect(await read({ options })).toMatchObject({ rowCount: 6, warnings: [] });
  });

  it('are one page when the path names it', async () => {
    answer = paged(100, () => 2);
    const source = table('orders?page=4');
    expect(await read({ options, source })).toMatchObject({ rows: [{ id: 6 }, { id: 7 }] });
    expect(server.requests).toHaveLength(1);
  });

  it('are joined when they are CSV with one header, in any line ends', async () => {
    answer = (url, response) => {
      const page = Number(url.searchParams.get('page'));
      const lines =
        { 1: '"a\nb",c\n1,x\n2,y', 2: '\ufeff"a\nb",c\r\n3,z\r\n' }[page] ?? '"a\nb",c\n';
      response.setHeader('Content-Type', 'text/csv');
      response.end(lines);
    };
    const csv = { page_param: 'page', page_size: 1 };
    expect(await read({ options: csv })).toMatchObject({
      rows: [
        { 'a\nb': 1, c: 'x' },
        { 'a\nb': 2, c: 'y' },
        { 'a\nb': 3, c: 'z' },
      ],
    });
  });

  it.each([
    ['quotes within cells', (row: number) => `${row},5" x\n`, (text: string) => text],
    [
      'blank lines at the end',
      (row: number) => `${row},x\r\n`,
      (text: string) => `${text}\r\n\r\n`,
    ],
    ['blank lines at the beginning', (row: number) => `${row},x\n`, (text: string) => `\n${text}`],
    ['lines that end in CR', (row: number) => `${row},x\r`, (text: string) => text],
    [
      'a line that names the delimiter',
      (row: number) => `${row},x\n`,
      (text: string) => `sep=,\n${text}`,
    ],
    ['texts in latin-1', (row: number) => `${row},\u00e9\n`, (text: string) => text],
  ] as const)('have as many rows in CSV as are read, with %s', async (_what, line, page) => {
    answer = (url, response) => {
      const before = Number(url.searchParams.get('skip'));
      const numbers = [0, 1, 2].map((place) => before + place).filter((row) => row < 7);
      const end = line(0).endsWith('\r') ? '\r' : '\n';
      response.setHeader('Content-Type', 'text/csv');
      response.end(Buffer.from(page(`a,b${end}${numbers.map(line).join('')}`), 'latin1'));
    };
    const { rows } = await read({
      options: { paging: 'offset', page_param: 'skip', page_size: 3 },
    });
    expect(paths()).toEqual([0, 3, 6, 7].map((skip) => `/orders?skip=${skip}`));
    const [, text] = line(0).trim().split(',');
    expect(rows).toEqual([0, 1, 2, 3, 4, 5, 6].map((a) => ({ a, b: text })));
  });

  it('are refused when a quote of a CSV page is never closed', async () => {
    answer = (_url, response) => {
      response.setHeader('Content-Type', 'text/csv');
      response.end('a,b\n1,x\n2,"y\n3,z\n');
    };
    expect(await failure({ options: {} })).toMatch(/has a quote that is never closed/);
  });

  it('are refused when a CSV page has other columns', async () => {
    answer = (url, response) => {
      response.setHeader('Content-Type', 'text/csv');
      response.end(url.searchParams.get('page') === '1' ? 'a,b\n1,2\n' : 'b,a\n1,2\n');
    };
    expect(await failure({ options: { page_param: 'page', page_size: 1 } })).toMatch(
      /page 2, has other columns/,
    );
  });

  it('share one budget of bytes', async () => {
    answer = paged(1_000, bySize);
    expect(await failure({ options, maxBytes: 100 })).toMatch(/longer than 0 MiB in sum/);
  });
});

describe('pages by offset, cursor and link', () => {
  const last = 7;
  /** The numbers from `first` to 7, at most three. */
  const numbers = (first: number): { id: number }[] =>
    ids(3).flatMap((_id, place) => (first + place > last ? [] : [{ id: first + place }]));
  const all = Array.from({ length: last }, (_, place) => ({ id: place + 1 }));

  it('have the number of rows before them as their offset', async () => {
    answer = (url, response) => {
      sendJson(response, numbers(Number(url.searchParams.get('skip')) + 1));
    };
    const options = { paging: 'offset', page_param: 'skip', page_size_param: 'top', page_size: 3 };
    expect(await read({ options })).toMatchObject({ rows: all });
    expect(paths()).toEqual([0, 3, 6, 7].map((skip) => `/orders?skip=${skip}&top=3`));
  });

  it.each([[null], [''], [false], [undefined]])(
    'end where the cursor of an answer is %j',
    async (end) => {
      answer = (url, response) => {
        const first = Number(url.searchParams.get('after') ?? 1);
        const next = first + 3 > last ? end : String(first + 3);
        const meta = next === undefined ? {} : { next };
        sendJson(response, { rows: numbers(first), meta });
      };
      const options = { paging: 'cursor', page_param: 'after', next_path: 'meta.next' };
      expect(await read({ options })).toMatchObject({ rows: all, warnings: [] });
      expect(paths()).toEqual(['/orders', '/orders?after=4', '/orders?after=7']);
    },
  );

  it('have a number beyond 2^53 as the cursor, with all of its digits', async () => {
    const cursors = ['9007199254740993', '12345678901234567890', '1.50', 'null'];
    answer = (url, response) => {
      const after = url.searchParams.get('after');
      const place = cursors.indexOf(after ?? '') + 1;
      response.setHeader('Content-Type', 'application/json');
      response.end(`{"items": [{"id": ${place}}], "next": ${cursors[place] ?? 'null'}}`);
    };
    const options = { paging: 'cursor', page_param: 'after', next_path: 'next' };
    expect(await read({ options })).toMatchObject({ rowCount: 4 });
    expect(paths().slice(1)).toEqual(cursors.slice(0, 3).map((after) => `/orders?after=${after}`));
  });

  it('are read behind an empty one while there is a cursor, which is encoded', async () => {
    answer = (url, response) => {
      const after = url.searchParams.get('after');
      if (after === null) sendJson(response, { items: [], next: 'a&b=1 é' });
      else sendJson(response, { items: [{ after }] });
    };
    const options = { paging: 'cursor', page_param: 'after', next_path: 'next' };
    expect(await read({ options })).toMatchObject({ rows: [{ after: 'a&b=1 é' }] });
  });

  it.each([
    ['the header Link', ''],
    ['a value of the answer', 'links.next'],
  ])('have their address in %s', async (_where, nextPath) => {
    answer = (url, response) => {
      const first = Number(url.searchParams.get('from') ?? 1);
      const next = first + 3 > last ? null : `/v2/orders;all?from=${first + 3}`;
      if (nextPath === '' && next !== null) {
        response.setHeader('Link', [`</v1>; rel=prev`, `<${next}>; title="a, b"; rel="last next"`]);
      }
      sendJson(response, { data: numbers(first), links: nextPath === '' ? {} : { next } });
    };
    const options = { paging: 'link', next_path: nextPath, query_params: { kind: 'x' } };
    expect(await read({ options })).toMatchObject({ rows: all });
    const next = [4, 7].map((from) => `/v2/orders;all?from=${from}`);
    expect(paths()).toEqual(['/orders?kind=x', ...next]);
  });

  it.each([
    ['http://127.0.0.1:1/orders', /page 1, has a next page that is not on http:\/\/127\.0\.0\.1/],
    ['//example.com/', /not on http/],
    ['/orders', /page 1, has itself as the next page/],
  ])('are refused at the next address %s, with no request to it', async (next, message) => {
    answer = (_url, response) => {
      sendJson(response, { items: [{ id: 1 }], next });
    };
    const options = { paging: 'link', next_path: 'next', auth_style: 'bearer' };
    expect(await failure({ options, secret: 's3cret' })).toMatch(message);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [{ next: { a: 1 } }, /no short text or number at the path "next" of options\.next_path/],
    [{ next: 'x'.repeat(70_000) }, /no short text or number/],
  ])('are refused when the next one is no text', async (body, message) => {
    answer = (_url, response) => {
      sendJson(response, { items: [{ id: 1 }], ...body });
    };
    const options = { paging: 'cursor', page_param: 'after', next_path: 'next' };
    expect(await failure({ options })).toMatch(message);
  });

  it('are bounded, also where each cursor is a new one', async () => {
    answer = (url, response) => {
      const next = Number(url.searchParams.get('after') ?? 0) + 1;
      sendJson(response, { items: [{ id: next }], next });
    };
    const options = { paging: 'cursor', page_param: 'after', next_path: 'next', max_pages: 4 };
    const { rowCount, warnings } = await read({ options });
    expect(rowCount).toBe(4);
    expect(warnings).toEqual([expect.stringContaining('Only the first 4 pages')]);
  });

  it.each([
    [{ paging: 'offset' }, 'options.page_param is needed when options.paging is offset.'],
    [{ paging: 'cursor', page_param: 'a' }, 'options.next_path is needed when'],
    [{ paging: 'all' }, 'options.paging must be one of page, offset, cursor, link.'],
  ])('are refused without what names them: %j', async (options, message) => {
    expect(await failure({ options })).toContain(message);
    expect(server.requests).toEqual([]);
  });
});

describe('authentication', () => {
  const secret = 's3cret/ü';

  it.each<[string, JsonObject, string, string]>([
    ['api_key', {}, 'x-api-key', 's3cret'],
    ['api_key', { api_key_header: 'X-Token' }, 'x-token', 's3cret'],
    ['bearer', {}, 'authorization', 'Bearer s3cret'],
    ['basic', {}, 'authorization', `Basic ${Buffer.from('ann:s3cret').toString('base64')}`],
  ])('%s sends the secret in a header', async (auth_style, more, header, value) => {
    answer = (_url, response) => {
      sendJson(response, []);
    };
    await read({ options: { auth_style, ...more }, secret: 's3cret', username: 'ann' });
    expect(server.requests[0]?.headers[header]).toBe(value);
  });

  it('query_param sends the secret as a parameter', async () => {
    answer = (_url, response) => {
      sendJson(response, []);
    };
    await read({ options: { auth_style: 'query_param' }, secret });
    await read({ options: { auth_style: 'query_param', api_key_param: 'k' }, secret });
    expect(paths()).toEqual(['/orders?api_key=s3cret%2F%C3%BC', '/orders?k=s3cret%2F%C3%BC']);
  });

  it('none sends no secret, and a style without a secret is refused', async () => {
    answer = (_url, response) => {
      sendJson(response, []);
    };
    await read({ secret: 's3cret' });
    expect(JSON.stringify(server.requests)).not.toContain('s3cret');
    expect(await failure({ options: { auth_style: 'bearer' } })).toMatch(/password_env/);
    expect(await failure({ options: { auth_style: 'bearer' }, secret: 'a\nb' })).toMatch(
      /no header/,
    );
  });

  it('never shows the secret in a message', async () => {
    answer = (url, response) => {
      const status = Number(url.pathname.slice(1));
      if (status > 0) response.writeHead(status).end(`denied: ${url.search}`);
      else response.end(`{"data": ${url.search}`);
    };
    const options = { auth_style: 'query_param' };
    const sleep = (): Promise<void> => Promise.resolve();
    for (const name of ['401', '403', '404', '429', '500', 'text']) {
      expect(await failure({ source: table(name), options, secret: 's3cret', sleep })).not.toMatch(
        /s3cret/,
      );
    }
  });
});

describe('a path', () => {
  it('is below the base URL, with the parameters and headers of the connection', async () => {
    answer = (_url, response) => {
      sendJson(response, []);
    };
    const options = {
      query_params: '{"limit": 5, "status": "open"}',
      headers: { 'X-Team': 'a' },
    };
    for (const name of ['orders', '/orders', 'orders?status=done&q=%20']) {
      await read({ base: '/v1', options, source: table(name) });
    }
    await read({ base: '/v1/', options: {}, source: table('a/b') });
    expect(paths()).toEqual([
      '/v1/orders?limit=5&status=open',
      '/v1/orders?limit=5&status=open',
      '/v1/orders?status=done&q=%20&limit=5',
      '/v1/a/b',
    ]);
    expect(server.requests[0]?.headers['x-team']).toBe('a');
  });

  it('has the values of parameters encoded', async () => {
    answer = (_url, response) => {
      sendJson(response, []);
    };
    const values = ['a/b?c=d&e #', 12];
    await read({ source: { kind: 'query', texts: ['/items/', '?n=', ''], values } });
    expect(paths()).toEqual(['/items/a%2Fb%3Fc%3Dd%26e%20%23?n=12']);
  });

  it.each([
    ['http://169.254.169.254/', /below the base URL/],
    ['//evil.test/x', /below the base URL/],
    ['../admin', /below the base URL/],
    ['%2e%2e/admin', /below the base URL/],
    [String.raw`\\evil.test`, /below the base URL/],
    ['orders?token=x', /would store a secret/],
  ])('that leaves the base URL or has a credential is refused: %s', async (name, message) => {
    answer = (_url, response) => response.end('[]');
    const source: SqlSource = { kind: 'query', texts: [name], values: [] };
    expect(await failure({ base: '/v1', source })).toMatch(message);
    expect(server.requests).toEqual([]);
  });

  it('has no schema', async () => {
    const source: SqlSource = { kind: 'table', schema: 's', table: 'orders' };
    expect(await failure({ source })).toMatch(/"schema"/);
  });
});

describe('what answers say about their list', () => {
  const total = 35;
  const sized = { page_param: 'page', page_size_param: 'size', page_size: 10 };
  const pageOf = (url: URL): number => Number(url.searchParams.get('page'));
  /** Answers pages of ten of 35 rows, of which some are without rows. */
  const emptyAt =
    (isEmpty: (page: number) => boolean, more: (page: number) => JsonObject): Answer =>
    (url, response) => {
      const page = pageOf(url);
      const items = isEmpty(page) ? [] : ids(total).slice((page - 1) * 10, page * 10);
      sendJson(response, { items, ...more(page) });
    };
  const numbersOf = (rows: readonly unknown[]): number[] =>
    rows.map((row) => Number((row as { id: unknown }).id));

  it.each<[string, (page: number) => JsonObject, string[]]>([
    ['has_more', (page) => ({ has_more: page < 4 }), []],
    ['a next page', (page) => ({ next: page < 4 ? page + 1 : null }), []],
    ['an object of a next page', (page) => ({ next: page < 4 ? { page: page + 1 } : {} }), []],
    [
      'a total',
      () => ({ total }),
      [expect.stringContaining('there are 35 rows, and 15 were read')],
    ],
    [
      'a total in an object',
      () => ({ total: { value: total } }),
      [expect.stringContaining('there are 35 rows, and 15 were read')],
    ],
  ])('leads the read over empty pages: %s', async (_sign, more, warnings) => {
    answer = emptyAt((page) => page === 2 || page === 3, more);
    const { rows, ...outcome } = await read({ options: sized });
    expect(numbersOf(rows)).toEqual(numbersOf([...ids(10), ...ids(total).slice(30)]));
    expect(outcome.warnings).toEqual(warnings);
  });

  it('leads the read by offset over empty pages', async () => {
    answer = (url, response) => {
      const skip = Number(url.searchParams.get('skip'));
      const items = ids(total).slice(skip, skip + 10);
      sendJson(response, {
        items: items.filter(({ id }) => id < 10 || id > 29),
        has_more: skip < 30,
      });
    };
    const options = { ...sized, paging: 'offset', page_param: 'skip' };
    expect(await read({ options })).toMatchObject({ rowCount: 15, warnings: [] });
    expect(paths()).toEqual([0, 10, 20, 30].map((skip) => `/orders?skip=${skip}&size=10`));
  });

  it('leads the read over ten empty pages in a row at most', async () => {
    answer = emptyAt(
      (page) => page > 2,
      () => ({ has_more: true }),
    );
    const { rowCount, warnings } = await read({ options: sized });
    expect(rowCount).toBe(20);
    expect(warnings).toEqual([
      'The answers say that there are more rows, and 20 were read. The service may leave rows out of its pages.',
    ]);
    expect(server.requests).toHaveLength(12);
  });

  it.each([400, 404])(
    'warns at rows that are missing where empty pages end at %i',
    async (status) => {
      const empty = emptyAt(
        (page) => page > 2,
        () => ({ total }),
      );
      answer = (url, response, request) => {
        if (pageOf(url) < 4) empty(url, response, request);
        else response.writeHead(status).end();
      };
      const { rowCount, warnings } = await read({ options: sized });
      expect(rowCount).toBe(20);
      expect(warnings).toEqual([expect.stringContaining('35 rows, and 20 were read')]);
    },
  );

  describe('is read, in an answer that', () => {
    const SIGNS: [string, JsonObject, Record<string, string>, boolean][] = [
      ['has total_pages', { total_pages: 4 }, {}, false],
      ['has the last page of Laravel', { meta: { last_page: 4, current_page: 2 } }, {}, false],
      ['has meta.totalItems', { meta: { totalItems: '35' } }, {}, true],
      ['has the count of OData', { '@odata.count': 35 }, {}, true],
      ['has page_count', { page_count: 4 }, {}, false],
      ['has pages', { pages: 4 }, {}, false],
      ['has pagination.total', { pagination: { total: 35 } }, {}, true],
      ['has totalElements of Spring', { totalElements: 35 }, {}, true],
      [
        'has page.totalPages of Spring',
        { page: { size: 10, totalPages: 4, number: 1 } },
        {},
        false,
      ],
      ['has meta.pagination.pageCount', { meta: { pagination: { pageCount: 4 } } }, {}, false],
      ['has the header X-Total-Pages', {}, { 'X-Total-Pages': '4' }, false],
      ['has the header X-WP-Total', {}, { 'X-WP-Total': '35' }, true],
      ['has the header Content-Range', {}, { 'Content-Range': 'items 10-19/35' }, true],
      ['has a Content-Range without a unit', {}, { 'Content-Range': '10-19/35' }, true],
      ['has the header X-Pagination', {}, { 'X-Pagination': '{"TotalPages":4}' }, false],
    ];
    const stating =
      (
        body: JsonObject,
        headers: Record<string, string>,
        isEmpty: (page: number) => boolean,
      ): Answer =>
      (url, response, request) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        emptyAt(isEmpty, () => body)(url, response, request);
      };

    it.each(SIGNS)(
      '%s, and leads the read over empty pages',
      async (_what, body, headers, isTotal) => {
        answer = stating(body, headers, (page) => page === 2 || page === 3);
        const outcome = await read({ options: sized });
        expect(outcome.rowCount).toBe(15);
        expect(outcome.warnings).toEqual(
          isTotal ? [expect.stringContaining('35 rows, and 15 were read')] : [],
        );
      },
    );

    it.each(SIGNS)('%s, and ends the read at a short page', async (_what, body, headers) => {
      answer = stating(body, headers, () => false);
      expect(await read({ options: sized })).toMatchObject({ rowCount: total, warnings: [] });
      expect(server.requests).toHaveLength(4);
    });

    it.each(SIGNS)('%s, and shows that pages are missing', async (_what, body, headers) => {
      const first = stating(body, headers, () => false);
      answer = (url, response, request) => {
        url.searchParams.set('page', '1');
        first(url, response, request);
      };
      const { warnings } = await read();
      expect(warnings).toEqual([
        expect.stringMatching(/there are (?:35|more) rows, and 10 were read.*page_param/),
      ]);
    });

    it('is of Spring, with no path to its list', async () => {
      answer = (url, response) => {
        const page = Number(url.searchParams.get('page'));
        const content = ids(total).slice(page * 10, page * 10 + 10);
        sendJson(response, { content, last: page > 2, totalElements: total });
      };
      const outcome = await read({ options: { ...sized, start_page: 0 } });
      expect(outcome).toMatchObject({ rowCount: total, warnings: [] });
      expect(server.requests).toHaveLength(4);
    });

    it.each<[string, (page: number) => JsonObject]>([
      ['last of Spring', (page) => ({ last: page === 4 })],
      ['isLast', (page) => ({ meta: { isLast: page === 4 } })],
    ])('has %s', async (_what, more) => {
      answer = emptyAt((page) => page === 2 || page === 3, more);
      expect(await read({ options: sized })).toMatchObject({ rowCount: 15, warnings: [] });
      expect(server.requests).toHaveLength(4);
    });

    it.each<[string, JsonObject, Record<string, string>]>([
      ['counts its rows in pages', { pages: 5, page_count: 5 }, {}],
      ['has the range of bytes', {}, { 'Content-Range': 'bytes 0-9/10' }],
      ['has a range without a total', {}, { 'Content-Range': 'items 0-9/*' }],
      ['has the address of the last page', { links: { last: '/orders?page=9' } }, {}],
    ])('%s, which says nothing of the end', async (_what, body, headers) => {
      answer = stating(body, headers, (page) => page > 4);
      expect(await read({ options: { ...sized, page_size: 100 } })).toMatchObject({
        rowCount: total,
        warnings: [],
      });
    });

    it.each(['pages', 'page_count'])(
      'has the number of its rows as %s, which does not show that pages are missing',
      async (key) => {
        answer = (_url, response) => {
          sendJson(response, { items: ids(5), [key]: 5 });
        };
        expect(await read()).toMatchObject({ rowCount: 5, warnings: [] });
      },
    );

    it('has the number of pages that a longer limit gives, and is read by offset to its end', async () => {
      answer = (url, response) => {
        const skip = Number(url.searchParams.get('skip'));
        sendJson(response, { items: ids(total).slice(skip, skip + 10), total_pages: 2 });
      };
      const options = { ...sized, paging: 'offset', page_param: 'skip', page_size: 20 };
      expect(await read({ options })).toMatchObject({ rowCount: total, warnings: [] });
    });

    it('has total_pages, with pages from a later one on', async () => {
      answer = emptyAt(
        () => false,
        () => ({ total_pages: 4 }),
      );
      const outcome = await read({ options: { ...sized, start_page: 3 } });
      expect(outcome).toMatchObject({ rowCount: 15, warnings: [] });
      expect(server.requests).toHaveLength(2);
    });
  });

  it.each<[string, JsonObject, string, number]>([
    ['an empty page', { total }, '35', 200],
    ['no such page', { total: String(total) }, '35', 404],
    ['no such page', { has_more: true }, 'more', 404],
  ])('warns where %s follows full ones too early: %j', async (_end, more, count, status) => {
    const full = emptyAt(
      (page) => page > 2,
      () => more,
    );
    answer = (url, response, request) => {
      if (pageOf(url) > 2) response.statusCode = status;
      full(url, response, request);
    };
    const { rowCount, warnings } = await read({ options: sized });
    expect(rowCount).toBe(20);
    expect(warnings).toEqual([
      `The answers say that there are ${count} rows, and 20 were read. The service may leave rows out of its pages.`,
    ]);
  });

  it.each<[string, (page: number) => JsonObject]>([
    ['leaves next out of the last answer', (page) => (page < 4 ? { next: page + 1 } : {})],
    ['says that there are more after a full page only', (page) => ({ has_more: page < 4 })],
    ['counts the rows of each page', (page) => ({ total: page < 4 ? 10 : 5, count: 10 })],
    ['has another total each time', (page) => ({ total: 31 + page })],
  ])('is believed without a warning where a service %s', async (_what, more) => {
    answer = emptyAt(() => false, more);
    expect(await read({ options: sized })).toMatchObject({ rowCount: total, warnings: [] });
  });

  it('is read beside records that a path leads to', async () => {
    answer = (_url, response) => {
      sendJson(response, { response: { list: ids(10), total } });
    };
    const { warnings } = await read({ options: { records_path: 'response.list' } });
    expect(warnings).toEqual([expect.stringContaining('35 rows, and 10 were read')]);
  });

  it.each<[string, JsonObject, RegExp]>([
    ['page', { total, next: '?page=2' }, /35 rows, and 10 .*options\.page_param is empty/],
    ['page', { has_more: true }, /more rows, and 10 .*options\.page_param is empty/],
    ['page', { next_cursor: 'a' }, /more rows, and 10 .*options\.page_param is empty/],
    ['link', { total, next: '/orders?page=2' }, /35 rows, and 10 .*header Link.*next_path/],
    ['cursor', { total }, /35 rows, and 10 .*no cursor at the path "meta\.next"/],
    ['cursor', { next: 'a' }, /more rows, and 10 .*no cursor at the path "meta\.next"/],
    ['cursor', {}, /^The first answer has nothing at the path "meta\.next" of options\.next_path/],
  ])(
    'warns with the way to read on where one page by %s ends the read: %j',
    async (paging, more, message) => {
      answer = (_url, response) => {
        sendJson(response, { items: ids(10), ...more });
      };
      const by = paging === 'cursor' ? { page_param: 'after', next_path: 'meta.next' } : {};
      const outcome = await read({ options: { paging, ...by } });
      expect(outcome).toMatchObject({ rowCount: 10 });
      expect(outcome.warnings).toEqual([expect.stringMatching(message)]);
    },
  );

  it('warns of a next page in the header Link where the connection names no pages', async () => {
    answer = (_url, response) => {
      response.setHeader('Link', '</orders?page=2>; rel="next"');
      sendJson(response, ids(10));
    };
    const { warnings } = await read();
    expect(warnings).toEqual([expect.stringContaining('more rows, and 10 were read')]);
  });

  it.each(['application/json', 'text/csv'])(
    'warns of the rows that a header counts, in %s',
    async (type) => {
      answer = (_url, response) => {
        response.setHeader('Content-Type', type);
        response.setHeader('X-Total-Count', '35');
        response.end(type === 'text/csv' ? 'id\n1\n2\n' : '[{"id": 1}, {"id": 2}]');
      };
      const { warnings } = await read();
      expect(warnings).toEqual([expect.stringContaining('35 rows, and 2 were read')]);
    },
  );

  it.each<[string, JsonObject, JsonObject, string]>([
    [
      'one page that the path names',
      { page_param: 'page' },
      { items: ids(10), total },
      'orders?page=1',
    ],
    ['one record that has a total', {}, { id: 1, total, next: 'shipping' }, 'orders/1'],
    ['all rows with no cursor', { paging: 'cursor' }, { items: ids(10), total: 10 }, 'orders'],
    [
      'all rows with null for a cursor',
      { paging: 'cursor' },
      { items: ids(10), meta: { next: null } },
      'orders',
    ],
    ['no rows', { paging: 'cursor' }, { items: [] }, 'orders'],
  ])('is no reason to warn: %s', async (_what, by, body, name) => {
    answer = (_url, response) => {
      sendJson(response, body);
    };
    const options = { page_param: 'after', next_path: 'meta.next', ...by };
    const paged = 'paging' in by || 'page_param' in by ? options : {};
    expect(await read({ options: paged, source: table(name) })).toMatchObject({ warnings: [] });
  });

  it('warns of cursors that lead to rows again', async () => {
    answer = (url, response) => {
      const first = Number(url.searchParams.get('after') ?? 0);
      const next = first < 30 ? first + 10 : null;
      sendJson(response, {
        items: ids(total).slice(Math.max(0, first - 2), first + 10),
        next,
        total,
      });
    };
    const options = { paging: 'cursor', page_param: 'after', next_path: 'next' };
    const { rowCount, warnings } = await read({ options });
    expect(rowCount).toBe(41);
    expect(warnings).toEqual([
      'The answers say that there are 35 rows, and 41 were read. Pages may have the same rows.',
      expect.stringMatching(/^6 rows are equal to rows of earlier pages, from .*, page 2, on\./),
    ]);
  });

  it.each([
    ['cursor', { page_param: 'after', next_path: 'next' }, ['b', 'c', 'b']],
    ['link', { next_path: 'next' }, ['/orders?after=b', '/orders?after=c', '/orders?after=b']],
  ])('refuses an earlier page as the next one by %s', async (paging, options, cursors) => {
    answer = (_url, response) => {
      const place = server.requests.length;
      sendJson(response, { items: [{ place }], next: cursors[place - 1] ?? null });
    };
    expect(await failure({ options: { paging, ...options } })).toMatch(
      /page 3, has an earlier page as the next page/,
    );
  });

  it('ends at the cursor of an empty page again', async () => {
    answer = (url, response) => {
      const isFirst = url.searchParams.get('after') === null;
      sendJson(response, { items: isFirst ? ids(2) : [], next: 'end' });
    };
    const options = { paging: 'cursor', page_param: 'after', next_path: 'next' };
    expect(await read({ options })).toMatchObject({ rows: ids(2), warnings: [] });
    expect(server.requests).toHaveLength(2);
  });

  it('has the next address under a key with a dot', async () => {
    answer = (url, response) => {
      const isFirst = url.searchParams.get('skip') === null;
      sendJson(response, {
        value: isFirst ? ids(2) : [{ id: 2 }],
        ...(isFirst ? { '@odata.nextLink': '/orders?skip=2' } : {}),
      });
    };
    const options = { paging: 'link', next_path: '@odata.nextLink' };
    expect(await read({ options })).toMatchObject({ rows: ids(3), warnings: [] });
  });
});

describe('pages by offset of a size that the connection does not state', () => {
  const overlapping =
    (isKept: (id: number) => boolean, more: JsonObject = {}): Answer =>
    (url, response) => {
      const skip = Number(url.searchParams.get('skip'));
      const items = ids(35).slice(skip, skip + 10);
      sendJson(response, { items: items.filter(({ id }) => isKept(id)), ...more });
    };
  const options = { paging: 'offset', page_param: 'skip' };
  const advice = expect.stringMatching(/last ones of the page before.*options\.page_size/);

  it.each<[string, (id: number) => boolean, JsonObject]>([
    ['some rows', (id) => id % 4 !== 3, {}],
    ['some rows, and states a total', (id) => id % 4 !== 3, { total: 27 }],
    ['most rows', (id) => id % 4 === 0, {}],
    ['rows at the end of pages', (id) => id % 10 < 8, {}],
  ])(
    'are read once, with a warning, of a service that leaves out %s',
    async (_what, isKept, more) => {
      answer = overlapping(isKept, more);
      const outcome = await read({ options });
      expect(outcome.rows).toEqual(ids(35).filter(({ id }) => isKept(id)));
      expect(outcome.warnings).toEqual([advice]);
    },
  );

  it('are read as they are of a service that leaves none out', async () => {
    answer = overlapping(() => true, { total: 35 });
    expect(await read({ options })).toMatchObject({ rows: ids(35), warnings: [] });
  });

  it('are read once of a service that leaves rows out and has a limit of its own', async () => {
    answer = overlapping((id) => id % 4 !== 3);
    const outcome = await read({ options: { ...options, page_size_param: 'top', page_size: 100 } });
    expect(outcome.rows).toEqual(ids(35).filter(({ id }) => id % 4 !== 3));
    expect(outcome.warnings).toEqual([advice]);
  });

  it('have equal rows as often as they are there', async () => {
    answer = (url, response) => {
      const skip = Number(url.searchParams.get('skip'));
      const flags = ['a', 'b', 'b', 'b', 'a', 'c', 'c'].map((flag) => ({ flag }));
      sendJson(response, flags.slice(skip, skip + 3));
    };
    expect(await read({ options })).toMatchObject({ rowCount: 7, warnings: [] });
  });

  it('are refused when each one begins with rows of the one before', async () => {
    answer = (url, response) => {
      const isFirst = url.searchParams.get('skip') === '0';
      sendJson(response, isFirst ? ids(3) : [{ id: 2 }, { id: server.requests.length + 9 }]);
    };
    expect(await failure({ options })).toMatch(/page 2, begins with rows of the page before/);
  });
});

describe('a page in UTF-16', () => {
  const littleEndian = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const bigEndian = (text: string): Buffer => littleEndian(text).swap16();
  const JSON_TEXT = '[{"t": "Zoë 😀", "n": 1}]';
  const CSV_TEXT = 't,n\nZoë 😀,1\n';

  it.each([
    ['a byte order mark, little-endian', '', littleEndian, '\ufeff'],
    ['a byte order mark, big-endian', '', bigEndian, '\ufeff'],
    ['the charset utf-16le', '; charset=UTF-16LE', littleEndian, ''],
    ['the charset utf-16be', '; charset="utf-16be"', bigEndian, ''],
    ['the charset utf-16 and a mark', ';charset=utf-16', bigEndian, '\ufeff'],
  ])('is read as JSON and as CSV by %s', async (_what, charset, encode, mark) => {
    for (const [type, text] of [
      ['application/json', JSON_TEXT],
      ['text/csv', CSV_TEXT],
    ] as const) {
      answer = (_url, response) => {
        response.setHeader('Content-Type', type + charset);
        response.end(encode(mark + text));
      };
      expect(await read()).toMatchObject({
        columns: ['t:string', 'n:integer'],
        rows: [{ t: 'Zoë 😀', n: 1 }],
      });
    }
  });

  it('follows another one as CSV', async () => {
    answer = (url, response) => {
      response.setHeader('Content-Type', 'text/csv; charset=utf-16le');
      const page = Number(url.searchParams.get('page'));
      response.end(littleEndian(page > 2 ? 'n\n' : `n\n${page}\n`));
    };
    const options = { page_param: 'page' };
    expect(await read({ options })).toMatchObject({ rows: [{ n: 1 }, { n: 2 }] });
  });

  it('is read with a warning when it has half of a character', async () => {
    answer = (url, response) => {
      response.setHeader('Content-Type', 'text/csv');
      const page = Number(url.searchParams.get('page'));
      response.end(littleEndian(`\ufeffn,t\n${page > 2 ? '' : `${page},\ud83dx\n`}`));
    };
    expect(await read({ options: { page_param: 'page' } })).toMatchObject({
      rows: [
        { n: 1, t: '\ufffdx' },
        { n: 2, t: '\ufffdx' },
      ],
      warnings: [
        expect.stringMatching(
          /^2 halves of characters, .*; the first is in line 2 of the answer of \/orders, page 1\. /,
        ),
      ],
    });
  });

  it('is refused with its path when it has half of two bytes', async () => {
    answer = (_url, response) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-16');
      response.end('[{}');
    };
    expect(await failure()).toBe('the answer of /orders is not text in the encoding utf-16.');
  });
});

describe('an answer with its list under a key that is not usual', () => {
  it('is one row with a warning that names the key, which records_path takes', async () => {
    answer = (_url, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end('{"orders":[{"id":1},{"id":2}],"tags":["a"],"total":2}');
    };
    expect(await read({})).toMatchObject({
      rows: [{ total: 2 }],
      warnings: [
        'Each answer is read as one row, though it has lists of objects, "orders": if one has the records, set options.records_path to its name. If one row is right, set options.records_path to "$".',
      ],
    });
    const options = { records_path: 'orders' };
    expect(await read({ options })).toMatchObject({ rows: [{ id: 1 }, { id: 2 }], warnings: [] });
  });
});

describe('half of a character, as of an emoji that was cut', () => {
  it('is replaced with a warning, so that one cell does not end a read', async () => {
    answer = (_url, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(
        String.raw`[{"a":"cut \ud83d","b":"\ud83d\ude00 \\ud83d \"\ude00"},{"a":"whole"}]`,
      );
    };
    expect(await read({})).toMatchObject({
      rows: [
        { a: 'cut \ufffd', b: '😀 \\ud83d "\ufffd' },
        { a: 'whole', b: null },
      ],
      warnings: [
        '2 halves of characters, as of an emoji that was cut, are U+FFFD in the table; the first is in the record in line 1. Correct it where it was written, or replace U+FFFD in the flow.',
      ],
    });
  });
});

describe('private hosts', () => {
  it('are refused while they are blocked, as are unverified certificates', async () => {
    answer = (_url, response) => response.end('[]');
    const env = { SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS: 'true' };
    expect(await failure({ env })).toMatch(/private network/);
    expect(await failure({ env, options: { verify_tls: false } })).toMatch(/verify_tls/);
    expect(server.requests).toEqual([]);
  });
});

describe('a test of a connection', () => {
  it('gets the first endpoint once, or the base URL', async () => {
    answer = (url, response) => {
      response.writeHead(url.pathname === '/v1' ? 404 : 503).end();
    };
    const deps = { env: {} };
    await expect(
      testRest(targetOf({ options: { endpoints: 'orders, items' } }), deps),
    ).rejects.toThrow('status 503');
    await testRest(targetOf({ base: '/v1' }), deps);
    expect(paths()).toEqual(['/orders', '/v1']);
  });
});
