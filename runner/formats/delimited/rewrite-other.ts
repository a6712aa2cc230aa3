import { createWriteStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../domain/errors.ts';
import { CHUNK_BYTES, fileChunks, hasByteOrderMark } from '../text/file-chunks.ts';
import { InvalidUtf8Error } from '../text/invalid-utf8.ts';
import type { LineEnds } from '../text/line-ends.ts';
import { Utf8Validator } from '../text/utf8-validator.ts';
import { MAX_COLUMNS, tooManyColumns } from './max-columns.ts';
import { recordText } from './normalise-delimited.ts';
import { OtherRecords, type Line } from './other-records.ts';
import type { OtherRules } from './other-rules.ts';

/** How a file is rewritten. */
export interface Rewriting {
  readonly fileName: string;
  readonly rules: OtherRules;
  /** Number of the first line in the user's file. */
  readonly firstLine: number;
  /** Separates the cells of the copy. */
  readonly delimiter: string;
  /** Whether all rows get as many cells as the longest one. */
  readonly padsRows: boolean;
  /** The least number of cells of a row that is padded. */
  readonly minWidth: number;
}

/** Bounds the copy, by about as many bytes. */
const MAX_ADDED_CELLS = 1_000_000_000;

/**
 * Writes a copy of UTF-8 text whose cells are separated and quoted by RFC 4180, each in the line that it had:
 * blank lines stay, and comments become blank.
 * @returns how the lines of the text end
 * @throws UserError for a quote that is never closed, and when the rows are too long to pad them
 * @throws InvalidUtf8Error with the line
 */
export async function rewriteOther(
  path: string,
  rewriting: Rewriting,
  target: string,
): Promise<LineEnds> {
  const { delimiter, padsRows, minWidth } = rewriting;
  const reader = new OtherRecords(rewriting.rules, rewriting.firstLine);
  const width = padsRows ? Math.max(minWidth, await paddedWidth(path, rewriting)) : 0;
  const textOf = (line: Line): string => {
    if (line === null) return '\n';
    const missing = width - line.length;
    if (missing <= 0) return recordText(line, delimiter);
    return `${recordText([...line, ''], delimiter).slice(0, -1)}${delimiter.repeat(missing - 1)}\n`;
  };
  await pipeline(
    linesOf(path, rewriting, reader),
    async function* write(batches: AsyncIterable<Line[]>) {
      for await (const lines of batches) yield* inChunks(lines, textOf);
    },
    createWriteStream(target),
  );
  return reader.ends;
}

/** Joins the texts of lines: padded, those of a batch are longer than a string may be, and than the memory. */
function* inChunks(lines: readonly Line[], textOf: (line: Line) => string): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += textOf(line);
    if (chunk.length < CHUNK_BYTES) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** The length of the longest row. @throws UserError when it has too many cells, or the others lack too many */
async function paddedWidth(path: string, rewriting: Rewriting): Promise<number> {
  const { fileName, firstLine, minWidth } = rewriting;
  let longest = { width: 0, line: firstLine };
  let [line, rows, cells] = [firstLine, 0, 0];
  const reader = new OtherRecords(rewriting.rules);
  const check = (width: number): void => {
    if (width <= MAX_COLUMNS) return;
    throw tooManyColumns(fileName, `more than ${MAX_COLUMNS} columns in line ${line}`);
  };
  for await (const lines of linesOf(path, rewriting, reader)) {
    for (const read of lines) {
      const width = read?.length ?? 0;
      check(width);
      if (width > longest.width) longest = { width, line };
      rows += Number(read !== null);
      cells += width;
      line += 1 + breaksIn(read);
    }
    check(reader.openCells);
  }
  const missing = rows * Math.max(minWidth, longest.width) - cells;
  if (missing <= MAX_ADDED_CELLS) return longest.width;
  throw new UserError(
    `${fileName} has ${rows} rows and ${longest.width} cells in line ${longest.line}: rows=widest would add ${missing} empty cells to the others, and it adds at most ${MAX_ADDED_CELLS}. Is that line right, and the delimiter?`,
  );
}

async function* linesOf(
  path: string,
  { fileName, firstLine }: Rewriting,
  reader: OtherRecords,
): AsyncGenerator<Line[]> {
  const utf8 = new Utf8Validator();
  const decoder = new StringDecoder('utf8');
  let line = firstLine;
  let first = true;
  for await (const chunk of fileChunks(path)) {
    if (!utf8.push(chunk)) throw new InvalidUtf8Error(fileName, line + utf8.validLines);
    const lines = reader.push(
      decoder.write(first && hasByteOrderMark(chunk) ? chunk.subarray(3) : chunk),
    );
    first = false;
    for (const read of lines) line += 1 + breaksIn(read);
    yield lines;
  }
  if (!utf8.end()) throw new InvalidUtf8Error(fileName, line);
  if (reader.isInQuotes) {
    throw new UserError(
      `${fileName} has a quote that is opened in the row of line ${line} and never closed. If it is no quote, read the file with quote_char=none.`,
    );
  }
  yield reader.end();
}

function breaksIn(line: Line): number {
  return (line ?? []).reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}
