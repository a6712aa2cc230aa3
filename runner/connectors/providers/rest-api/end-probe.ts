import type { ReadSoFar } from './paging.ts';

/**
 * A request for the last rows again, by a page that would have more rows if there were any. It shows whether a page that
 * a service refused was beyond the end of the list, or beyond a limit of the service.
 */
export interface EndProbe {
  /** The number of the page, or of the rows before it. */
  readonly position: number;
  /** The rows to ask for; null: as many as for other pages. */
  readonly size: number | null;
  /** How many of the last rows the page must have, and no others. */
  readonly rows: number;
}

/** How many of the last rows of a page are kept to be compared. */
export const KEPT_RECORDS = 100;

/** The probe of pages by offset. @param offset of the refused page */
export function probeOfOffset(offset: number, { rows }: ReadSoFar): EndProbe | null {
  return offset === rows && rows > 0 ? { position: offset - 1, size: null, rows: 1 } : null;
}

/**
 * The probe of pages by their number: a smaller size of which some pages end within the last page that was read.
 * @param start the number of the first page
 * @param sizes the rows of a full page, and the largest size to ask for
 */
export function probeOfNumber(
  start: number,
  { full, largest }: { readonly full: number; readonly largest: number },
  { rows }: ReadSoFar,
): EndProbe | null {
  for (let size = Math.min(largest, rows - 1); size > 1; size--) {
    const last = ((rows - 1) % size) + 1;
    if (last < size && last <= Math.min(lastRowsOf(rows, full), KEPT_RECORDS)) {
      return { position: start + (rows - last) / size, size, rows: last };
    }
  }
  return null;
}

/** The rows of the last page. */
function lastRowsOf(rows: number, full: number): number {
  return ((rows - 1) % full) + 1;
}

/** What a probe showed. */
export type ProbedEnd = 'end' | 'more rows' | 'unknown';

/**
 * @param last the digests of the last records that were read
 * @param found those of the page that was asked for
 */
export function probedEnd(
  { rows }: EndProbe,
  last: readonly string[],
  found: readonly string[],
): ProbedEnd {
  const again = last.slice(-rows);
  const isAgain = again.length === rows && again.every((record, place) => record === found[place]);
  if (!isAgain) return 'unknown';
  return found.length > rows ? 'more rows' : 'end';
}
