import { UserError } from '../../../domain/errors.ts';
import {
  COUNTED_FROM_ZERO,
  NOTHING_AT_FIRST,
  OVERLAPPING_ROWS,
  REPEATED_ROWS,
} from './counted-doubts.ts';
import { CountedEnd } from './counted-end.ts';
import { endSigns, withPages, type EndSigns } from './end-signs.ts';
import { repeatedKey } from './key-columns.ts';
import { startAtPage, WHOLE_LIST } from './list-start.ts';
import { NO_SUCH_PAGE, type PagesBefore } from './no-such-page.ts';
import { pageRecords, type PageRecords } from './page-records.ts';
import type { AnsweredPage, CountedPages, LastPage, Paging, ReadSoFar, Refusal } from './paging.ts';
import { areThereTwice, leavesRowsOut, overlapOf, type Overlap } from './page-overlap.ts';
import { StatedList } from './stated-list.ts';

/** Empty pages in a row after which a read ends, though the answers say that there are more. */
const MAX_EMPTY_PAGES = 10;
/** Requests for one page that begins with rows of the page before. */
const MAX_SHIFTS = 100;

/** A page that the next one is compared with. */
interface PageBefore {
  readonly records: PageRecords;
  readonly isShort: boolean;
}

/**
 * Pages by their number, or by the number of rows before them. A service may give fewer rows than asked for: it has
 * a limit of its own, or leaves rows out of a page. So a short page is the last one only if its answer says so, or
 * if the next page is empty, missing or the same. An empty page is the last one unless the answers say that there are
 * rows after it.
 */
export class CountedPaging implements Paging {
  readonly first: URL;
  readonly firstNumber: number;
  readonly #pages: CountedPages;
  readonly #isOffset: boolean;
  /** The rows of a full page; null: unknown. */
  #size: number | null;
  #offset = 0;
  /** The offset of the last page. */
  #lastOffset = 0;
  /** Rows from one offset to the next, if a page has fewer; null: as many as the page has. */
  #step: number | null = null;
  /** The last page if the next one is compared with it. */
  #before: PageBefore | null = null;
  /** Whether the next page was asked for without knowing that there is one. */
  #isAsking = false;
  #emptyPages = 0;
  #shifts = 0;
  /** The overlap of the next page with the last one while it is examined. */
  #overlap: Overlap | null = null;
  /** Whether the overlap of two pages showed that the service leaves rows out; null: there was none. */
  #leavesOut: boolean | null = null;
  readonly #stated = new StatedList();
  #start = WHOLE_LIST;
  #startWarning: string | null = null;
  #warning: string | null = null;
  readonly #end: CountedEnd;

  constructor(pages: CountedPages) {
    const { paging, start_page: start } = pages.options;
    this.#pages = pages;
    this.#isOffset = paging === 'offset';
    this.#size = pages.givenSize;
    this.#end = new CountedEnd(pages);
    this.first = pages.urlOf(this.#isOffset ? 0 : start);
    this.firstNumber = this.#isOffset ? 1 : start;
  }

  accepted({ pages }: ReadSoFar): readonly number[] {
    return pages > 0 && this.#overlap === null ? NO_SUCH_PAGE : [];
  }

  /** An additional request after a short page must not fail a read that is complete. */
  refused(refusal: Refusal, read: ReadSoFar): URL | null {
    const difference = this.#stated.difference(read);
    const isUnknown = difference === null && this.#stated.isOpen(read);
    const known = {
      last: this.#lastPage,
      hasMore: isUnknown ? null : difference?.isMissing === true,
      counts: difference?.counts ?? null,
      hasTotal: this.#stated.total !== null,
    };
    return this.#end.refused(refusal, known, read, this.#isOffset ? this.#offset : null);
  }

  get #lastPage(): PagesBefore['last'] {
    if (this.#emptyPages > 0) return 'empty';
    return this.#isAsking || this.#before?.isShort === true ? 'short' : 'full';
  }

  get isProving(): boolean {
    return this.#end.isAsking;
  }

  unproved(): void {
    this.#end.failed();
  }

  announced(): Promise<null> {
    return Promise.resolve(null);
  }

  async instead(page: AnsweredPage): Promise<URL | 'end' | null> {
    if (this.#end.isAsking) {
      this.#end.answered((await this.#recordsOf(page)).digests);
      return 'end';
    }
    const before = this.#before;
    if (before === null) return null;
    const after = await this.#recordsOf(page);
    // Whether a page without a list is an empty one, the table of the rows says.
    if (before.records.isList && !after.isList) return null;
    return this.#insteadOfRows(before, after, page);
  }

  #insteadOfRows(before: PageBefore, after: PageRecords, page: AnsweredPage): URL | 'end' | null {
    if (this.#overlap !== null) return this.#examined(this.#overlap, after.digests);
    if (before.isShort && this.#isRepeated(before.records, after)) return 'end';
    if (!this.#isOffset || !page.isJson) return null;
    return this.#beyondOverlap(before.records.digests, after.digests, page);
  }

  async #recordsOf(page: AnsweredPage): Promise<PageRecords> {
    return await pageRecords(page, this.#pages.options.recordsPath);
  }

  /** Whether a page has the records of the short one before: the service has one page, or clamps the number. */
  #isRepeated(before: PageRecords, after: PageRecords): boolean {
    const { digests } = after;
    if (digests.length === 0) return false;
    if (digests.join() === before.digests.join()) {
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
  #beyondOverlap(
    before: readonly string[],
    after: readonly string[],
    { label }: AnsweredPage,
  ): URL | null {
    const { givenSize } = this.#pages;
    if (givenSize !== null && this.#step === null && leavesRowsOut(before, after, givenSize)) {
      this.#warning = `The service gave ${before.length} rows where ${givenSize} were asked for, so it seems to leave rows out of pages. Each next page was asked for ${givenSize} rows further on.`;
      return this.#further(givenSize - before.length);
    }
    const overlap = this.#leavesOut === false ? null : overlapOf(before, after);
    if (overlap === null) return null;
    if (this.#leavesOut === null) {
      this.#overlap = overlap;
      return this.#pages.urlOf(this.#offset - overlap.length);
    }
    if (this.#shifts++ >= MAX_SHIFTS) {
      throw new UserError(
        `${label} begins with rows of the page before, however far on it is asked for. State the rows of a full page in options.page_size.`,
      );
    }
    return this.#further(overlap.length);
  }

  /** @param between the records of a page that begins with those of the overlap in the page before */
  #examined(overlap: Overlap, between: readonly string[]): URL {
    this.#overlap = null;
    this.#leavesOut = !areThereTwice(overlap, between);
    if (!this.#leavesOut) return this.#pages.urlOf(this.#offset);
    this.#warning ??= OVERLAPPING_ROWS;
    return this.#further(overlap.length);
  }

  /** Asks for the page further on, and for those after it as far from each other. */
  #further(rows: number): URL {
    this.#offset += rows;
    this.#step = this.#offset - this.#lastOffset;
    return this.#pages.urlOf(this.#offset);
  }

  async next(read: ReadSoFar, { page, lastRecords }: LastPage): Promise<URL | null> {
    const { pages, lastRows } = read;
    const found = await endSigns(page, lastRows, this.#pages.options.recordsPath);
    if (pages === 1) this.#begin(found, lastRows);
    const signs = this.#signsOf(found, read);
    this.#stated.add(signs, read);
    this.#end.add(lastRows, lastRecords);
    const wasShort = this.#before?.isShort === true;
    this.#before = null;
    // Equal rows at the ends of two pages say nothing of the next ones.
    if (this.#leavesOut === false) this.#leavesOut = null;
    const isLast =
      lastRows === 0 ? this.#isEndBeforeEmpty(signs, read) : await this.#isLast(page, signs, read);
    if (isLast) return this.#proofOf(found, read, wasShort);
    this.#lastOffset = this.#offset;
    this.#offset += this.#stepAfter(lastRows);
    return this.#pages.urlOf(
      this.#isOffset ? this.#offset : this.#pages.options.start_page + pages,
    );
  }

  /** What to ask for, to be certain of the last page; null: nothing. */
  #proofOf({ hasMore, total }: EndSigns, read: ReadSoFar, wasShort: boolean): URL | null {
    const isAfterFull = !wasShort && read.lastRows === 0 && hasMore === null;
    if (!this.#isOffset) return this.#proofOfNumbers(read, isAfterFull);
    // An offset that the service takes for the number of a page leads beyond its pages.
    const hasTotal = (total ?? this.#stated.total) !== null;
    return isAfterFull && !hasTotal ? this.#end.empty(read, this.#offset) : null;
  }

  #proofOfNumbers(read: ReadSoFar, isAfterFull: boolean): URL | null {
    if (this.#stated.total !== null) return null;
    const proof = this.#end.ofCappedPages(read);
    return proof ?? (isAfterFull ? this.#end.emptyPage(read, this.#size ?? 0) : null);
  }

  /** Pages from a number beyond one follow others. */
  #begin({ limit, hasPrevious }: EndSigns, rows: number): void {
    if (this.#isOffset) return;
    const { options, givenSize } = this.#pages;
    const { start_page: number } = options;
    this.#start = startAtPage(number, { sizes: [givenSize, limit, rows], hasPrevious: null });
    this.#stated.begin(this.#start);
    if (number === 1 && hasPrevious === true) this.#startWarning = COUNTED_FROM_ZERO;
  }

  /** Pages of an offset may be shorter than the service counts them. */
  #signsOf(found: EndSigns, { pages }: ReadSoFar): EndSigns {
    const numbers = this.#start.pages?.map((before) => before + pages) ?? null;
    return withPages(found, numbers, !this.#isOffset);
  }

  #stepAfter(rows: number): number {
    if (rows === 0) return this.#step ?? this.#size ?? 0;
    return Math.max(this.#step ?? 0, rows);
  }

  warnings(read: ReadSoFar, isAtEnd: boolean): readonly string[] {
    const { shrinkage } = this.#stated;
    const found = [this.#startWarning, this.#warning, this.#end.warning, shrinkage];
    const own = found.filter((each) => each !== null);
    const difference = isAtEnd ? this.#stated.difference(read) : null;
    const isLimited = !isAtEnd && read.pages >= this.#pages.options.max_pages;
    const doubt = isLimited && this.#stated.total === null ? this.#end.doubtOfLimit : null;
    if (doubt !== null) own.push(doubt);
    if (this.#isNothing(read)) own.push(NOTHING_AT_FIRST);
    if (difference === null) return own;
    const cause = difference.isMissing
      ? 'The service may leave rows out of its pages.'
      : 'The service may give rows in more than one page.';
    return [...own, `${difference.counts} ${cause}`];
  }

  /** Whether the page 1 is empty, which may be the second one. */
  #isNothing({ rows }: ReadSoFar): boolean {
    return !this.#isOffset && this.firstNumber === 1 && rows === 0 && this.#stated.total === null;
  }

  /** Whether no answer says that there are rows after an empty page, or too many pages were empty. */
  #isEndBeforeEmpty({ hasMore }: EndSigns, read: ReadSoFar): boolean {
    const step = this.#stepAfter(0);
    if (this.#isOffset && step === 0) return true;
    const asked = this.#isOffset ? this.#offset + step : read.pages * step;
    const { total } = this.#stated;
    const { rowsBefore: before } = this.#stated;
    const isBelow = (rows: number): boolean => total !== null && rows + before < total;
    const isBelowTotal = step > 0 && isBelow(read.rows) && isBelow(asked);
    this.#isAsking = true;
    return !(hasMore ?? isBelowTotal) || ++this.#emptyPages >= MAX_EMPTY_PAGES;
  }

  /** Whether a page with rows is short, and its answer says that it is the last one. */
  async #isLast(page: AnsweredPage, signs: EndSigns, read: ReadSoFar): Promise<boolean> {
    const { lastRows } = read;
    this.#size ??= lastRows;
    this.#emptyPages = 0;
    this.#shifts = 0;
    const isShort = lastRows < this.#size;
    if (isShort && this.#saysEnd(signs, read)) return true;
    this.#isAsking = isShort && signs.hasMore === null;
    if (isShort && signs.limit === lastRows) this.#size = lastRows;
    const isCompared = isShort || (this.#isOffset && this.#pages.givenSize === null);
    this.#before = isCompared ? { records: await this.#recordsOf(page), isShort } : null;
    return false;
  }

  #saysEnd({ hasMore, total }: EndSigns, { rows }: ReadSoFar): boolean {
    if (hasMore !== null) return !hasMore;
    return total !== null && rows + this.#stated.rowsBefore >= total;
  }
}
