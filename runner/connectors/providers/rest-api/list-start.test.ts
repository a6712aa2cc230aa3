import { idRows, readService, sendJson } from '../../../../test/support/rest-service.ts';
import type { Answer } from '../../../../test/support/web-server.ts';
import type { JsonObject } from '../../../domain/json.ts';

const TOTAL = 35;
const numberIn = (url: URL, name: string, fallback: number): number =>
  Number(url.searchParams.get(name) ?? fallback);

/** What an answer states of a page, of four pages with 35 rows in sum. */
type Stated = (page: number) => JsonObject;

const TOTALS: [string, Stated][] = [
  ['a total', () => ({ total: TOTAL })],
  ['total_pages', () => ({ total_pages: 4 })],
  ['a total and its own number', (page) => ({ total: TOTAL, page, per_page: 10 })],
];

/** Pages of ten, whose answers name the next one by the parameters `page` or `offset`. */
const linked =
  (stated: Stated, next: (url: URL, page: number) => string | null): Answer =>
  (url, response) => {
    const first = numberIn(url, 'offset', (numberIn(url, 'page', 1) - 1) * 10);
    const page = Math.floor(first / 10) + 1;
    sendJson(response, {
      data: idRows(first, Math.min(TOTAL, first + 10)),
      ...stated(page),
      next: page < 4 ? next(url, page + 1) : null,
    });
  };
const byAddress = { paging: 'link', next_path: 'next' };
const byCursor = { paging: 'cursor', page_param: 'cursor', next_path: 'next' };
const addressOf = (_url: URL, page: number): string => `/orders?page=${page}`;

describe('a read that begins at a later page', () => {
  it.each(TOTALS)('by link compares with %s as if the pages before were read', async (...row) => {
    const [, stated] = row;
    const answer = linked(stated, addressOf);
    const { rows, warnings, requests } = await readService({
      answer,
      options: byAddress,
      table: 'orders?page=3',
    });
    expect(rows).toEqual(idRows(20, TOTAL));
    expect(warnings).toEqual([]);
    expect(requests).toHaveLength(2);
  });

  it('by link compares with total_pages of pages that are counted from zero', async () => {
    const answer: Answer = (url, response) => {
      const page = numberIn(url, 'page', 0);
      const next = page < 3 ? { next: `/orders?page=${page + 1}` } : {};
      sendJson(response, { data: idRows(page, page + 1), total_pages: 4, ...next });
    };
    const read = { answer, options: byAddress, table: 'orders?page=2' };
    expect(await readService(read)).toMatchObject({ rows: idRows(2, 4), warnings: [] });
  });

  it.each(TOTALS)('by cursor compares with %s as if the rows before were read', async (...row) => {
    const [, stated] = row;
    const answer: Answer = (url, response, request) => {
      const cursor = url.searchParams.get('cursor');
      if (cursor !== null) url.searchParams.set('page', cursor);
      linked(stated, (_url, page) => String(page))(url, response, request);
    };
    const read = { answer, options: byCursor, table: 'orders?page=3' };
    expect(await readService(read)).toMatchObject({ rows: idRows(20, TOTAL), warnings: [] });
  });

  it.each(TOTALS)('by an offset in its address compares with %s', async (_what, stated) => {
    const answer = linked(stated, (_url, page) => `/orders?offset=${(page - 1) * 10}`);
    const read = { answer, options: byAddress, table: 'orders?offset=20&limit=10' };
    expect(await readService(read)).toMatchObject({ rows: idRows(20, TOTAL), warnings: [] });
  });

  it('from a cursor on compares with no total', async () => {
    const answer: Answer = (_url, response) => {
      sendJson(response, { data: idRows(20, TOTAL), total: TOTAL, next: null });
    };
    const read = { answer, options: byAddress, table: 'orders?page[after]=abc' };
    expect(await readService(read)).toMatchObject({ rowCount: 15, warnings: [] });
  });

  it('believes an answer that there is no page after it, whatever the size of a page is', async () => {
    const answer: Answer = (_url, response) => {
      sendJson(response, { count: TOTAL, next: null, previous: '/3', results: idRows(30, TOTAL) });
    };
    const read = { answer, options: byAddress, table: 'orders?page=4' };
    expect(await readService(read)).toMatchObject({ rowCount: 5, warnings: [] });
  });

  it('warns of rows that are missing after it, with those before the first page', async () => {
    const answer: Answer = (_url, response) => {
      sendJson(response, { data: idRows(20, 30), total: TOTAL });
    };
    const { warnings } = await readService({ answer, options: byAddress, table: 'orders?page=3' });
    expect(warnings).toEqual([
      'The answers say that there are 35 rows, some of them before the first page that was read, and 10 were read. The read ended where an answer had no address at the path "next" of options.next_path. Correct the path if the answers have it elsewhere.',
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['total_pages', { total_pages: 4 }, 'there are more rows, and 10 were read'],
    ['the total', { total: TOTAL }, 'there are 35 rows, and 10 were read'],
  ])('is none where the parameter is a filter, so that %s warns', async (_what, stated, words) => {
    const answer: Answer = (_url, response) => {
      sendJson(response, { data: idRows(0, 10), previous: null, ...stated });
    };
    const { warnings } = await readService({ answer, options: byAddress, table: 'orders?p=3' });
    expect(warnings).toEqual([expect.stringContaining(words)]);
  });

  it('is a possible cause of a difference where only the answer says so', async () => {
    const answer: Answer = (_url, response) => {
      sendJson(response, { data: idRows(20, 35), total: TOTAL, links: { prev: '/orders/2' } });
    };
    const { warnings } = await readService({ answer, options: byAddress, table: 'orders/3' });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The answers say that there are 35 rows, and 15 were read\. The first answer says that there is a page before it, so the read may have begun further on in the list\. The read ended/,
      ),
    ]);
  });
});

describe('the option start_page beyond the first page', () => {
  /** Pages of ten, whose numbers begin at `base`. */
  const counted =
    (base: number, stated: Stated, status = 404): Answer =>
    (url, response) => {
      const page = numberIn(url, 'page', base) - base;
      if (page > 3) response.writeHead(status).end();
      else
        sendJson(response, {
          data: idRows(page * 10, Math.min(TOTAL, page * 10 + 10)),
          ...stated(page),
        });
    };
  const options = (start_page: number): JsonObject => ({
    page_param: 'page',
    page_size_param: 'size',
    page_size: 10,
    start_page,
  });

  it.each(
    [404, 400].flatMap((status) =>
      [1, 0].flatMap((base) =>
        TOTALS.map(([what, stated]) => [base, what, status, stated] as const),
      ),
    ),
  )(
    'of pages counted from %i is compared with %s, before a %i',
    async (base, _what, status, stated) => {
      const answer = counted(base, stated, status);
      const outcome = await readService({ answer, options: options(base + 2) });
      expect(outcome).toMatchObject({ rows: idRows(20, TOTAL), warnings: [] });
    },
  );

  it('warns of rows that are missing after it', async () => {
    const answer: Answer = (url, response) => {
      const isFirst = url.searchParams.get('page') === '3';
      sendJson(response, { data: isFirst ? idRows(20, 30) : [], total: TOTAL });
    };
    const { warnings } = await readService({ answer, options: options(3) });
    expect(warnings).toEqual([
      'The answers say that there are 35 rows, some of them before the first page that was read, and 10 were read. The service may leave rows out of its pages.',
    ]);
  });
});

describe('the number 1 of the first page', () => {
  it.each<[string, JsonObject, Readonly<Record<string, string>>]>([
    ['first of Spring', { first: false, number: 1 }, {}],
    ['has_previous', { has_previous: true }, {}],
    ['the number of a page before it', { meta: { prev_page: 1 } }, {}],
    ['the address of a page before it', { links: { prev: { href: '/orders?page=0' } } }, {}],
    ['the header Link', {}, { Link: '</orders?page=0>; rel="prev"' }],
  ])('warns of a list whose pages are counted from zero by %s', async (_sign, stated, headers) => {
    const { warnings } = await readService({
      answer: (url, response) => {
        const page = numberIn(url, 'page', 0);
        sendJson(
          response,
          { items: idRows(page * 2, Math.min(5, page * 2 + 2)), ...stated },
          headers,
        );
      },
      options: { page_param: 'page', page_size: 2 },
    });
    expect(warnings).toEqual([
      'The first answer says that there is a page before it, so the service seems to count pages from 0, and the rows of page 0 are missing. Set options.start_page to 0.',
    ]);
  });

  it.each<[string, JsonObject]>([
    ['first of Spring', { first: true }],
    ['has_previous', { has_previous: false }],
    ['null', { previous: null }],
    ['zero', { prev_page: 0 }],
    ['a link of HAL without an address', { _links: { prev: { href: null } } }],
  ])('is certain where the answer says by %s that there is none before', async (_sign, stated) => {
    const { rows, warnings } = await readService({
      answer: (url, response) => {
        const page = numberIn(url, 'page', 1) - 1;
        sendJson(response, { items: idRows(page * 2, Math.min(5, page * 2 + 2)), ...stated });
      },
      options: { page_param: 'page', page_size: 2 },
    });
    expect(rows).toEqual(idRows(0, 5));
    expect(warnings).toEqual([]);
  });
});
