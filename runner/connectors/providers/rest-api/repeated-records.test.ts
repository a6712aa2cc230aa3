import { RepeatedRecords } from './repeated-records.ts';

/** The sentence on pages of texts; null: there is none. */
function warningOf(pages: readonly (readonly string[])[]): string | null {
  const repeated = new RepeatedRecords();
  for (const [place, records] of pages.entries()) {
    repeated.begin();
    for (const record of records) repeated.take(record, `page ${place + 1},`);
  }
  return repeated.warning();
}

const numbers = (start: number, end: number): string[] =>
  Array.from({ length: end - start }, (_, place) => `{"id":${start + place}}`);

describe('records of several pages', () => {
  it('are counted with the first page that has one again', () => {
    const warning = warningOf([numbers(0, 3), numbers(3, 6), numbers(5, 8), numbers(0, 2)]);
    expect(warning).toMatch(/^3 rows are equal to rows of earlier pages, from page 3, on\. /);
  });

  it('are found among many', () => {
    const warning = warningOf([numbers(0, 20_000), numbers(20_000, 30_000), numbers(7, 8)]);
    expect(warning).toMatch(/^One row is equal to rows of earlier pages, from page 3, on\. /);
  });

  it.each([
    ['differ', [numbers(0, 5_000), numbers(5_000, 9_000)]],
    [
      'are equal within a page',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['d', 'd'],
      ],
    ],
    [
      'are equal within the page that has one of an earlier page',
      [
        ['a', 'b'],
        ['b', 'b'],
      ],
    ],
    ['are one on each page, so that they say nothing', [['a'], ['b'], ['a']]],
  ])('are no reason to warn if they %s', (_what, pages) => {
    expect(warningOf(pages)).toBeNull();
  });
});
