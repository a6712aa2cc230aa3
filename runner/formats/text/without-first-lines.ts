import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileChunks } from './file-chunks.ts';

const LINE_FEED = 10;

/** Writes a copy of a text file that begins after so many lines; of a shorter file nothing is left. */
export async function withoutFirstLines(
  path: string,
  lines: number,
  target: string,
): Promise<void> {
  await pipeline(rest(path, lines), createWriteStream(target));
}

async function* rest(path: string, lines: number): AsyncGenerator<Buffer> {
  let missing = lines;
  for await (const chunk of fileChunks(path)) {
    let start = 0;
    while (missing > 0 && start < chunk.length) {
      const feed = chunk.indexOf(LINE_FEED, start);
      start = feed < 0 ? chunk.length : feed + 1;
      if (feed >= 0) missing--;
    }
    // The chunk's buffer is used again.
    if (start < chunk.length) yield Buffer.from(chunk.subarray(start));
  }
}
