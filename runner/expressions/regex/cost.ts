/** An upper bound of steps: the coefficients of the powers of a text's length, from the constant on. */
export type Cost = readonly number[];

/** The cost of both. */
export function addCosts(one: Cost, other: Cost): Cost {
  return combine(one, other, (a, b) => a + b);
}

/** A cost that is at least both. */
export function maxCost(one: Cost, other: Cost): Cost {
  return combine(one, other, Math.max);
}

/** The cost of so many times the steps. */
export function scaleCost(cost: Cost, factor: number): Cost {
  return cost.map((coefficient) => coefficient * factor);
}

/** The cost of the steps at each character of the text. */
export function atEachCharacter(cost: Cost): Cost {
  return [0, ...cost];
}

/** The cost of the steps at each character of the text, each of which read another part of it. */
export function atDistinctParts([constant = 0, linear = 0, ...rest]: Cost): Cost {
  return [0, constant + linear, ...rest];
}

/** The steps in a text of the length. */
export function costOfLength(cost: Cost, length: number): number {
  return cost.reduceRight((steps, coefficient) => steps * length + coefficient, 0);
}

function combine(one: Cost, other: Cost, of: (a: number, b: number) => number): Cost {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, power) => of(one[power] ?? 0, other[power] ?? 0));
}
