/** Integers of at most so many digits always fit into 64 bits. */
export const MAX_INTEGER_DIGITS = 18;

/**
 * Whether a decimal type of a file or database is read as an integer, which keeps its digits. The nearest float of
 * other decimals is read.
 */
export function isIntegerDecimal(precision: number, scale: number): boolean {
  return scale === 0 && precision <= MAX_INTEGER_DIGITS;
}
