import { withRounded, type ColumnSchema } from '../domain/column.ts';
import type { FileWarning } from '../domain/file-warning.ts';

/** Every number of so many digits is the shortest text of a float. */
export const EXACT_DIGITS = 15;
/** A decimal without more characters than this, and without an exponent, is in the range of floats. */
export const IN_RANGE_LENGTH = 300;
/** The most digits that a float is written with. */
const MAX_DIGITS = 100;
const MAX_SHOWN = 40;

/** An exponent by which a float can be beyond its range, or near its end, where it has fewer digits. */
const FAR_EXPONENT = /[eE][-+]?0*[1-9]\d{2}/;

/** Whether a float may round a decimal: it is long, or its exponent is. */
export function mayBeRounded(decimal: string): boolean {
  return decimal.length > EXACT_DIGITS || FAR_EXPONENT.test(decimal);
}

/** Whether the nearest float is 0 or an infinity, and the decimal is neither. */
export function isOutOfRange(decimal: string): boolean {
  const value = Number(decimal);
  return (value === 0 || !Number.isFinite(value)) && digitsOf(decimal) !== '';
}

/** Whether the nearest float has other digits among those that the decimal has. */
export function isRounded(decimal: string): boolean {
  const shortest = String(Number(decimal));
  // So are most decimals that programs write.
  if (shortest === decimal) return false;
  const digits = digitsOf(decimal);
  // Of two texts that are as near, as of 0.015092849731445312, the other may have the digits below.
  if (digits === '' || digitsOf(shortest) === digits) return false;
  // The last digit of a shorter text is rounded.
  const compared = digits.length > MAX_DIGITS ? MAX_DIGITS - 1 : digits.length;
  const kept = digitsOf(Number(decimal).toPrecision(Math.min(digits.length, MAX_DIGITS)));
  return kept.slice(0, compared) !== digits.slice(0, compared);
}

/** What rounding does to values that are compared. */
export const ROUNDED_VALUES =
  'so different ones can be equal, and are one key of a group, join, distinct row or upsert';

/** What a warning says of a column of decimals. @param example one that a float rounds @param cure what keeps its digits */
export function roundedMessage(name: string, example: string, cure: string): string {
  return `Column "${name}" has decimals that a float rounds: ${shownNumber(example)} is read as ${Number(example)}, ${ROUNDED_VALUES}. ${cure}`;
}

/** Returns a number, or the first digits and the length of one that is too long for a message. */
export function shownNumber(number: string): string {
  if (number.length <= MAX_SHOWN) return number;
  return `${number.slice(0, MAX_SHOWN)}… of ${number.length} characters`;
}

/** Marks the columns of a file that its reader warned of. */
export function markRounded(
  columns: readonly ColumnSchema[],
  warnings: readonly FileWarning[],
): readonly ColumnSchema[] {
  const named = warnings
    .filter(({ code }) => code === 'rounded_decimals')
    .flatMap(({ column, columns: several = [] }) => (column === null ? several : [column]));
  const marked = new Set(named);
  return withRounded(columns, ({ name }) => marked.has(name));
}

/** The significant digits of a number, without zeros at both ends. */
function digitsOf(number: string): string {
  const [mantissa = ''] = number.toLowerCase().split('e');
  const digits = mantissa.replaceAll(/\D/g, '');
  let [first, last] = [0, digits.length];
  while (digits[first] === '0') first++;
  while (last > first && digits[last - 1] === '0') last--;
  return digits.slice(first, last);
}
