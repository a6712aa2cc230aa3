import { gzipSync } from 'node:zlib';
import type { JsonObject, JsonValue } from '../../runner/domain/json.ts';
import { idRows, readService, sendJson, serviceFailure } from '../support/rest-service.ts';
import type { Answer } from '../support/web-server.ts';

/** The rows of each list. */
const TOTAL = 35;

/** A service as the world has it: how its list is read, and what the user of a connection must get. */
interface Service {
  /** A clause that completes "a list of …"; it is the title of the test, so it is unique in the table. */
  readonly name: string;
  readonly answer: Answer;
  /** Those of the connection. */
  readonly options?: JsonObject;
  /** The path of the endpoint. Default: `orders`. */
  readonly table?: string;
  /** The ids of the rows. Default: those of all rows. */
  readonly ids?: readonly number[];
  /** Words of the warnings, all of them. Default: there are none. */
  readonly warnings?: readonly RegExp[];
  /** Words of the error. There are no rows then. */
  readonly refusal?: RegExp;
}

const parameter = (url: URL, name: string, fallback: number): number =>
  Number(url.searchParams.get(name) ?? fallback);
/** Ten rows from an offset on, as far as there are any. */
const tenFrom = (offset: number): { id: number }[] => idRows(offset, Math.min(TOTAL, offset + 10));
const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
const FIRST_PAGE = idsOf(tenFrom(0));

/** A service whose answer depends on a number in a parameter. */
const by =
  (name: string, fallback: number, body: (value: number, url: URL) => JsonValue): Answer =>
  (url, response) => {
    sendJson(response, body(parameter(url, name, fallback), url));
  };
const byOffset = (name: string, body: (offset: number) => JsonValue): Answer => by(name, 0, body);
/** Pages of ten, whose numbers begin at one. */
const byPage = (body: (rows: { id: number }[], page: number) => JsonValue): Answer =>
  by('page', 1, (page) => body(tenFrom((page - 1) * 10), page));

const numbered = { page_param: 'page', page_size_param: 'per_page', page_size: 10 };
const byCursor = { paging: 'cursor', page_param: 'after', next_path: 'next' };
const MORE = /^The answers say that there are more rows, and 10 were read\. /;
const FULL =
  /^The answer has 10 rows, as many as a page has at most, and does not say that there are no/;
const OF_TOTAL = /^The answers say that there are 35 rows, and 10 were read\. /;

const odata = byOffset('$skiptoken', (offset) => ({
  '@odata.count': TOTAL,
  value: tenFrom(offset),
  ...(offset < 30 ? { '@odata.nextLink': `/orders?$skiptoken=${offset + 10}` } : {}),
}));
const odata2 = byOffset('$skiptoken', (offset) => ({
  d: {
    results: tenFrom(offset),
    ...(offset < 30 ? { __next: `/orders?$skiptoken=${offset + 10}` } : {}),
  },
}));
const jsonApi = by('page[number]', 1, (page) => ({
  data: tenFrom((page - 1) * 10),
  links: { prev: null, next: page < 4 ? `/orders?page[number]=${page + 1}` : null },
  meta: { page: { total: 4 } },
}));
const hal = byPage((orders, page) => ({
  _links: page < 4 ? { next: { href: `/orders?page=${page + 1}` } } : {},
  _embedded: { orders },
}));
const salesforce: Answer = (url, response) => {
  const offset = Number(/-(\d+)$/.exec(url.pathname)?.[1] ?? '0');
  const next = offset < 30 ? { nextRecordsUrl: `/query/01g-${offset + 10}` } : {};
  sendJson(response, { totalSize: TOTAL, done: offset >= 30, records: tenFrom(offset), ...next });
};
const slack = byOffset('cursor', (offset) => ({
  ok: true,
  members: tenFrom(offset),
  response_metadata: { next_cursor: offset < 30 ? String(offset + 10) : '' },
}));
const graphql = (errors: JsonObject): Answer =>
  byOffset('after', (offset) => ({
    ...(offset === 10 ? errors : {}),
    data: {
      orders: {
        nodes: tenFrom(offset).slice(0, offset === 10 && 'errors' in errors ? 4 : 10),
        pageInfo: { hasNextPage: offset < 30, endCursor: String(offset + 10) },
      },
    },
  }));
const graphqlOptions = {
  ...byCursor,
  next_path: 'data.orders.pageInfo.endCursor',
  records_path: 'data.orders.nodes',
};

const SERVICES: readonly Service[] = [
  {
    name: 'GraphQL, whose last cursor leads to an empty page',
    answer: graphql({}),
    options: graphqlOptions,
  },
  {
    name: 'GraphQL with errors beside the rows of a page',
    answer: graphql({ errors: [{ message: 'timeout' }] }),
    options: graphqlOptions,
    ids: idsOf(idRows(0, TOTAL)).filter((id) => id < 14 || id > 19),
    warnings: [
      /^The answer of \/orders, page 2, says at "errors" that it is not whole, so rows may/,
    ],
  },
  {
    name: 'OData with a next link',
    answer: odata,
    options: { paging: 'link', next_path: '@odata.nextLink' },
  },
  {
    name: 'OData 2 with a next link',
    answer: odata2,
    options: { paging: 'link', next_path: 'd.__next', records_path: 'd.results' },
  },
  {
    name: 'OData 2, of which one page is read',
    answer: odata2,
    options: { records_path: 'd.results' },
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'JSON:API, whose total counts pages',
    answer: jsonApi,
    options: { paging: 'link', next_path: 'links.next' },
  },
  {
    name: 'JSON:API by the number of the page',
    answer: jsonApi,
    options: { page_param: 'page[number]', page_size_param: 'page[size]', page_size: 10 },
  },
  {
    name: 'JSON:API, of which one page is read',
    answer: jsonApi,
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'HAL with a next link',
    answer: hal,
    options: { paging: 'link', next_path: '_links.next.href', records_path: '_embedded.orders' },
  },
  {
    name: 'HAL without a path to its records',
    answer: hal,
    options: { paging: 'link', next_path: '_links.next.href' },
    ids: [NaN, NaN, NaN, NaN],
    warnings: [
      /^Each answer is read as one row, though it has lists of objects, "_embedded.orders": /,
    ],
  },
  {
    name: 'Salesforce',
    answer: salesforce,
    options: { paging: 'link', next_path: 'nextRecordsUrl' },
  },
  {
    name: 'Salesforce, of which one page is read',
    answer: salesforce,
    ids: FIRST_PAGE,
    warnings: [OF_TOTAL],
  },
  {
    name: 'Salesforce without its count, of which one page is read',
    answer: byOffset('x', (offset) => ({ done: false, records: tenFrom(offset) })),
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'Stripe, of which one page is read',
    answer: byOffset('starting_after', (offset) => ({ has_more: true, data: tenFrom(offset) })),
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'S3, of which one page is read',
    answer: byOffset('x', (offset) => ({ IsTruncated: true, items: tenFrom(offset) })),
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'Elasticsearch, of whose shards some failed',
    answer: byOffset('from', (offset) => ({
      timed_out: false,
      _shards: { total: 5, failed: 2 },
      hits: { total: { value: TOTAL, relation: 'eq' }, hits: tenFrom(offset) },
    })),
    options: { ...numbered, paging: 'offset', page_param: 'from', records_path: 'hits.hits' },
    warnings: [
      /^The answer of \/orders, page 1, says at "_shards.failed" that .*, as do 3 others, so/,
    ],
  },
  {
    name: 'Elasticsearch that timed out',
    answer: byOffset('x', (offset) => ({ timed_out: true, hits: { hits: tenFrom(offset) } })),
    options: { records_path: 'hits.hits' },
    ids: FIRST_PAGE,
    warnings: [
      /^The answer of \/orders says at "timed_out" that it is not whole, so rows may be missing/,
    ],
  },
  {
    name: 'GitHub with results that are not complete',
    answer: byOffset('x', (offset) => ({
      total_count: 10,
      incomplete_results: true,
      items: tenFrom(offset),
    })),
    ids: FIRST_PAGE,
    warnings: [/says at "incomplete_results" that it is not whole/],
  },
  {
    name: 'Slack, of which one page is read',
    answer: slack,
    options: { records_path: 'members' },
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'Slack by its cursor',
    answer: slack,
    options: {
      ...byCursor,
      page_param: 'cursor',
      next_path: 'response_metadata.next_cursor',
      records_path: 'members',
    },
  },
  {
    name: 'Slack that only answers with an error',
    answer: byOffset('x', () => ({ ok: false, error: 'ratelimited' })),
    refusal:
      /^the answer of \/orders has no records, and says at "error" that the request failed\./,
  },
  {
    name: 'a service that fails with the status 200 and a message',
    answer: byOffset('x', () => ({ status: 'error', message: 'try later', code: 7 })),
    refusal:
      /^the answer of \/orders has no records, and says at "status" that the request failed\./,
  },
  {
    name: 'a service whose row may be a failure',
    answer: byOffset('x', () => ({ error: 'partly', value: 7 })),
    ids: [NaN],
    warnings: [
      /^Each answer is read as one row, though the answer of \/orders says at "error" that/,
    ],
  },
  {
    name: 'a row that counts failures',
    answer: byOffset('x', () => ({ ok: 97, errors: 3, timestamp: '2024-01-01' })),
    ids: [NaN],
  },
  {
    name: 'a list beside a code of success',
    answer: byOffset('x', () => ({ error: { code: 0, message: 'ok' }, data: [{ id: 1 }] })),
    ids: [1],
  },
  {
    name: 'a record that failed',
    answer: byOffset('x', () => ({ id: 7, status: 'failed', error: 'no disk' })),
    ids: [7],
  },
  {
    name: 'an order with lines of its own, in place of a list',
    answer: byOffset('x', () => ({ id: 7, items: [{ id: 1 }, { id: 2 }] })),
    ids: [1, 2],
    warnings: [
      /^The list "items" of each answer is read as the rows, though the answer has "id" of/,
    ],
  },
  {
    name: 'a service with an empty list beside the one with the rows',
    answer: byOffset('x', () => ({ data: [], orders: [{ id: 1 }] })),
    ids: [],
    warnings: [
      /^The list "data" of each .* has other lists of objects, "orders"\. Set options\.records_path/,
    ],
  },
  {
    name: 'objects under their ids',
    answer: byOffset('x', () => ({ data: { a: { id: 1 }, b: { id: 2 } } })),
    ids: [NaN],
    warnings: [
      /^Each answer is read as one row, though the values of "data" are objects with the same/,
    ],
  },
  {
    name: 'a total that is that of the page, beside has_more',
    answer: byOffset('x', (offset) => ({ total: 10, has_more: true, items: tenFrom(offset) })),
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'Airtable, of which one page is read',
    answer: byOffset('x', (offset) => ({ records: tenFrom(offset), offset: 'itrX/recY' })),
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'GitLab with its own header, of which one page is read',
    answer: (_url, response) => {
      sendJson(response, tenFrom(0), { 'X-Next-Page': '2' });
    },
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'GitLab with its own header, whose page is the last one',
    answer: (_url, response) => {
      sendJson(response, tenFrom(0), { 'X-Next-Page': '' });
    },
    options: { page_size_param: 'per_page', page_size: 10 },
    ids: FIRST_PAGE,
  },
  {
    name: 'a service that says no more than its limit, of which one page is read',
    answer: byOffset('x', (offset) => ({ limit: 10, offset, items: tenFrom(offset) })),
    ids: FIRST_PAGE,
    warnings: [FULL],
  },
  {
    name: 'a service that says no more than the limit that the path names',
    answer: byOffset('x', (offset) => ({ limit: 10, offset, items: tenFrom(offset) })),
    table: 'orders?limit=10',
    ids: FIRST_PAGE,
  },
  {
    name: 'a service whose first page is full, and has no header Link',
    answer: byPage((rows) => rows),
    options: { paging: 'link', page_size_param: 'per_page', page_size: 10 },
    ids: FIRST_PAGE,
    warnings: [FULL],
  },
  {
    name: 'a service whose first page is not full, and has no header Link',
    answer: byPage((rows) => rows),
    options: { paging: 'link', page_size_param: 'per_page', page_size: 11 },
    ids: FIRST_PAGE,
  },
  {
    name: 'a service that takes an offset for the number of a page',
    answer: by('offset', 0, (page) => tenFrom(page * 10)),
    options: { ...numbered, paging: 'offset', page_param: 'offset' },
    ids: FIRST_PAGE,
    warnings: [
      /^The page after 10 rows was empty, but the last row is not at offset=9, so "offset" may/,
    ],
  },
  {
    name: 'rows of which one is removed during the read',
    answer: byPage((_rows, page) => {
      const left = idRows(page === 1 ? 0 : 1, TOTAL);
      return { total: left.length, items: left.slice((page - 1) * 10, page * 10) };
    }),
    options: numbered,
    ids: [...FIRST_PAGE, ...idsOf(idRows(11, TOTAL))],
    warnings: [
      /^The answers say that there are 35 rows, and later 34\. If rows were removed during the/,
    ],
  },
  {
    name: 'full pages by offset',
    answer: byOffset('offset', (offset) => idRows(offset, Math.min(20, offset + 10))),
    options: { ...numbered, paging: 'offset', page_param: 'offset' },
    ids: idsOf(idRows(0, 20)),
  },
  {
    name: 'PostgREST with a part of an unknown whole',
    answer: (_url, response) => {
      response.writeHead(206, { 'Content-Range': '0-9/*' });
      response.end(JSON.stringify(tenFrom(0)));
    },
    ids: FIRST_PAGE,
    warnings: [MORE],
  },
  {
    name: 'PostgREST with its total, read to its end',
    answer: (url, response) => {
      const offset = parameter(url, 'offset', 0);
      response.writeHead(206, { 'Content-Range': `${offset}-${offset + 9}/${TOTAL}` });
      response.end(JSON.stringify(tenFrom(offset)));
    },
    options: { ...numbered, paging: 'offset', page_param: 'offset' },
  },
  {
    name: 'a service that answers 204 after its last page',
    answer: (url, response) => {
      const page = parameter(url, 'page', 1);
      if (page > 4) response.writeHead(204).end();
      else sendJson(response, { list: tenFrom((page - 1) * 10) });
    },
    options: { page_param: 'page', records_path: 'list' },
  },
  {
    name: 'a service that answers 204 before its last page',
    answer: (url, response) => {
      const page = parameter(url, 'page', 1);
      if (page > 1) response.writeHead(204).end();
      else sendJson(response, { items: tenFrom(0), total: TOTAL });
    },
    options: numbered,
    ids: FIRST_PAGE,
    warnings: [OF_TOTAL],
  },
  {
    name: 'a service with an empty body in place of a page',
    answer: (url, response) => {
      if (parameter(url, 'page', 1) > 1) response.end();
      else sendJson(response, tenFrom(0));
    },
    options: numbered,
    refusal: /page 2, is not valid JSON: it is empty/,
  },
  {
    name: 'a service that has not computed its answer',
    answer: (_url, response) => {
      response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"status":"pending"}');
    },
    refusal: /^the server has accepted the request, but has no answer yet \(status 202\)$/,
  },
  {
    name: 'a proxy with an HTML page in place of JSON',
    answer: (url, response) => {
      if (parameter(url, 'page', 1) < 3) {
        sendJson(response, tenFrom((parameter(url, 'page', 1) - 1) * 10));
      } else response.end('<!DOCTYPE html><html><body>Bad gateway</body></html>');
    },
    options: numbered,
    refusal: /page 3, is an HTML page, perhaps of a login or a proxy, in place of JSON\./,
  },
  {
    name: 'a proxy with an HTML page in place of CSV without a header',
    answer: (url, response) => {
      const page = parameter(url, 'page', 1);
      if (page < 3) response.end(`${page}1\n${page}2\n`);
      else response.end('<html>\n<body>\nBad gateway\n</body>\n</html>\n');
    },
    options: { ...numbered, response_format: 'csv', has_header: false, column_names: ['id'] },
    refusal: /page 3, is an HTML page, perhaps of a login or a proxy, in place of CSV\./,
  },
  {
    name: 'XML in place of JSON',
    answer: (_url, response) => response.end('<?xml version="1.0"?><orders/>'),
    refusal: /^the answer of \/orders is XML or HTML, in place of JSON\./,
  },
  {
    name: 'a service that gives a page again, after another one',
    answer: byPage((rows, page) => (page === 3 ? tenFrom(0) : rows)),
    options: numbered,
    ids: [...idsOf(idRows(0, 20)), ...FIRST_PAGE, ...idsOf(idRows(30, TOTAL))],
    warnings: [
      /^10 rows are equal to rows of earlier pages, from the answer of \/orders, page 3, on\. /,
    ],
  },
  {
    name: 'a service that gives the last row of a page again, by number',
    answer: byPage((_rows, page) =>
      page === 1 ? tenFrom(0) : idRows((page - 1) * 10 - 1, Math.min(TOTAL, page * 10 - 1)),
    ),
    options: numbered,
    ids: [...FIRST_PAGE, 9, ...idsOf(idRows(10, TOTAL))],
    warnings: [
      /^One row is equal to rows of earlier pages, from the answer of \/orders, page 2, on\. /,
    ],
  },
  {
    name: 'a cursor that is the last row of the page before',
    answer: byOffset('after', (offset) => ({
      items: tenFrom(offset),
      next: offset < 25 ? offset + 9 : null,
    })),
    options: byCursor,
    ids: [0, 9, 18, 27].flatMap((offset) => idsOf(tenFrom(offset))),
    warnings: [
      /^3 rows are equal to rows of earlier pages, from the answer of \/orders, page 2, on\. /,
    ],
  },
  {
    name: 'an offset in the parameter of a number',
    answer: byOffset('page', (offset) => tenFrom(offset)),
    options: { ...numbered, start_page: 0, max_pages: 3 },
    ids: [0, 1, 2].flatMap((offset) => idsOf(tenFrom(offset))),
    warnings: [/^Only the first 3 pages/, /^18 rows are equal to rows of earlier pages/],
  },
  {
    name: 'CSV of which a row is on two pages',
    answer: (url, response) => {
      const rows = tenFrom((parameter(url, 'page', 1) - 1) * 9);
      response.setHeader('Content-Type', 'text/csv');
      response.end(`id\n${idsOf(rows).join('\n')}\n`);
    },
    options: { page_param: 'page' },
    ids: [0, 9, 18, 27].flatMap((offset) => idsOf(tenFrom(offset))),
    warnings: [
      /^3 rows are equal to rows of earlier pages, from the answer of \/orders, page 2, on\. /,
    ],
  },
  {
    name: 'gzip',
    answer: (url, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync(JSON.stringify(tenFrom((parameter(url, 'page', 1) - 1) * 10))));
    },
    options: numbered,
  },
  {
    name: 'objects in lines, which is no JSON',
    answer: (_url, response) => response.end('{"id":0}\n{"id":1}\n'),
    refusal: /^the answer of \/orders is not valid JSON: it has text after its end\./,
  },
];

describe('a list of', () => {
  it.each(SERVICES.map((service) => [service.name, service] as const))(
    '%s',
    async (_name, { answer, options = {}, table = 'orders', ids, warnings = [], refusal }) => {
      if (refusal !== undefined) {
        expect(await serviceFailure({ answer, options, table })).toMatch(refusal);
        return;
      }
      const outcome = await readService({ answer, options, table });
      const found = outcome.rows.map((row) => Number((row as { id?: unknown }).id));
      expect(found).toEqual(ids ?? idsOf(idRows(0, TOTAL)));
      expect(outcome.warnings).toEqual(
        warnings.map((each) => expect.stringMatching(each) as unknown),
      );
    },
  );
});

describe('a pause that a server asks for in the middle of a list', () => {
  it.each<[string, () => string, number]>([
    ['in seconds', () => '7', 7_000],
    ['in parts of a second', () => '1.5', 1_500],
    ['until a date that has passed', () => new Date(0).toUTCString(), 0],
  ])('is waited for %s, and no row is lost', async (_how, retryAfter, pause) => {
    const pauses: number[] = [];
    let isBusy = true;
    const outcome = await readService({
      answer: (url, response, request) => {
        const page = parameter(url, 'page', 1);
        if (page !== 3 || !isBusy) {
          byPage((rows) => rows)(url, response, request);
          return;
        }
        isBusy = false;
        response.writeHead(429, { 'Retry-After': retryAfter() }).end();
      },
      options: numbered,
      sleep: (ms) => {
        pauses.push(ms);
        return Promise.resolve();
      },
    });
    expect(outcome).toMatchObject({ rows: idRows(0, TOTAL), warnings: [] });
    expect(pauses).toEqual([pause]);
  });
});
