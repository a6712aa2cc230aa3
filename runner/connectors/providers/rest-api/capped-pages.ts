import type { CountedPages } from './paging.ts';

/** The rows of one short page are the whole list unless they are such a number, as limits of services are. */
const LIMITS_ARE_MULTIPLES_OF = 5;

/**
 * Pages by their number that have fewer rows than were asked for, since the service has a limit of its own. It may
 * count its pages by that limit, or by the rows that were asked for: then each page has lost its last rows.
 */
export class CappedPages {
  /** The rows that were asked for; null: the service decides, or an offset counts the rows that pages have. */
  readonly #asked: number | null;
  #rows: number | null = null;
  #pages = 0;
  #isLastShorter = false;
  /** Whether the pages say that this is not so. */
  #isOther = false;

  constructor({ options, givenSize }: CountedPages) {
    const isAsked = options.paging !== 'offset' && options.page_size_param !== '';
    this.#asked = isAsked ? givenSize : null;
  }

  /** @param rows those of a page */
  add(rows: number): void {
    if (this.#asked === null || rows === 0) return;
    this.#pages += 1;
    this.#rows ??= rows;
    // A service that filters the rows of a page gives various numbers of them.
    const isUneven = this.#isLastShorter || rows > this.#rows;
    if (isUneven || rows >= this.#asked) this.#isOther = true;
    this.#isLastShorter = rows < this.#rows;
  }

  /** The rows of each page but the last one; null: as many as were asked for, various numbers, or one page seems whole. */
  get rows(): number | null {
    const isWhole = this.#pages < 2 && (this.#rows ?? 0) % LIMITS_ARE_MULTIPLES_OF !== 0;
    return this.#isOther || isWhole ? null : this.#rows;
  }

  /** What is uncertain if nothing shows that the last row of the list was read. */
  get doubt(): string {
    return `Where ${this.#asked} rows of a page were asked for, each one has ${this.#rows} at most. If the service counts its pages by ${this.#asked}, the last rows of each page are missing. Set options.page_size to ${this.#rows}.`;
  }
}
