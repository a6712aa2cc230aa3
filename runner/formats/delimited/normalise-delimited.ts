import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { NullCells } from './null-cells.ts';
import { DelimitedRecords } from './delimited-records.ts';
import { CHUNK_BYTES } from '../text/file-chunks.ts';

/** Rules for splitting delimited text into cells, and for null cells. */
export interface DelimitedText {
  readonly delimiter: string;
  /** First character of comment lines. */
  readonly comment?: string | undefined;
  /** Texts of null cells, without surrounding white space. */
  readonly nullValues?: readonly string[] | undefined;
}

/**
 * Writes a copy of delimited text that every reader parses in the same way: without blank lines, comments,
 * misplaced quotes and CR line ends, and with empty cells for null.
 */
export async function normaliseDelimited(
  path: string,
  text: DelimitedText,
  target: string,
): Promise<void> {
  const { delimiter, comment } = text;
  const nulls = new NullCells(text.nullValues);
  await pipeline(
    createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES }),
    async function* rewrite(chunks: AsyncIterable<string>) {
      const reader = new DelimitedRecords(delimiter, comment);
      const value = (cell: string): string => (nulls.has(cell) ? '' : cell);
      const cellsOf = (record: string[]): string[] => (nulls.isEmpty ? record : record.map(value));
      const lines = (records: string[][]): string =>
        records.map((record) => recordText(cellsOf(record), delimiter)).join('');
      for await (const chunk of withoutMark(chunks)) yield lines(reader.push(chunk));
      yield lines(reader.end());
    },
    createWriteStream(target),
  );
}

/** Returns the cells of the first record, or undefined if there is none. */
export async function readHeader(
  path: string,
  { delimiter, comment }: DelimitedText,
): Promise<string[] | undefined> {
  const reader = new DelimitedRecords(delimiter, comment);
  const chunks = createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES });
  for await (const chunk of withoutMark(chunks as AsyncIterable<string>)) {
    const [header] = reader.push(chunk);
    if (header !== undefined) return header;
  }
  return reader.end()[0];
}

async function* withoutMark(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let first = true;
  for await (const chunk of chunks) {
    yield first && chunk.startsWith('\ufeff') ? chunk.slice(1) : chunk;
    first = false;
  }
}

/** Returns the line of a record. */
export function recordText(cells: readonly string[], delimiter: string): string {
  // A lone empty cell would be a blank line.
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return `${cells.map((cell) => cellText(cell, delimiter)).join(delimiter)}\n`;
}

/** Returns a cell, quoted if necessary. */
export function cellText(cell: string, delimiter: string): string {
  if (!/["\r\n]/.test(cell) && !cell.includes(delimiter)) return cell;
  return `"${cell.replaceAll('"', '""')}"`;
}
