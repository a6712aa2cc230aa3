import { open, type FileHandle } from 'node:fs/promises';

/** Buffer size for reading files. */
export const CHUNK_BYTES = 1 << 20;
const MIN_CHUNK_BYTES = 1 << 12;

/** Reads a file in chunks that share one buffer: a chunk is valid only until the next one is requested. */
export async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    // Size the buffer to small files: a megabyte per output of a small run would burden the collector.
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size, MIN_CHUNK_BYTES)));
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Returns the first bytes of a file, at most `length`. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  return readAt(path, length, () => Promise.resolve(0));
}

/** Returns the last bytes of a file, at most `length`. */
export async function readTail(path: string, length: number): Promise<Buffer> {
  return readAt(path, length, async (file) => Math.max(0, (await file.stat()).size - length));
}

async function readAt(
  path: string,
  length: number,
  place: (file: FileHandle) => Promise<number>,
): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, await place(file));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reports whether a file that starts with these bytes has a UTF-8 byte order mark. */
export function hasByteOrderMark(head: Buffer): boolean {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
}
