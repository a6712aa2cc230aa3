import { writeFile } from 'node:fs/promises';
import pl from '../../engines/polars/pinned/library.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';
import { ingestParquet } from './ingest-parquet.ts';
import { readerMemoryLimit } from './reader-memory.ts';

const GIBIBYTE = 2 ** 30;

it('limits a reader to 2 GiB plus 16 times the file, within three quarters of the machine', () => {
  expect(readerMemoryLimit(0, 64 * GIBIBYTE)).toBe(2 * GIBIBYTE);
  expect(readerMemoryLimit(GIBIBYTE, 64 * GIBIBYTE)).toBe(18 * GIBIBYTE);
  expect(readerMemoryLimit(GIBIBYTE, 4 * GIBIBYTE)).toBe(3 * GIBIBYTE);
});

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('a file that unpacks to more memory than its reader may hold', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  const zeros = pl.DataFrame({ n: pl.Series('n', new Float64Array(2 ** 22)) });

  it.each([
    ['an Arrow', () => zeros.writeIPC({ compression: 'zstd' })],
    ['a Parquet', () => zeros.writeParquet()],
  ])('is rejected as %s file and its reader stops', async (kind, write) => {
    const path = bench.path('zeros');
    const content = write();
    await writeFile(path, content);
    const dataPath = bench.path('data.parquet');
    const request = { path, dataPath, rewrittenPath: bench.path('rewritten'), pl };
    const file = { ...request, fileName: 'zeros.parquet', format: 'parquet', options: {} } as const;
    // A reader holds more than a byte from its start, so that the first sample decides, not the machine's speed.
    await expect(ingestParquet(file, () => 1)).rejects.toThrow(
      `zeros.parquet cannot be read as ${kind} file: it unpacks to more than 0 MiB of memory, the limit for a file of its size. Split it, or write it in smaller batches or row groups.`,
    );
    expect((await ingestParquet(file)).rowCount).toBe(2 ** 22);
  });
});
