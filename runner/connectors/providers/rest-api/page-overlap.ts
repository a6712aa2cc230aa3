/**
 * Whether a page begins with the last records of the page before, which the service then cut by a filter and not by
 * a limit. By chance a limit gives a few equal records; a filter lets pass about the share that it let pass before.
 * @param before the digests of the records of the page before
 * @param asked the rows that were asked for
 */
export function leavesRowsOut(
  before: readonly string[],
  records: readonly string[],
  asked: number,
): boolean {
  const first = records[0] ?? '';
  const missing = asked - before.length;
  const expected = (missing * before.length) / asked;
  return [before.indexOf(first), before.lastIndexOf(first)].some((start) => {
    const repeated = start < 0 ? [] : before.slice(start);
    return (
      repeated.length >= Math.max(1, expected / 2) &&
      repeated.length <= missing &&
      repeated.every((record, place) => record === records[place])
    );
  });
}

/** The digests of the records with which a page ends, and the next one begins. */
export type Overlap = readonly string[];

/**
 * The overlap of two pages of a service whose number of rows is unknown; null: there is none. Pages that have equal
 * records or are equal have none.
 */
export function overlapOf(before: readonly string[], records: readonly string[]): Overlap | null {
  if (hasEqual(before) || hasEqual(records)) return null;
  const start = before.indexOf(records[0] ?? '');
  if (start < 0 || (start === 0 && before.length === records.length)) return null;
  const overlap = before.slice(start);
  return overlap.every((record, place) => record === records[place]) ? overlap : null;
}

/**
 * Whether the records of an overlap are other ones in each of its pages, which are only equal. Then a page that begins
 * where the overlap begins in the page before has them twice.
 */
export function areThereTwice(overlap: Overlap, between: readonly string[]): boolean {
  const twice = [...overlap, ...overlap].slice(0, between.length);
  return between.length > overlap.length && twice.every((each, place) => each === between[place]);
}

function hasEqual(records: readonly string[]): boolean {
  return new Set(records).size < records.length;
}
