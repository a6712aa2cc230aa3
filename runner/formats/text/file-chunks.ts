import { open, type FileHandle } from 'node:fs/promises';

export const CHUNK_BYTES = 1 << 20;
const FEWEST_BYTES = 1 << 12;

/** Reads a file chunk by chunk through one buffer: a chunk is valid only until the next one is asked for. */
export async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    // Outputs of small runs are read too: a megabyte for each would have garbage collected every few runs.
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size, FEWEST_BYTES)));
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The first bytes of a file, at most `length`. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  return readAt(path, length, () => Promise.resolve(0));
}

/** The last bytes of a file, at most `length`. */
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

/** Whether a file that begins with these bytes has the byte order mark of UTF-8. */
export function hasByteOrderMark(head: Buffer): boolean {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
}
