import { truncate, writeFile } from 'node:fs/promises';
import pl from '../../engines/polars/pinned/library.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';
import { arrowToParquet } from './arrow-to-parquet.ts';
import { readerFailureReason } from './reader-failure.ts';

describe('an undamaged file that cannot be read', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it.each([
    [
      'stream',
      'orders.arrows',
      'an Arrow stream can have at most 1 GiB. Write it as an Arrow file',
    ],
    [
      'file',
      'orders[1].arrow',
      'an Arrow file at a path with * ? [ ] { or } can have at most 1 GiB.',
    ],
  ] as const)('is a %s that memory does not hold', async (kind, name, reason) => {
    const path = bench.path(name);
    await writeFile(path, '');
    await truncate(path, 2 ** 30 + 1);
    await expect(arrowToParquet(pl, { path, kind }, bench.path('out.parquet'))).rejects.toThrow(
      reason,
    );
  });
});

describe('the reason of a failed read', () => {
  it('is lack of memory when the library could not allocate it', () => {
    const output = 'memory allocation of 17179869184 bytes failed';
    expect(readerFailureReason({ output })).toBe(
      'it takes more memory than there is, or its content is damaged',
    );
  });

  it('is lack of memory when the reader was killed, and unknown when it aborted', () => {
    expect(readerFailureReason({ output: '', signal: 'SIGKILL' })).toBe(
      'its reader was killed, probably for lack of memory',
    );
    expect(readerFailureReason({ output: 'index out of bounds', signal: 'SIGABRT' })).toBeNull();
  });
});
