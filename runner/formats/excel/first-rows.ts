import type { ColumnSchema } from '../../domain/column.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { firstRowWarnings } from '../delimited/first-row-is-data.ts';
import { paddedTitleHint, paddedTitleOf } from '../delimited/padded-title.ts';
import { SAMPLE_LINES } from '../delimited/title-lines.ts';
import { cellValue } from './excel-cell.ts';
import type { UsedRange } from './used-cells.ts';

/**
 * Warns of a first row that may be data, and of one that may be a title, as of those of a CSV file.
 * @param header the names as written in the sheet
 */
export function firstRowsWarnings(
  { range, date1904 }: { readonly range: UsedRange; readonly date1904: boolean },
  header: readonly string[],
  columns: readonly ColumnSchema[],
): FileWarning[] {
  const height = Math.min(range.height, SAMPLE_LINES);
  const records = Array.from({ length: height }, (_, row) => {
    const cells = Array.from({ length: range.width }, () => '');
    for (const { column, cell } of range.cellsOf(row)) {
      cells[column] = cellValue(cell, 'text', date1904)?.text ?? '';
    }
    return cells;
  });
  const title = paddedTitleOf(records);
  if (title === null) return firstRowWarnings(header, columns);
  const message = paddedTitleHint(title, range.top, 'row');
  return [{ code: 'title_lines', column: null, message }];
}
