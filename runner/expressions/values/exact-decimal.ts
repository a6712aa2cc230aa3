import { readFloat, trimBlanks } from './number-text.ts';

/** A number without rounding, as far as its comparisons with integers need it. */
export interface ExactNumber {
  /** The greatest integer that is not above the number. */
  readonly floor: bigint;
  /** Whether the number is that integer. */
  readonly whole: boolean;
}

const LIMIT = 2 ** 63;
const NONZERO = /[1-9]/;

/** Parses a decimal number without rounding; null for other text and for a number whose float is beyond ±2^63. */
export function readExactDecimal(text: string): ExactNumber | null {
  const float = readFloat(text);
  if (float === null || !(Math.abs(float) <= LIMIT)) return null;
  const [decimal = '', exponent = '0'] = trimBlanks(text).toLowerCase().split('e');
  const [left = '', right = ''] = decimal.replace(/^[+-]/, '').split('.');
  const digits = left + right;
  // An exponent does not count: 0e999999999 is 0.
  if (!NONZERO.test(digits)) return { floor: 0n, whole: true };
  const point = Math.max(left.length + Number(exponent), 0);
  const magnitude = BigInt(digits.slice(0, point).padEnd(point, '0'));
  const exact = { floor: magnitude, whole: !NONZERO.test(digits.slice(point)) };
  return decimal.startsWith('-') ? negateExact(exact) : exact;
}

/** The number with the other sign. */
export function negateExact({ floor, whole }: ExactNumber): ExactNumber {
  return { floor: whole ? -floor : -floor - 1n, whole };
}
