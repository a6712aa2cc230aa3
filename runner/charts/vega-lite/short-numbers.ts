import type { JsonObject } from '../../domain/json.ts';

/** A unit in which large numbers are short. */
export interface ShortUnit {
  readonly size: number;
  readonly symbol: string;
}

const UNITS: readonly ShortUnit[] = [
  { size: 1e12, symbol: 'T' },
  { size: 1e9, symbol: 'B' },
  { size: 1e6, symbol: 'M' },
  { size: 1e3, symbol: 'k' },
];
/** Numbers below it are short without a unit. */
const LEAST_SHORT = 10_000;
/** More before the decimal point are no shorter than the number in full. */
const MOST_BEFORE_POINT = 10_000;
const DECIMALS = 2;

/**
 * The greatest unit in which all numbers of an axis stay apart; null for numbers that are short, or that
 * would need more than two decimals, such as 1,200,001 and 1,200,002.
 * @param greatest the greatest number, without its sign
 * @param step the least distance of two numbers that are written
 */
export function shortUnit(greatest: number, step: number): ShortUnit | null {
  if (greatest < LEAST_SHORT) return null;
  const fits = ({ size }: ShortUnit): boolean =>
    greatest >= size && greatest / size < MOST_BEFORE_POINT && step * 10 ** DECIMALS >= size;
  return UNITS.find(fits) ?? null;
}

/** The place value of the last digit of a number that is not 0: the step of an axis with no other number. */
export function lastPlace(value: number): number {
  if (!Number.isInteger(value) || value === 0) return 0;
  let place = 1;
  while (value % (place * 10) === 0) place *= 10;
  return place;
}

/** The labels of an axis in a unit, such as `1.2 M`. The expression has no text of a user. */
export function shortLabels({ size, symbol }: ShortUnit): JsonObject {
  const short = `format(datum.value / ${size}, ',.${DECIMALS}~f') + ' ${symbol}'`;
  return { labelExpr: `datum.value === 0 ? '0' : ${short}` };
}

/** A number in a unit, as the labels of an axis have it. */
export function shortNumber(value: number, { size, symbol }: ShortUnit): string {
  if (value === 0) return '0';
  const text = (value / size).toLocaleString('en-US', { maximumFractionDigits: DECIMALS });
  return `${text} ${symbol}`;
}
