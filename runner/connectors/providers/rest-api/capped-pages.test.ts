import { idRows, readService, sendJson } from '../../../../test/support/rest-service.ts';
import type { Answer } from '../../../../test/support/web-server.ts';
import type { JsonObject } from '../../../domain/json.ts';

const TOTAL = 47;
const CAP = 5;
const options: JsonObject = { page_param: 'page', page_size_param: 'size', page_size: 10 };

interface Service {
  readonly total?: number;
  readonly cap?: number;
  /** The rows from one page to the next one. */
  readonly countsBy: (asked: number) => number;
  readonly sizes?: readonly number[];
  readonly more?: (rows: number) => JsonObject;
}

function serviceOf({ total = TOTAL, cap = CAP, countsBy, sizes, more }: Service): Answer {
  return (url, response) => {
    const asked = Number(url.searchParams.get('size'));
    if (sizes?.includes(asked) === false) {
      response.writeHead(400).end('{"error": "size must be 5 or 10"}');
      return;
    }
    const offset = (Number(url.searchParams.get('page')) - 1) * countsBy(asked);
    const end = Math.min(offset + Math.min(asked, cap), total);
    const items = offset < total ? idRows(offset, end) : [];
    sendJson(response, { items, ...more?.(items.length) });
  };
}
const byLimit = (asked: number): number => Math.min(asked, CAP);
const bySize = (asked: number): number => asked;
const lost = (rows: number): string =>
  `Where 10 rows of a page were asked for, each one has ${rows} at most. If the service counts its pages by 10, the last rows of each page are missing. Set options.page_size to ${rows}.`;

describe('pages of fewer rows than were asked for', () => {
  it.each<[string, Service, string]>([
    ['47 rows', { countsBy: byLimit }, 'page=10&size=5'],
    ['6 rows', { countsBy: byLimit, total: 6 }, 'page=2&size=5'],
    ['45 rows', { countsBy: byLimit, total: 45 }, 'page=12&size=4'],
    ['47 rows by 2', { countsBy: () => 2, cap: 2 }, 'page=24&size=2'],
    ['47 rows, with a limit', { countsBy: byLimit, more: () => ({ limit: 5 }) }, 'page=10&size=5'],
  ])('are all of a list of %s that the service counts by its limit', async (...row) => {
    const [, service, probe] = row;
    const answer = serviceOf(service);
    const { rows, warnings, requests } = await readService({ answer, options });
    expect(rows).toEqual(idRows(0, service.total ?? TOTAL));
    expect(warnings).toEqual([]);
    expect(requests.at(-1)).toBe(`/orders?${probe}`);
  });

  it('are all of the list where the service has one size of pages whatever is asked for', async () => {
    const answer = serviceOf({ countsBy: () => CAP });
    expect(await readService({ answer, options })).toMatchObject({ rowCount: TOTAL, warnings: [] });
  });

  it.each<[string, Omit<Service, 'countsBy'>]>([
    ['', {}],
    [' and states its limit', { more: () => ({ per_page: CAP }) }],
    [
      ' and states the rows of each page',
      { more: (rows) => ({ total: rows, has_more: rows > 0 }) },
    ],
    [' and refuses other sizes', { sizes: [5, 10] }],
  ])(
    'warn where the service counts them by the rows that were asked for%s',
    async (_how, other) => {
      const answer = serviceOf({ ...other, countsBy: bySize });
      const lossy = await readService({ answer, options });
      expect(lossy).toMatchObject({ rowCount: 25, warnings: [lost(CAP)] });
      const mended = await readService({ answer, options: { ...options, page_size: CAP } });
      expect(mended).toMatchObject({ rowCount: TOTAL, warnings: [] });
    },
  );

  it('warn where one page has fewer rows and the next one none', async () => {
    const answer = serviceOf({ countsBy: bySize, total: 8 });
    expect(await readService({ answer, options })).toMatchObject({
      rowCount: 5,
      warnings: [lost(CAP)],
    });
    const whole = serviceOf({ countsBy: byLimit, total: 5 });
    expect(await readService({ answer: whole, options })).toMatchObject({
      rowCount: 5,
      warnings: [],
    });
  });

  it('warn where the number of pages ends the read', async () => {
    const answer = serviceOf({ countsBy: bySize });
    const { warnings } = await readService({ answer, options: { ...options, max_pages: 3 } });
    expect(warnings).toEqual(expect.arrayContaining([lost(CAP)]));
  });

  it('are asked for nothing more where the answers state the number of rows', async () => {
    const answer = serviceOf({ countsBy: byLimit, more: () => ({ total: TOTAL }) });
    const { warnings, requests } = await readService({ answer, options });
    expect(warnings).toEqual([]);
    expect(requests.at(-1)).toMatch(/size=10$/);
  });
});

describe('an empty page after a full one', () => {
  it('is the end where the last rows are alone on a page of another size', async () => {
    const answer = serviceOf({ countsBy: bySize, cap: 100, total: 40 });
    const { rows, warnings, requests } = await readService({ answer, options });
    expect(rows).toEqual(idRows(0, 40));
    expect(warnings).toEqual([]);
    expect(requests.at(-1)).toBe('/orders?page=5&size=9');
  });

  it('warns where the service has rows after it', async () => {
    const answer: Answer = (url, response) => {
      const asked = Number(url.searchParams.get('size'));
      const offset = (Number(url.searchParams.get('page')) - 1) * asked;
      sendJson(response, offset === 20 ? [] : idRows(offset, Math.min(offset + asked, 45)));
    };
    const { rowCount, warnings } = await readService({ answer, options });
    expect(rowCount).toBe(20);
    expect(warnings).toEqual([
      expect.stringMatching(/^The page after 20 rows was empty, but the service has rows after it/),
    ]);
  });
});

it('a 404 after equal full pages is doubtful, though the connection states no size', async () => {
  const answer: Answer = (url, response) => {
    const offset = Number(url.searchParams.get('offset'));
    if (offset > 40) response.writeHead(404).end();
    else sendJson(response, idRows(offset, offset + 20));
  };
  const byOffset = { paging: 'offset', page_param: 'offset' };
  const { rowCount, warnings } = await readService({ answer, options: byOffset });
  expect(rowCount).toBe(60);
  expect(warnings).toHaveLength(1);
});

it('a page 1 without rows may be the second page of a service that counts from 0', async () => {
  const answer: Answer = (url, response) => {
    const offset = Number(url.searchParams.get('page')) * 10;
    sendJson(response, idRows(offset, Math.max(offset, 8)));
  };
  const { rowCount, warnings } = await readService({ answer, options });
  expect(rowCount).toBe(0);
  expect(warnings).toEqual([expect.stringMatching(/^Page 1 has no rows\..*start_page to 0/)]);
});
