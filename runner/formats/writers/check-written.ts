import { open, rm, writeFile } from 'node:fs/promises';

/** More than the blocks of file systems. */
const PROBE_BYTES = 1 << 16;

/** How the last bytes of a whole file are. */
const ENDINGS = { lines: '\n', parquet: 'PAR1' } as const;

/**
 * Checks that a file which polars wrote is whole: it does not report that the last 2 MB of a file found no space. Then
 * the file ends somewhere, which can be the end of a record, and the disk has no space either for anything else.
 * @throws Error with the code ENOSPC when the disk is full; another error when the file is cut off
 */
export async function checkWritten(path: string, kind: keyof typeof ENDINGS): Promise<void> {
  await probeSpace(`${path}.probe`);
  const ending = Buffer.from(ENDINGS[kind]);
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size === 0 && kind === 'lines') return;
  const last = Buffer.alloc(ending.length);
  await file.read(last, 0, last.length, Math.max(0, size - last.length));
  if (!last.equals(ending)) throw new Error('The file was not written whole');
}

async function probeSpace(path: string): Promise<void> {
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES));
  } finally {
    await rm(path, { force: true });
  }
}
