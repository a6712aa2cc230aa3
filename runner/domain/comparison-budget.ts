/** Pairs of letters: some ten milliseconds of work. */
const MAX_PAIRS = 2_000_000;

/**
 * Bounds what hints cost: a request may have any number of unknown names, and each is compared with
 * all known ones. Whoever looks for several hints shares one budget among them.
 */
export class ComparisonBudget {
  #left = MAX_PAIRS;

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Charges one candidate that was looked at. */
  look(): void {
    this.#left -= 1;
  }

  /** Charges the comparison of two names, which takes the product of their lengths. */
  compare(a: string, b: string): void {
    this.#left -= a.length * b.length;
  }
}
