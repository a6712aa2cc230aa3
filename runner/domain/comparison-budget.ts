/** Character pairs: about ten milliseconds of work. */
const MAX_PAIRS = 2_000_000;

/**
 * Bounds the cost of name hints. A request may have any number of unknown names, and each is compared
 * with every known name. Callers that need several hints share one budget.
 */
export class ComparisonBudget {
  #remaining = MAX_PAIRS;

  get isSpent(): boolean {
    return this.#remaining <= 0;
  }

  /** Charges one candidate. */
  chargeCandidate(): void {
    this.#remaining -= 1;
  }

  /** Charges the comparison of two names: the product of their lengths. */
  chargeComparison(a: string, b: string): void {
    this.#remaining -= a.length * b.length;
  }
}
