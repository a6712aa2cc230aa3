import { createReadStream } from 'node:fs';
import type { ColumnType } from '../../domain/column.ts';
import type { BoundValue } from '../../domain/sql-source.ts';

/** The cells of a row of a file that is written to a table; null: no value. */
export type StagedRow = readonly (string | null)[];

/** So much of the file is parsed at once. */
const CHUNK_BYTES = 1 << 20;

/** Reads the file of a write in bounded memory, some rows at a time. A line of nothing is a row of one null. */
export async function* stagedRows(file: string): AsyncGenerator<readonly StagedRow[]> {
  let text = '';
  const chunks = createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK_BYTES });
  for await (const chunk of chunks as AsyncIterable<string>) {
    text += chunk;
    const { rows, rest } = completeRows(text);
    text = text.slice(rest);
    if (rows.length > 0) yield rows;
  }
}

/** The values of cells by type. A datetime stays ISO 8601; a float can be infinite or no number. */
export const CELL_VALUES: Readonly<Record<ColumnType, (text: string) => BoundValue>> = {
  integer: BigInt,
  float: (text) => Number(text.replace('inf', 'Infinity')),
  boolean: (text) => text === 'true',
  datetime: (text) => text,
  string: (text) => text,
  null: () => null,
};

const QUOTE = 34;
const COMMA = 44;
const NEWLINE = 10;

/** The rows that a text has completely, and where the rest begins. */
function completeRows(text: string): { readonly rows: StagedRow[]; readonly rest: number } {
  const rows: StagedRow[] = [];
  let row: (string | null)[] = [];
  let rest = 0;
  let start = 0;
  for (;;) {
    const isQuoted = text.charCodeAt(start) === QUOTE;
    const end = isQuoted ? endOfQuoted(text, start) : endOfPlain(text, start);
    if (end === null) return { rows, rest };
    row.push(isQuoted ? unquoted(text.slice(start + 1, end - 1)) : text.slice(start, end) || null);
    start = end + 1;
    if (text.charCodeAt(end) === NEWLINE) {
      rows.push(row);
      row = [];
      rest = start;
    }
  }
}

function unquoted(text: string): string {
  return text.includes('"') ? text.replaceAll('""', '"') : text;
}

/** Where the cell that begins at `start` ends; null: after the text. */
function endOfPlain(text: string, start: number): number | null {
  for (let end = start; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === COMMA || code === NEWLINE) return end;
  }
  return null;
}

function endOfQuoted(text: string, start: number): number | null {
  for (let quote = text.indexOf('"', start + 1); quote !== -1;) {
    // Whether a quote at the end of the text is the first of two shows only the next text.
    if (quote + 1 === text.length) return null;
    if (text.charCodeAt(quote + 1) !== QUOTE) return quote + 1;
    quote = text.indexOf('"', quote + 2);
  }
  return null;
}
