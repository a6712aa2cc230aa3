import {
  idRows,
  readService,
  sendJson,
  serviceFailure,
} from '../../../../test/support/rest-service.ts';
import type { Answer } from '../../../../test/support/web-server.ts';
import type { JsonObject } from '../../../domain/json.ts';

interface Service {
  readonly total: number;
  /** The rows of a page at most. Default: as many as are asked for. */
  readonly cap?: number;
  /** The number of the first page. Default: 1. */
  readonly base?: number;
  /** Of a page without rows, or one that is not given. */
  readonly status?: number;
  readonly text?: string;
  /** Whether the service gives a page. Default: each that has rows. */
  readonly gives?: (page: { number: number; offset: number; end: number }) => boolean;
}

/** Answers pages by `page` or `offset` and by `size`. */
function serviceOf(service: Service): Answer {
  const { total, cap = Infinity, base = 1, status = 400, text = '' } = service;
  const { gives = () => true } = service;
  return (url, response) => {
    const size = Math.min(Number(url.searchParams.get('size') ?? '20'), cap);
    const number = Number(url.searchParams.get('page') ?? base) - base;
    const offset = Number(url.searchParams.get('offset') ?? number * size);
    const end = offset + size;
    if (offset >= total || !gives({ number, offset, end })) response.writeHead(status).end(text);
    else sendJson(response, idRows(offset, Math.min(end, total)));
  };
}

const sized = (page_size: number): JsonObject => ({
  page_param: 'page',
  page_size_param: 'size',
  page_size,
});
const byOffset = { ...sized(100), paging: 'offset', page_param: 'offset' };
const TOO_LARGE = 'Result window is too large';

describe('the status 400 after a short page ends a read with all rows', () => {
  it.each<[string, Service, JsonObject, number]>([
    ['the pages before it were full', { total: 230 }, sized(100), 4],
    ['two pages before it were longer', { total: 47 }, { page_param: 'page' }, 4],
    ['the status is 422', { total: 230, status: 422 }, sized(100), 4],
    ['the status is 410', { total: 230, status: 410 }, sized(100), 4],
  ])('if %s', async (_why, service, options, requests) => {
    const outcome = await readService({ answer: serviceOf(service), options });
    expect(outcome).toMatchObject({ rows: idRows(0, service.total), warnings: [] });
    expect(outcome.requests).toHaveLength(requests);
  });

  it.each<[string, Service, JsonObject, string]>([
    ['one page', { total: 30 }, sized(100), 'page=2&size=29'],
    [
      'one page with the number 0',
      { total: 30, base: 0 },
      { ...sized(100), start_page: 0 },
      'page=1&size=29',
    ],
    ['pages of 50 at most', { total: 100, cap: 50 }, sized(100), 'page=3&size=49'],
    ['full pages', { total: 100 }, sized(50), 'page=3&size=49'],
    ['full pages before a 404', { total: 100, status: 404 }, sized(50), 'page=3&size=49'],
    ['a text on a limit', { total: 230, text: TOO_LARGE }, sized(100), 'page=4&size=76'],
    ['one page by offset', { total: 30 }, byOffset, 'offset=29&size=100'],
    ['full pages by offset', { total: 200 }, byOffset, 'offset=199&size=100'],
  ])('if the last rows are the last ones of a page that would have more: %s', async (...row) => {
    const [, service, options, probe] = row;
    const { warnings, requests, rows } = await readService({ answer: serviceOf(service), options });
    expect(rows).toEqual(idRows(0, service.total));
    expect(warnings).toEqual([]);
    expect(requests.at(-1)).toBe(`/orders?${probe}`);
  });
});

describe('a read by offset that ends with an empty page', () => {
  const list = (offset: number, size: number): ReturnType<typeof idRows> =>
    idRows(offset, Math.max(offset, Math.min(offset + size, 200)));

  it.each<[string, Answer]>([
    [
      'the service fails where the last row is requested again',
      (url, response) => {
        const offset = Number(url.searchParams.get('offset'));
        if (offset % 100 !== 0) response.writeHead(500).end();
        else sendJson(response, list(offset, 100));
      },
    ],
    [
      'the last row has changed meanwhile',
      (url, response) => {
        const offset = Number(url.searchParams.get('offset'));
        const rows = list(offset, 100);
        sendJson(
          response,
          rows.map(({ id }) => ({ id, age: offset === 199 ? 2 : 1 })),
        );
      },
    ],
  ])('has all rows though %s', async (_what, answer) => {
    const { rows, warnings } = await readService({ answer, options: byOffset });
    expect(rows).toMatchObject(idRows(0, 200));
    expect(warnings).toEqual([]);
  });

  it('reads all rows of as many pages as it may', async () => {
    const answer: Answer = (url, response) => {
      sendJson(response, list(Number(url.searchParams.get('offset')), 100));
    };
    const outcome = await readService({ answer, options: { ...byOffset, max_pages: 3 } });
    expect(outcome).toMatchObject({ rows: idRows(0, 200), warnings: [] });
  });
});

describe('a page that is not given is a warning', () => {
  const DOUBT =
    /^The service refused the page after a short one with the status 400, and no answer says that the short one was the last, so rows may be missing\. /;
  const MISSING =
    /^The service answered with the status 400 before its last rows, so rows are missing\. /;

  it.each<[string, Service, JsonObject, number, RegExp]>([
    [
      'of which no number is given',
      { total: 30, gives: ({ number }) => number === 0 },
      sized(100),
      30,
      DOUBT,
    ],
    [
      'whose size cannot be asked for',
      { total: 15 },
      { page_param: 'page', page_size: 20 },
      15,
      DOUBT,
    ],
    [
      'of a window, with its text',
      { total: 230, text: TOO_LARGE, gives: ({ number }) => number < 3 },
      sized(100),
      230,
      DOUBT,
    ],
    [
      'in front of further rows',
      { total: 250, cap: 50, gives: ({ offset }) => offset < 100 },
      sized(100),
      100,
      MISSING,
    ],
    [
      'in front of further rows by offset',
      { total: 250, cap: 50, gives: ({ offset }) => offset < 100 },
      byOffset,
      100,
      MISSING,
    ],
  ])('%s', async (_what, service, options, rowCount, warning) => {
    const outcome = await readService({ answer: serviceOf(service), options });
    expect(outcome.rowCount).toBe(rowCount);
    expect(outcome.warnings).toEqual([expect.stringMatching(warning)]);
  });

  it('after pages of which the service leaves rows out', async () => {
    const answer: Answer = (url, response) => {
      const page = Number(url.searchParams.get('page'));
      const kept = idRows(0, 120).filter(({ id }) => id % 7 !== 6);
      const rows = kept.filter(({ id }) => Math.floor(id / 40) === page - 1);
      if (rows.length === 0) response.writeHead(400).end();
      else sendJson(response, rows);
    };
    const { warnings } = await readService({ answer, options: sized(40) });
    expect(warnings).toEqual([expect.stringMatching(DOUBT)]);
  });

  it('where the last rows have changed', async () => {
    const whole = serviceOf({ total: 30 });
    const answer: Answer = (url, response, request) => {
      if (url.searchParams.get('size') === '100') whole(url, response, request);
      else sendJson(response, [{ id: 77 }]);
    };
    const { rowCount, warnings } = await readService({ answer, options: sized(100) });
    expect(rowCount).toBe(30);
    expect(warnings).toEqual([expect.stringMatching(DOUBT)]);
  });

  it('of CSV, whose rows are not compared', async () => {
    const answer: Answer = (url, response) => {
      if (url.searchParams.get('page') === '1') response.end('id\n1\n2\n3\n');
      else response.writeHead(400).end();
    };
    const options = { ...sized(100), response_format: 'csv' };
    const { rowCount, warnings } = await readService({ answer, options });
    expect(rowCount).toBe(3);
    expect(warnings).toEqual([expect.stringMatching(DOUBT)]);
  });
});

it('fails at the status 400 after a full page if the service has more rows', async () => {
  const answer = serviceOf({ total: 250, gives: ({ offset }) => offset < 100 });
  expect(await serviceFailure({ answer, options: sized(50) })).toBe(
    'the server rejects the request (status 400)',
  );
});
