import type { ColumnSchema } from '../../domain/column.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { EXACT_DIGITS, isRounded, roundedMessage } from '../rounded-decimal.ts';

/** A decimal without more characters than this has no digit that a float does not keep. */
const SHORT_DECIMAL = EXACT_DIGITS + 1;
/** The length of the longest text of a float without an exponent, as Python writes it. */
const LONGEST_FLOAT = 23;
const NO_MORE = 0xffff;
/**
 * The number of decimals of a column that are compared with a float before only longer ones are. About half of those
 * that no float wrote are rounded, so that more of them show no more.
 */
const MAX_COMPARED = 1_000;

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

  /** @param text with a decimal point */
  add(column: number, text: string): void {
    const limit = this.limits[column] ?? NO_MORE;
    if (text.length <= limit) return;
    if (isRounded(text)) {
      this.rounded[column] = text;
      this.limits[column] = NO_MORE;
      return;
    }
    const compared = (this.#compared[column] ?? 0) + 1;
    const isEnough = compared === MAX_COMPARED;
    this.#compared[column] = isEnough ? 0 : compared;
    if (isEnough) this.limits[column] = limit < LONGEST_FLOAT ? LONGEST_FLOAT : NO_MORE;
  }
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
