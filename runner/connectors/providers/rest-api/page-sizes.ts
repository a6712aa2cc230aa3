/** So many pages of equal length show how many rows a service gives at most. */
const EQUAL_PAGES = 2;

/** How many rows the pages of a read had. */
export class PageSizes {
  readonly #givenSize: number | null;
  /** The rows of each of the first pages. */
  #full: number | null = null;
  #fullPages = 0;
  /** Whether a page had fewer, and it was the last one. */
  #isLastShorter = false;
  /** Whether pages were shorter or longer than those before them. */
  #isUneven = false;

  /** @param givenSize the rows of a full page; null: unknown */
  constructor(givenSize: number | null) {
    this.#givenSize = givenSize;
  }

  add(rows: number): void {
    this.#full ??= rows;
    if (this.#isLastShorter || rows > this.#full || rows === 0) this.#isUneven = true;
    else if (rows < this.#full) this.#isLastShorter = true;
    else this.#fullPages += 1;
  }

  /** Whether pages of equal length show how many rows a full one has. Answers that are one row each do not. */
  get isKnown(): boolean {
    return this.#fullPages >= EQUAL_PAGES && (this.#full ?? 0) > 1;
  }

  /** Whether all pages were full, but for the last one: a service that leaves rows out of pages gives others. */
  get isLastShorter(): boolean {
    const isFull = this.#full === this.#givenSize || this.#fullPages >= EQUAL_PAGES;
    return isFull && this.#isLastShorter && !this.#isUneven;
  }

  /** The rows of most pages; null: they had various numbers of rows. */
  get full(): number | null {
    return this.#isUneven ? null : this.#full;
  }
}
