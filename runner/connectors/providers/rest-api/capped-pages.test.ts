import { idRows, readService, sendJson } from '../../../../test/support/rest-service.ts';
import type { Answer } from '../../../../test/support/web-server.ts';
import type { JsonObject } from '../../../domain/json.ts';

const TOTAL = 47;
const CAP = 5;
const options: JsonObject = { page_param: 'page', page_size_param: 'size', page_size: 10 };

/** Gives five rows of a page at most. @param countsBy the rows from one page to the next one */
function capped(countsBy: (asked: number) => number, more: JsonObject = {}): Answer {
  return (url, response) => {
    const asked = Number(url.searchParams.get('size'));
    const offset = (Number(url.searchParams.get('page')) - 1) * countsBy(asked);
    const rows = idRows(offset, Math.min(offset + Math.min(asked, CAP), TOTAL));
    sendJson(response, { items: offset < TOTAL ? rows : [], ...more });
  };
}
const byLimit = (asked: number): number => Math.min(asked, CAP);
const bySize = (asked: number): number => asked;
const LOST =
  'Where 10 rows of a page were asked for, each one has 5 at most. If the service counts its pages by 10, the last rows of each page are missing. Set options.page_size to 5.';

describe('pages of fewer rows than were asked for', () => {
  it('are all of the list where the service counts them by its limit, which one request shows', async () => {
    const { rows, warnings, requests } = await readService({ answer: capped(byLimit), options });
    expect(rows).toEqual(idRows(0, TOTAL));
    expect(warnings).toEqual([]);
    expect(requests.at(-1)).toBe('/orders?page=16&size=3');
  });

  it('are all of the list where the service has one size of pages whatever is asked for', async () => {
    const answer = capped(() => CAP);
    expect(await readService({ answer, options })).toMatchObject({ rowCount: TOTAL, warnings: [] });
  });

  it('warn where the service counts them by the rows that were asked for', async () => {
    const lossy = await readService({ answer: capped(bySize), options });
    expect(lossy).toMatchObject({ rowCount: 25, warnings: [LOST] });
    const mended = await readService({
      answer: capped(bySize),
      options: { ...options, page_size: CAP },
    });
    expect(mended).toMatchObject({ rowCount: TOTAL, warnings: [] });
  });

  it('are asked for nothing more where the answers state their size or the number of rows', async () => {
    for (const more of [{ per_page: CAP }, { total: TOTAL }]) {
      const { warnings, requests } = await readService({ answer: capped(byLimit, more), options });
      expect(warnings).toEqual([]);
      expect(requests.at(-1)).toMatch(/size=10$/);
    }
  });
});
