import { isCommaDecimal, sampleRecords } from './dialect.ts';
import { rowNamesOptions } from './row-names.ts';
import type { ScanRequest } from './scan-request.ts';

/**
 * Says by which option a row that is too long may be read; null: by none of quotes, escapes, row names or a decimal comma.
 * @param text the first lines of the table
 * @param line the number of the row's line among them, from 1
 */
export function longRowHint(
  text: string,
  line: number,
  { width, dialect }: Pick<ScanRequest, 'width' | 'dialect'>,
): string | null {
  const lines = text.split(/\r\n|\r|\n/);
  const row = lines[line - 1] ?? '';
  if (/\\[",;|\t]/.test(row)) {
    return 'If the backslash escapes quotes and delimiters, read it with escape_char=\\.';
  }
  if (/[,;|\t] +"/.test(row)) {
    return 'If blanks stand before quotes, read it with skip_initial_space=true.';
  }
  if (/(?:^|[,;|\t])'/.test(row)) return "If ' quotes cells, read it with quote_char='.";
  const named = rowNamesHint(sampleRecords(text, dialect.delimiter));
  if (named !== null) return named;
  if (width > 1 || dialect.delimiter !== ',' || !isCommaColumn(lines)) return null;
  return 'If it is one column of numbers with a decimal comma, read it with delimiter=; and decimal=,.';
}

function rowNamesHint(records: readonly (readonly string[])[]): string | null {
  const options = rowNamesOptions(records);
  if (options === null) return null;
  return `If the first cell of each row is the name of the row, as R writes it, read it with ${options}.`;
}

/** Whether all lines below the first one are numbers, one of them with a decimal comma. */
function isCommaColumn(lines: readonly string[]): boolean {
  // The last line may be cut off.
  const cells = lines.slice(1, Math.max(2, lines.length - 1)).filter((cell) => cell.trim() !== '');
  return cells.every((cell) => /^[-+]?\d*(?:[.,]\d+)?$/.test(cell)) && cells.some(isCommaDecimal);
}
