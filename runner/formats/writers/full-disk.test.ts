import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pl from 'nodejs-polars';
import polars from '../../engines/polars/pinned/library.ts';
import { skipSuite } from '../../../test/support/skips.ts';
import { fullDiskSentence } from '../../domain/full-disk.ts';
import { PandasEngine } from '../../engine-adapters/pandas-engine.ts';
import { ingestFile } from '../ingest.ts';
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
const rows = (count: number): pl.LazyDataFrame =>
  polars.DataFrame({ a: Array.from({ length: count }, () => 'x'.repeat(15)) }).lazy();

it.each([
  ['lines', 'a\nb'],
  ['parquet', 'PAR1 and no more'],
] as const)('rejects a file of %s that is cut off', async (kind, content) => {
  const file = path.join(folder, 'file');
  writeFileSync(file, content);
  const error: unknown = await checkWritten(file, kind).catch((thrown: unknown) => thrown);
  expect(fullDiskSentence(error)).toMatch(
    /^A file was not written whole, probably because no space .*, so free space there,/,
  );
  expect(readdirSync(folder)).toEqual(['file']);
});

describe('a file that was cut between two lines, while space became free again', () => {
  const CUT = 'The file was not written whole';
  /** So many that the pandas engine reads a column when it writes the output. */
  const MANY_ROWS = 300_000;

  it('is not treated as all rows of a table', async () => {
    const cut = Object.assign(rows(64), {
      sinkCSV: (...args: Parameters<pl.LazyDataFrame['sinkCSV']>) => rows(32).sinkCSV(...args),
    });
    const library = { ...polars, scanParquet: () => cut };
    const write = parquetToStaged(library, '', path.join(folder, 'rows.csv'));
    await expect(write).rejects.toThrow(CUT);
  });

  it('is not treated as an output of the pandas engine', async () => {
    const data = path.join(folder, 'data.parquet');
    // A table of one column of texts is collected before it is written.
    const columns = [...COLUMNS, { name: 'b', type: 'string' }] as const;
    await rows(MANY_ROWS).withColumns(polars.col('a').alias('b')).sinkParquet(data).collect();
    const scanParquet: typeof polars.scanParquet = (...args) => {
      const scan = polars.scanParquet(...args);
      return Object.assign(scan, {
        select: (...cells: pl.Expr[]) => {
          const read = scan.withColumns().select(...cells);
          return Object.assign(read, {
            sinkCSV: (...to: Parameters<typeof read.sinkCSV>) => read.head(1).sinkCSV(...to),
          });
        },
      });
    };
    const engine = new PandasEngine({ ...polars, scanParquet });
    const frame = await engine.readFile({ path: data, columns, rowCount: MANY_ROWS });
    await expect(engine.write(frame, 'csv', path.join(folder, 'rows.csv'))).rejects.toThrow(CUT);
  });

  it('is not treated as the whole upload in another dialect', async () => {
    const file = path.join(folder, 'upload');
    writeFileSync(file, 'a;b\n1;2\n3;4\n');
    const scanParquet: typeof polars.scanParquet = (...args) => {
      const scan = polars.scanParquet(...args);
      return Object.assign(scan, {
        sinkCSV: (...to: Parameters<pl.LazyDataFrame['sinkCSV']>) => scan.head(1).sinkCSV(...to),
      });
    };
    const [dataPath, rewrittenPath] = [`${file}.parquet`, `${file}.csv`];
    const upload = { path: file, fileName: 'a.csv', format: 'csv', options: {} } as const;
    const library = { ...polars, scanParquet };
    const ingest = ingestFile({ ...upload, dataPath, rewrittenPath, pl: library });
    await expect(ingest).rejects.toThrow(CUT);
  });
});

const SUITE = 'a file for which the disk has too little space';

/** Only root may make a disk of its own, and not in every container. @returns why not; null when it may */
function mountLack(): string | null {
  const place = mkdtempSync(path.join(os.tmpdir(), 'millrace-mount-'));
  if (!succeeds('mount', '-t', 'tmpfs', 'tmpfs', place)) {
    rmSync(place, { recursive: true });
    return 'only root on Linux may mount a disk, and not in every container';
  }
  // The folder of a disk that stays mounted cannot be removed.
  if (!succeeds('umount', place)) return `a disk can be mounted but not unmounted: ${place}`;
  rmSync(place, { recursive: true });
  return null;
}

function succeeds(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

const lack = mountLack();
if (lack !== null) skipSuite(SUITE, lack);

(lack === null ? describe : describe.skip)(SUITE, () => {
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

  it('is written whole when Parquet leaves little of the disk', async () => {
    const write = writeFrame(rows(3), COLUMNS, 'parquet', path.join(folder, 'file'));
    expect((await write).rows).toBe(3);
  });

  it('is not treated as all rows of a table', async () => {
    const source = path.join(folder, 'rows.parquet');
    await rows(9_000).sinkParquet(source).collect();
    const write = parquetToStaged(polars, source, path.join(folder, 'rows.csv'));
    expect(await reasonOf(write)).toContain('No space is left on the disk');
  });
});
