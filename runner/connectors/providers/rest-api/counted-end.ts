import { CappedPages } from './capped-pages.ts';
import { probedEnd, probeOfNumber, probeOfOffset, type EndProbe } from './end-probe.ts';
import {
  doubtAt,
  emptyBefore,
  endAt,
  failureAt,
  isNoPage,
  missingAt,
  noOffset,
  type PagesBefore,
} from './no-such-page.ts';
import { PageSizes } from './page-sizes.ts';
import type { CountedPages, ReadSoFar, Refusal } from './paging.ts';

/** What is known where a page is refused, but for the lengths of the pages before it. */
interface Known extends Pick<PagesBefore, 'last' | 'hasMore' | 'counts'> {
  /** Whether an answer stated how many rows there are. */
  readonly hasTotal: boolean;
}

/** A probe, and what to do if it shows nothing, or that there are more rows. */
interface Asked {
  readonly probe: EndProbe;
  /**
   * @param found the records of the answer, none for a refusal; null: the request failed
   * @throws UserError if the end is a failure then
   */
  doubt(found: readonly string[] | null, refusal?: Refusal): void;
  miss(): void;
}

/** Finds out whether pages by their number or offset end where the service refuses one. */
export class CountedEnd {
  readonly #pages: CountedPages;
  readonly #sizes: PageSizes;
  readonly #capped: CappedPages;
  /** The digests of the last records. */
  #last: readonly string[] = [];
  #asked: Asked | null = null;
  #warning: string | null = null;

  constructor(pages: CountedPages) {
    this.#pages = pages;
    this.#sizes = new PageSizes(pages.givenSize);
    this.#capped = new CappedPages(pages);
  }

  /** Takes a page. @param last the digests of its last records; empty: it is not JSON */
  add(rows: number, last: readonly string[]): void {
    this.#sizes.add(rows);
    this.#capped.add(rows);
    if (rows > 0) this.#last = last;
  }

  /** Whether the next answer is to show where the list ends. */
  get isAsking(): boolean {
    return this.#asked !== null;
  }

  get warning(): string | null {
    return this.#warning;
  }

  /** What is uncertain where the number of pages ends the read, before it can be shown; null: nothing. */
  get doubtOfLimit(): string | null {
    return this.#capped.rows === null ? null : this.#capped.doubt;
  }

  /**
   * Takes the refusal of a page, or of what was asked for because of one.
   * @param offset of the page; null: it has a number
   * @returns what to ask for, to be certain @throws UserError for a refusal that is a failure
   */
  refused(refusal: Refusal, known: Known, read: ReadSoFar, offset: number | null): URL | null {
    if (this.#asked !== null) {
      this.#asked.doubt([], refusal);
      return null;
    }
    const isSizeKnown = this.#pages.givenSize !== null || this.#sizes.isKnown;
    const before = { ...known, isSizeKnown, isLastShorter: this.#sizes.isLastShorter };
    if (endAt(refusal, before) === 'certain') {
      return known.hasTotal ? null : this.ofCappedPages(read);
    }
    const probe = before.hasMore === null ? this.#probe(read, offset) : null;
    const doubt = (): void => {
      if (endAt(refusal, before) === 'failure') throw failureAt(refusal, before);
      this.#warning = doubtAt(refusal);
    };
    const miss = (): void => {
      doubt();
      this.#warning = missingAt(refusal);
    };
    if (probe !== null) return this.#ask({ probe, doubt, miss });
    doubt();
    return null;
  }

  /**
   * Takes an empty page after a full one, of pages by offset, of which no answer says that it is the end.
   * @returns what to ask for, to be certain that the parameter is an offset
   */
  empty(read: ReadSoFar, offset: number): URL | null {
    const probe = this.#probe(read, offset);
    if (probe === null) return null;
    const miss = (): void => {
      this.#warning = noOffset(this.#pages.options.page_param, read.rows);
    };
    // Pages of such a number are beyond the end, and have no rows. A record may differ from what it was.
    const doubt = (found: readonly string[] | null): void => {
      if (found?.length === 0) miss();
    };
    return this.#ask({ probe, doubt, miss });
  }

  /**
   * Takes an empty page after a full one, of pages by their number, of which no answer says that it is the end.
   * @returns what to ask for, to be certain that no page after it has rows
   */
  emptyPage(read: ReadSoFar, full: number): URL | null {
    const probe = this.#probeOfSize(full, read, full - 1);
    if (probe === null) return null;
    const miss = (): void => {
      this.#warning = emptyBefore(read.rows);
    };
    // A page of another size may be refused, and a record may differ from what it was.
    return this.#ask({ probe, doubt: () => undefined, miss });
  }

  /**
   * Takes the end of pages by their number, of which no answer states how many rows there are.
   * @returns what to ask for, to be certain that pages of fewer rows than were asked for are all of the list
   */
  ofCappedPages(read: ReadSoFar): URL | null {
    const { rows } = this.#capped;
    if (rows === null) return null;
    const miss = (): void => {
      this.#warning ??= this.#capped.doubt;
    };
    // A service without such a page has its own size of pages, whatever is asked for. It may also refuse a size.
    const doubt = (found: readonly string[] | null, refusal?: Refusal): void => {
      const isEmpty = found?.length === 0 && (refusal === undefined || isNoPage(refusal));
      if (!isEmpty) miss();
    };
    const probe = this.#probeOfSize(rows, read, rows);
    if (probe !== null) return this.#ask({ probe, doubt, miss });
    miss();
    return null;
  }

  #ask(asked: Asked): URL {
    this.#asked = asked;
    return this.#pages.urlOf(asked.probe.position, asked.probe.size ?? undefined);
  }

  /** Takes the failure of what was asked for. @throws UserError */
  failed(): void {
    this.#asked?.doubt(null);
  }

  /** Takes the records of what was asked for. @throws UserError */
  answered(found: readonly string[]): void {
    if (this.#asked === null) return;
    const end = probedEnd(this.#asked.probe, this.#last, found);
    if (end === 'unknown') this.#asked.doubt(found);
    if (end === 'more rows') this.#asked.miss();
  }

  #probe(read: ReadSoFar, offset: number | null): EndProbe | null {
    if (this.#last.length === 0) return null;
    if (offset !== null) return probeOfOffset(offset, read);
    const { full } = this.#sizes;
    return full === null ? null : this.#probeOfSize(full, read, full - 1);
  }

  /** @param largest the largest size to ask for */
  #probeOfSize(full: number, read: ReadSoFar, largest: number): EndProbe | null {
    const { start_page: start, page_size_param: parameter } = this.#pages.options;
    if (this.#last.length === 0 || start > 1 || parameter === '') return null;
    return probeOfNumber(start, { full, largest }, read);
  }
}
