import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { CutFileError } from '../../domain/full-disk.ts';

/** The blocks of file systems are so large, or multiples. */
const BLOCK_BYTES = 512;

/** More than the blocks of file systems. */
const PROBE_BYTES = 1 << 16;

/** How the last bytes of a whole file are. */
const ENDINGS = { lines: '\n', parquet: 'PAR1' } as const;

/**
 * Checks that a file which polars wrote is whole: it does not report that the last 2 MB of a file found no space. The
 * end of Parquet proves it. Lines can be cut at the end of a record, so they also fail when the disk has less than 64 KB
 * left for anything else. That misses a cut between two lines when space became free meanwhile. `checkComplete` finds
 * it where the number of rows is known; for an output of a lazy plan it would be a second evaluation.
 * @throws Error with the code ENOSPC or EDQUOT when the disk is full; CutFileError when the file is cut off
 */
export async function checkWritten(path: string, kind: keyof typeof ENDINGS): Promise<void> {
  if (kind === 'lines') await probeSpace(`${path}.probe`);
  if (isWhole(path, kind)) return;
  await probeSpace(`${path}.probe`);
  throw new CutFileError();
}

/** Compares the rows that a file has with those that it should have. @throws CutFileError when some are missing */
export function checkComplete(rows: number, expected: number): void {
  // The file of a table without columns has not even a header.
  if (Math.max(rows, 0) < expected) throw new CutFileError();
}

/** Whether a full disk can have cut the file: then it ends where a block ends. Others need not be counted. */
export async function endsWithBlock(path: string): Promise<boolean> {
  return (await stat(path)).size % BLOCK_BYTES === 0;
}

/** Synchronous, since the last page of a file that was just written is in memory. */
function isWhole(path: string, kind: keyof typeof ENDINGS): boolean {
  const ending = Buffer.from(ENDINGS[kind]);
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0 && kind === 'lines') return true;
    const last = Buffer.alloc(ending.length);
    readSync(file, last, 0, last.length, Math.max(0, size - last.length));
    return last.equals(ending);
  } finally {
    closeSync(file);
  }
}

async function probeSpace(path: string): Promise<void> {
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES));
  } finally {
    await rm(path, { force: true });
  }
}
