import { open } from 'node:fs/promises';

/** A piece of a file. */
export interface FilePart {
  /** From 1. */
  readonly number: number;
  readonly body: Buffer;
}

/** How a file is cut. */
export interface PartLimits {
  /** The size of a part in bytes, unless there would be more than `maxParts`. */
  readonly partBytes: number;
  readonly maxParts: number;
}

/** Reads a file in parts. An empty file has one empty part. */
export async function* fileParts(file: string, limits: PartLimits): AsyncGenerator<FilePart> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const bytes = Math.max(limits.partBytes, Math.ceil(size / limits.maxParts));
  for (let number = 1, start = 0; number === 1 || start < size; number++, start += bytes) {
    const body = Buffer.alloc(Math.min(bytes, size - start));
    for (let filled = 0; filled < body.length;) {
      const { bytesRead } = await handle.read(body, filled, body.length - filled, start + filled);
      if (bytesRead === 0) throw new Error(`${file} became shorter while it was read`);
      filled += bytesRead;
    }
    yield { number, body };
  }
}
