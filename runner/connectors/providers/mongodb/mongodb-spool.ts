import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const CHUNK_BYTES = 1 << 20;
const LENGTH_BYTES = 4;

/** Writes documents one after the other into a file; each begins with its length. */
export async function spoolAll(file: string, documents: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(documents, createWriteStream(file, { highWaterMark: CHUNK_BYTES }));
}

/** Reads the documents of a file, one at a time. */
export async function* spooledDocuments(file: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  let needed = LENGTH_BYTES;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    parts.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size < needed) continue;
    const buffer = Buffer.concat(parts);
    let start = 0;
    needed = lengthAt(buffer, start);
    while (start + needed <= buffer.length) {
      yield buffer.subarray(start, start + needed);
      start += needed;
      needed = lengthAt(buffer, start);
    }
    parts = [buffer.subarray(start)];
    size = buffer.length - start;
  }
}

/** The length of the document that begins there; of an incomplete length, what the length itself needs. */
function lengthAt(buffer: Buffer, start: number): number {
  return start + LENGTH_BYTES <= buffer.length ? buffer.readInt32LE(start) : LENGTH_BYTES;
}
