import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from './csv-line.ts';

/** So many characters are written at a time. */
const CHUNK_LENGTH = 1 << 16;

type Cells = readonly (string | null)[];

/**
 * Writes rows as a staged file, see `StagedRows`, no faster than the disk takes them. When the rows or the disk fail,
 * it closes the file and the source, and throws their error.
 * @returns the number of rows
 */
export async function writeRows(
  file: string,
  rows: Iterable<Cells> | AsyncIterable<Cells>,
  open: (file: string) => Writable = createWriteStream,
): Promise<number> {
  let count = 0;
  async function* chunks(): AsyncGenerator<string> {
    let chunk = '';
    for await (const cells of rows) {
      count += 1;
      // Readers skip empty lines.
      chunk += csvLine(cells.length === 1 ? [...cells, '0'] : cells);
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk !== '') yield chunk;
  }
  await pipeline(chunks, open(file));
  return count;
}
