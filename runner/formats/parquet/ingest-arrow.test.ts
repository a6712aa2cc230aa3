import { readFile } from 'node:fs/promises';
import pl from '../../engines/polars/pinned/library.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';
import { arrowToParquet } from './arrow-to-parquet.ts';

describe('ingesting Arrow', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  const text = (name: string, values: (string | null)[]): pl.Series =>
    pl.Series(name, values, pl.String);
  const frame = pl.DataFrame([
    text('id', ['9007199254740993', null]).cast(pl.Int64),
    text('kind', ['a', null]).cast(pl.Categorical),
    text('at', ['1704164645123456', null]).cast(pl.Int64).cast(pl.Datetime('us')),
    pl.Series('share', [1.5, NaN]).cast(pl.Float32),
  ]);
  const columns = ['id:integer', 'kind:string', 'at:datetime', 'share:float'];
  const rows = [
    { id: 9007199254740993n, kind: 'a', at: '2024-01-02T03:04:05.123456', share: 1.5 },
    { id: null, kind: null, at: null, share: null },
  ];

  it.each([
    ['an Arrow file', () => frame.writeIPC()],
    ['an Arrow stream', () => frame.writeIPCStream()],
    ['a compressed Arrow file', () => frame.writeIPC({ compression: 'zstd' })],
  ])('converts the columns of %s to column types and stores Parquet', async (_, write) => {
    const outcome = await bench.ingest('parquet', write());
    expect(outcome).toMatchObject({ columns, rows, rowCount: 2 });
    expect(pl.readParquet(outcome.rewritten ?? '').shape).toEqual({ height: 2, width: 4 });
    expect((await bench.leftovers()).filter((name) => name.endsWith('.arrow'))).toEqual([]);
  });

  it('reads an Arrow file whose path looks like a pattern', async () => {
    const path = bench.path('orders[1].arrow');
    frame.writeIPC(path);
    await arrowToParquet(pl, { path, kind: 'file' }, bench.path('orders.parquet'));
    expect(pl.readParquet(bench.path('orders.parquet')).height).toBe(2);
  });

  it('rejects a truncated Arrow file and leaves no files behind', async () => {
    const path = bench.path('whole.arrow');
    frame.writeIPC(path);
    const whole = await readFile(path);
    for (const end of [8, 100, whole.length - 20]) {
      await expect(bench.ingest('parquet', whole.subarray(0, end))).rejects.toThrow(
        'file.parquet cannot be read as an Arrow file: its content is damaged, or it ends early.',
      );
      expect(await bench.leftovers()).toEqual([]);
    }
  });

  describe('as a stream', () => {
    const stream = (...values: number[]): Buffer => pl.DataFrame({ n: values }).writeIPCStream();
    const endMark = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
    const whole = stream(1, 2, 3);
    const batches = whole.subarray(0, -endMark.length);

    it.each([
      ['within its first message', whole.subarray(0, 100)],
      ['behind its first four bytes', whole.subarray(0, 4)],
      ['within a record batch', batches.subarray(0, -8)],
      ['behind a record batch', batches],
      ['two bytes behind a record batch', whole.subarray(0, batches.length + 2)],
      ['within its end mark', whole.subarray(0, -2)],
      // The last value looks like an end mark.
      ['behind a record batch that ends as a stream does', stream(2 ** 32 - 1).subarray(0, -8)],
    ])('is rejected when it ends %s', async (_, content) => {
      await expect(bench.ingest('parquet', content)).rejects.toThrow(
        'file.parquet: the Arrow stream has no end mark: it was cut, or its writer was not closed.',
      );
      expect(await bench.leftovers()).toEqual([]);
    });

    it('is rejected when another follows it', async () => {
      await expect(bench.ingest('parquet', Buffer.concat([whole, whole]))).rejects.toThrow(
        `file.parquet: the Arrow stream has ${whole.length} bytes behind its end mark.`,
      );
    });

    it('is read with the end mark of older writers, and without rows', async () => {
      const older = Buffer.concat([batches, Buffer.alloc(4)]);
      expect(await bench.ingest('parquet', older)).toMatchObject({ rowCount: 3 });
      expect(await bench.ingest('parquet', stream())).toMatchObject({ rowCount: 0 });
    });

    it('is rejected when a message is damaged', async () => {
      const damaged = Buffer.from(whole);
      damaged.fill(0xff, 8, 40);
      await expect(bench.ingest('parquet', damaged)).rejects.toThrow(
        'file.parquet cannot be read as an Arrow file: its content is damaged, or it ends early.',
      );
    });
  });
});
