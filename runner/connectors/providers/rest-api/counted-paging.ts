import { endSigns } from './end-signs.ts';
import { repeatedKey } from './key-columns.ts';
import { pageRecords, type PageRecords } from './page-records.ts';
import type { AnsweredPage, Paging, ReadSoFar } from './paging.ts';
import type { RestOptions } from './rest-options.ts';

/** Services answer these for a page after the last one. */
const BEYOND_THE_END = [400, 404, 410, 416, 422];
const NOT_FOUND = 404;
const REPEATED_ROWS =
  'A page had the rows of the page before again, so the read ended. Rows that are equal may have been left out.';

/** The first page, and how another one is requested. */
export interface CountedPages {
  readonly options: RestOptions;
  /** The rows of a full page; null: those of the first one. */
  readonly givenSize: number | null;
  /** @param position the number of a page, or of the rows before it */
  urlOf(position: number): URL;
}

/**
 * Pages by their number, or by the number of rows before them. A service may give fewer rows than asked for: it has
 * a limit of its own, or leaves rows out of a page. So a short page is the last one only if its answer says so, or
 * if the next page is empty, missing or the same.
 */
export class CountedPaging implements Paging {
  readonly first: URL;
  readonly firstNumber: number;
  readonly #pages: CountedPages;
  readonly #isOffset: boolean;
  #size: number | null;
  #offset = 0;
  /** Rows from one offset to the next; null: as many as the page has. */
  #step: number | null = null;
  /** The records of the last page if it was short; null: it was full. */
  #short: PageRecords | null = null;
  /** Whether the next page was asked for without knowing that there is one. */
  #isAsking = false;
  #total: number | null = null;
  #warning: string | null = null;

  constructor(pages: CountedPages) {
    const { paging, start_page: start } = pages.options;
    this.#pages = pages;
    this.#isOffset = paging === 'offset';
    this.#size = pages.givenSize;
    this.first = pages.urlOf(this.#isOffset ? 0 : start);
    this.firstNumber = this.#isOffset ? 1 : start;
  }

  /** An additional request after a short page must not fail a read that is complete. */
  accepted({ pages }: ReadSoFar): readonly number[] {
    if (this.#isAsking) return BEYOND_THE_END;
    return pages > 0 ? [NOT_FOUND] : [];
  }

  announced(): Promise<null> {
    return Promise.resolve(null);
  }

  async instead(page: AnsweredPage): Promise<URL | 'end' | null> {
    if (this.#short === null) return null;
    const before = this.#short;
    const after = await pageRecords(page, this.#pages.options.records_path);
    // What a service answers beyond the last page may have no list: null, a message, an empty object.
    if (before.isList && !after.isList) return this.#isAsking ? 'end' : null;
    if (this.#isRepeated(before, after)) return 'end';
    return this.#isOffset ? this.#beyondOverlap(before.digests, after.digests) : null;
  }

  /** Whether a page has the records of the short one before: the service has one page, or clamps the number. */
  #isRepeated(before: PageRecords, after: PageRecords): boolean {
    const { digests } = after;
    if (digests.length === 0) return false;
    if (isEqual(digests, before.digests)) {
      // Equal records may also be those of two pages.
      if (new Set(digests).size < digests.length) this.#warning ??= REPEATED_ROWS;
      return true;
    }
    const key = repeatedKey(before.keys, after.keys);
    if (key === null) return false;
    this.#warning ??= `A page had the values of "${key}" of the page before again, so it was left out: the service seems to ignore the parameter "${this.#pages.options.page_param}" of options.page_param.`;
    return true;
  }

  /** The page that begins where the service left rows out of the one before; null: it left none out. */
  #beyondOverlap(before: readonly string[], after: readonly string[]): URL | null {
    const size = this.#size;
    if (this.#step !== null || size === null || !leavesRowsOut(before, after, size)) return null;
    this.#step = size;
    this.#warning = `The service gave ${before.length} rows where ${size} were asked for, so it seems to leave rows out of pages. Each next page was asked for ${size} rows further on.`;
    this.#offset += size - before.length;
    this.#short = null;
    return this.#pages.urlOf(this.#offset);
  }

  async next(read: ReadSoFar, { page }: { readonly page: AnsweredPage }): Promise<URL | null> {
    const { pages, lastRows } = read;
    this.#size ??= lastRows;
    if (lastRows === 0) return null;
    this.#short = null;
    this.#isAsking = false;
    if (lastRows < this.#size && (await this.#isLast(page, read))) return null;
    this.#offset += this.#step ?? lastRows;
    return this.#pages.urlOf(
      this.#isOffset ? this.#offset : this.#pages.options.start_page + pages,
    );
  }

  warnings({ rows }: ReadSoFar, isAtEnd: boolean): readonly string[] {
    const own = this.#warning === null ? [] : [this.#warning];
    if (!isAtEnd || this.#total === null || rows >= this.#total) return own;
    const counts = `The answers say that there are ${this.#total} rows, and ${rows} were read.`;
    return [...own, `${counts} The service may leave rows out of its pages.`];
  }

  /** Whether the answer of a short page says that it is the last one. */
  async #isLast(page: AnsweredPage, { rows, lastRows }: ReadSoFar): Promise<boolean> {
    const { total, hasMore, limit } = await endSigns(page, lastRows);
    this.#total = total;
    if (hasMore === false || (hasMore === null && total !== null && rows >= total)) return true;
    this.#isAsking = hasMore === null;
    if (limit === lastRows) this.#size = limit;
    this.#short = await pageRecords(page, this.#pages.options.records_path);
    return false;
  }
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((record, place) => record === other[place]);
}

/**
 * Whether a page begins with the last records of the page before, which the service then cut by a filter and not by
 * a limit. By chance a limit gives a few equal records; a filter lets pass about the share that it let pass before.
 */
function leavesRowsOut(
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
