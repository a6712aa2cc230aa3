import type { FileWarning } from '../../domain/file-warning.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import { andOthers } from '../and-others.ts';
import type { MisplacedQuotes } from './scan-request.ts';

/** Warns of quotes that RFC 4180 does not know: they were read as part of their cells. */
export function misplacedQuotesWarnings(quotes: MisplacedQuotes): FileWarning[] {
  const message = misplacedQuotesMessage(quotes);
  return message === null ? [] : [{ code: 'misplaced_quotes', column: null, message }];
}

function misplacedQuotesMessage({ escaped, spaced, within }: MisplacedQuotes): string | null {
  if (escaped > 0) {
    return `Line ${escaped} has a quote behind a backslash, which was read as part of the cell: if the backslash escapes quotes, read the file with escape_char=\\.`;
  }
  if (spaced > 0) {
    return `Line ${spaced} has a quote behind a blank, which was read as part of the cell: if it quotes the cell, read the file with skip_initial_space=true.`;
  }
  if (within === 0) return null;
  return `Line ${within} has a quote within a cell, neither doubled nor around it. It is part of the cell, unless the cell begins with a quote: then both are left out. If quotes never quote cells, read the file with quote_char=none.`;
}

/**
 * Warns of columns whose every cell is between single quotes.
 * @param records first rows as written in the file
 */
export function singleQuotesWarnings(
  columns: readonly ColumnSchema[],
  records: readonly (readonly string[])[],
): FileWarning[] {
  const quoted = columns.filter(({ type }, place) => {
    const cells = records.map((record) => record[place] ?? '').filter((cell) => cell !== '');
    return type === 'string' && cells.length > 0 && cells.every((cell) => /^'[^]*'$/.test(cell));
  });
  const [first] = quoted;
  if (first === undefined) return [];
  const message = `The cells of column "${first.name}"${andOthers(quoted.length - 1)} are between single quotes, which were read as part of them: if these quote the cells, read the file with quote_char='.`;
  return [{ code: 'single_quotes', column: quoted.length === 1 ? first.name : null, message }];
}

/**
 * Warns of a cell with line ends that begins with the end of one row and ends with the start of another: misplaced
 * quotes joined them.
 * @param records first rows as written in the file
 */
export function joinedRowsWarnings(
  columns: readonly ColumnSchema[],
  records: readonly (readonly string[])[],
  delimiter: string,
): FileWarning[] {
  // A blank behind a comma is of a sentence or an address; a row has none.
  const cellsIn = (text = ''): number => {
    const cells = text.split(delimiter);
    return cells.length < 2 || cells.slice(1).some((cell) => /^\s/.test(cell)) ? 0 : cells.length;
  };
  const isJoined = (cell: string, place: number): boolean => {
    const lines = cell.split(/\r\n|\r|\n/);
    const before = place + cellsIn(lines[0]);
    const after = cellsIn(lines.at(-1)) + columns.length - place - 1;
    const isFull = before === columns.length && after === columns.length;
    return isFull && cellsIn(lines[0]) > 0 && cellsIn(lines.at(-1)) > 0 && lines.length > 1;
  };
  const place = columns.findIndex((_column, at) =>
    records.some((row) => isJoined(row[at] ?? '', at)),
  );
  const column = columns[place];
  if (column === undefined || columns.length < 2) return [];
  const message = `A cell of column "${column.name}" has the end of one row and the start of another, which quotes joined: if they quote no cells, read the file with quote_char=none.`;
  return [{ code: 'misplaced_quotes', column: column.name, message }];
}
