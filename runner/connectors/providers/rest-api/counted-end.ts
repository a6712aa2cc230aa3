import { probedEnd, probeOfNumber, probeOfOffset, type EndProbe } from './end-probe.ts';
import {
  doubtAt,
  endAt,
  failureAt,
  missingAt,
  noOffset,
  type PagesBefore,
} from './no-such-page.ts';
import { PageSizes } from './page-sizes.ts';
import type { CountedPages, ReadSoFar, Refusal } from './paging.ts';

/** What is known where a page is refused, but for the lengths of the pages before it. */
type Known = Pick<PagesBefore, 'last' | 'hasMore' | 'counts'>;

/** A probe, and what to do if it shows nothing, or that there are more rows. */
interface Asked {
  readonly probe: EndProbe;
  /**
   * @param found the records of the answer; null: the request failed
   * @throws UserError if the end is a failure then
   */
  doubt(found: readonly string[] | null): void;
  miss(): void;
}

/** Finds out whether pages by their number or offset end where the service refuses one. */
export class CountedEnd {
  readonly #pages: CountedPages;
  readonly #sizes: PageSizes;
  /** The digests of the last records. */
  #last: readonly string[] = [];
  #asked: Asked | null = null;
  #warning: string | null = null;

  constructor(pages: CountedPages) {
    this.#pages = pages;
    this.#sizes = new PageSizes(pages.givenSize);
  }

  /** Takes a page. @param last the digests of its last records; empty: it is not JSON */
  add(rows: number, last: readonly string[]): void {
    this.#sizes.add(rows);
    if (rows > 0) this.#last = last;
  }

  /** Whether the next answer is to show where the list ends. */
  get isAsking(): boolean {
    return this.#asked !== null;
  }

  get warning(): string | null {
    return this.#warning;
  }

  /**
   * Takes the refusal of a page, or of what was asked for because of one.
   * @param offset of the page; null: it has a number
   * @returns what to ask for, to be certain @throws UserError for a refusal that is a failure
   */
  refused(refusal: Refusal, known: Known, read: ReadSoFar, offset: number | null): URL | null {
    if (this.#asked !== null) {
      this.#asked.doubt([]);
      return null;
    }
    const isSizeKnown = this.#pages.givenSize !== null;
    const before = { ...known, isSizeKnown, isLastShorter: this.#sizes.isLastShorter };
    if (endAt(refusal, before) === 'certain') return null;
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
    const { start_page: start, page_size_param: parameter } = this.#pages.options;
    const { full } = this.#sizes;
    if (start > 1 || parameter === '' || full === null) return null;
    return probeOfNumber(start, full, read);
  }
}
