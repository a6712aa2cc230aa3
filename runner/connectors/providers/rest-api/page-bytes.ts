import { createReadStream } from 'node:fs';
import { CHUNK_BYTES } from '../../../formats/text/file-chunks.ts';

/** The text of some bytes of a page. */
export async function textOf(file: string, start: number, end: number): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of bytesOf(file, start, end)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** @param end the byte after the last one */
export async function* bytesOf(file: string, start: number, end: number): AsyncGenerator<Buffer> {
  // A stream cannot be empty: its end is inclusive.
  if (end <= start) return;
  const stream = createReadStream(file, { start, end: end - 1, highWaterMark: CHUNK_BYTES });
  for await (const chunk of stream) yield chunk as Buffer;
}
