import type { ColumnSchema } from '../../domain/column.ts';
import type { Decimal } from '../../domain/parse-options.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { firstRoundedText, roundedMessage } from '../rounded-decimal.ts';

/**
 * Warns of columns of floats whose cells have digits that a float does not keep.
 * @param records first rows as written in the file: to inspect all of them would be a second read of the file
 */
export function longDecimalsWarnings(
  columns: readonly ColumnSchema[],
  records: readonly (readonly string[])[],
  decimal: Decimal,
): FileWarning[] {
  return columns.flatMap(({ name, type }, place): FileWarning[] => {
    if (type !== 'float') return [];
    const cells = records.map((record) => (record[place] ?? '').trim());
    const rounded = firstRoundedText(
      decimal === ',' ? cells.map((cell) => cell.replace(',', '.')) : cells,
    );
    if (rounded === undefined) return [];
    const message = roundedMessage(
      name,
      rounded,
      'A letter before such numbers makes the column text, which keeps all digits.',
    );
    return [{ code: 'rounded_decimals', column: name, message }];
  });
}
