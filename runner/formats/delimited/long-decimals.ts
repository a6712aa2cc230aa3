import type { ColumnSchema } from '../../domain/column.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { EVIDENCE } from '../column-evidence.ts';
import {
  EXACT_DIGITS,
  IN_RANGE_LENGTH,
  isRounded,
  mayBeRounded,
  roundedMessage,
} from '../rounded-decimal.ts';

/** A decimal without more characters than this has no digit that a float does not keep. */
const SHORT_DECIMAL = EXACT_DIGITS + 1;
/** No program writes more digits of a float than this, unless it writes those that a float has beyond its value. */
const FLOAT_DIGITS = 17;
/** A decimal without more characters than this has no more digits. */
const FLOAT_LENGTH = FLOAT_DIGITS + 1;
/**
 * The number of decimals of a column that are compared with a float before only those are that no program writes for
 * one. About half of those that no float wrote are rounded, so that more of them show no more.
 */
const MAX_COMPARED = 1_000;
/** The same for decimals that no program writes for a float: a column may have millions that it keeps. */
const MAX_LONG_COMPARED = 20_000;
const FRACTIONS = EVIDENCE.float | EVIDENCE.code;
const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
const COMMA = 0x2c;

/** The decimals of a file that a float rounds: one of each column. */
export class LongDecimals {
  /** By column: shorter decimals need no comparison. */
  readonly limits: Uint16Array;
  /** By column, with a decimal point; undefined: none was found. */
  readonly rounded: (string | undefined)[];
  readonly #compared: Uint16Array;

  constructor(width: number) {
    this.limits = new Uint16Array(width).fill(SHORT_DECIMAL);
    this.rounded = Array.from({ length: width });
    this.#compared = new Uint16Array(width);
  }

  /** Compares a number with its float, if it has a decimal point or an exponent. */
  add(column: number, text: string, evidence: number): void {
    if ((evidence & FRACTIONS) === 0 || this.rounded[column] !== undefined || !mayBeRounded(text))
      return;
    if (isRounded(text)) {
      this.rounded[column] = text;
      this.limits[column] = IN_RANGE_LENGTH;
      return;
    }
    const compared = (this.#compared[column] ?? 0) + 1;
    this.#compared[column] = Math.min(compared, MAX_LONG_COMPARED);
    if (compared === MAX_COMPARED) this.limits[column] = FLOAT_LENGTH;
    if (compared === MAX_LONG_COMPARED) this.limits[column] = IN_RANGE_LENGTH;
  }
}

/**
 * Whether a decimal that is longer than the limit of its column needs no comparison either: after those that were
 * compared, one with the digits of a float is a float.
 */
export function isFloatText(limit: number, bytes: Uint8Array, start: number, end: number): boolean {
  return limit === FLOAT_LENGTH && significantDigits(bytes, start, end) <= FLOAT_DIGITS;
}

/** The number of characters from the first digit that is not 0 to the last one; a point is none of them. */
function significantDigits(bytes: Uint8Array, start: number, end: number): number {
  let index = start;
  let hasPoint = false;
  for (; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (byte > ZERO && byte <= NINE) break;
    hasPoint ||= byte === POINT || byte === COMMA;
  }
  let last = end;
  while (last > index && bytes[last - 1] === ZERO) last--;
  return last - index - Number(!hasPoint);
}

/** Warns of columns of floats with decimals that have digits that a float does not keep. @param rounded by column */
export function longDecimalsWarnings(
  columns: readonly ColumnSchema[],
  rounded: readonly (string | undefined)[],
): FileWarning[] {
  return columns.flatMap(({ name, type }, place): FileWarning[] => {
    const example = rounded[place];
    if (type !== 'float' || example === undefined) return [];
    const message = roundedMessage(
      name,
      example,
      'A letter before such numbers makes the column text, which keeps all digits.',
    );
    return [{ code: 'rounded_decimals', column: name, message }];
  });
}
