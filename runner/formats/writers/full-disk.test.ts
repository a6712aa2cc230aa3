import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import polars from '../../engines/polars/pinned/library.ts';
import { fullDiskSentence } from '../../domain/full-disk.ts';
import { parquetToStaged } from '../staged-rows.ts';
import { checkWritten } from './check-written.ts';
import { writeFrame } from './write-frame.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-full-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const COLUMNS = [{ name: 'a', type: 'string' }] as const;

/** Rows of 16 bytes as CSV, so that a file that ends with a block also ends with a row. */
const rows = (count: number): ReturnType<ReturnType<typeof polars.DataFrame>['lazy']> =>
  polars.DataFrame({ a: Array.from({ length: count }, () => 'x'.repeat(15)) }).lazy();

it.each([
  ['lines', 'a\nb'],
  ['parquet', 'PAR1 and no more'],
] as const)('rejects a file of %s that is cut off', async (kind, content) => {
  const file = path.join(folder, 'file');
  writeFileSync(file, content);
  await expect(checkWritten(file, kind)).rejects.toThrow('The file was not written whole');
  expect(readdirSync(folder)).toEqual(['file']);
});

/** Only root may make a disk of its own, and not in every container. */
function mounts(): boolean {
  const place = mkdtempSync(path.join(os.tmpdir(), 'millrace-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true });
  }
}

(mounts() ? describe : describe.skip)('a file for which the disk has too little space', () => {
  beforeEach(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  });
  afterEach(() => {
    execFileSync('umount', [folder]);
  });

  const reasonOf = async (write: Promise<unknown>): Promise<string | null> =>
    fullDiskSentence(await write.catch((error: unknown) => error));

  it.each(['csv', 'tsv', 'text', 'jsonl', 'json', 'parquet', 'columnar'] as const)(
    'is not treated as a whole one: %s',
    async (format) => {
      const frame =
        format === 'parquet' || format === 'columnar'
          ? polars.DataFrame({ a: Array.from({ length: 9_000 }, () => crypto.randomUUID()) })
          : await rows(9_000).collect();
      const write = writeFrame(frame.lazy(), COLUMNS, format, path.join(folder, 'file'));
      expect(await reasonOf(write)).toContain('No space is left on the disk');
    },
  );

  it('is not treated as all rows of a table', async () => {
    const source = path.join(folder, 'rows.parquet');
    await rows(9_000).sinkParquet(source).collect();
    const write = parquetToStaged(polars, source, path.join(folder, 'rows.csv'));
    expect(await reasonOf(write)).toContain('No space is left on the disk');
  });
});
