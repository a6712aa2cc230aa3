/** The digits of labels, when they distinguish the numbers. */
const FEWEST_DIGITS = 6;
/** They distinguish any two floats. */
const MOST_DIGITS = 17;

/**
 * Rounds numbers to six significant digits, or to as many more as keep different numbers different, as the
 * labels of bins require. A half is rounded away from zero.
 * @param numbers finite
 */
export function roundDistinctly(numbers: readonly number[]): readonly number[] {
  const count = new Set(numbers).size;
  for (let digits = FEWEST_DIGITS; ; digits++) {
    const rounded = numbers.map((number) => roundTo(number, digits));
    if (digits === MOST_DIGITS || new Set(rounded).size === count) return rounded;
  }
}

/** A number that would be rounded beyond the range of floats stays. */
function roundTo(number: number, digits: number): number {
  const rounded = Number(number.toPrecision(digits));
  return Number.isFinite(rounded) ? rounded : number;
}
