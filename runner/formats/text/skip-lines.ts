import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileChunks } from './file-chunks.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Writes a copy of a text file without its first lines, which end in LF, CR LF or CR. The copy of a
 * shorter file is empty.
 */
export async function skipLines(path: string, lines: number, target: string): Promise<void> {
  await pipeline(chunksBelow(path, lines), createWriteStream(target));
}

/** The bytes of a text file below its first lines, which end in LF, CR LF or CR. */
export async function* chunksBelow(path: string, lines: number): AsyncGenerator<Buffer> {
  let missing = lines;
  let afterReturn = false;
  for await (const chunk of fileChunks(path)) {
    let start = 0;
    // CR ends a line; a following LF, perhaps in the next chunk, is skipped with it.
    while (missing > 0 || (afterReturn && chunk[start] === LINE_FEED)) {
      const byte = chunk[start];
      if (byte === undefined) break;
      if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && !afterReturn)) missing--;
      afterReturn = byte === CARRIAGE_RETURN;
      start++;
    }
    if (start === chunk.length) continue;
    afterReturn = false;
    // Copy the chunk, whose buffer is reused.
    yield Buffer.from(chunk.subarray(start));
  }
}
