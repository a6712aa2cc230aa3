import { readFile } from 'node:fs/promises';
import pl from 'nodejs-polars';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';
import { arrowToParquet } from './arrow-to-parquet.ts';

describe('reading Arrow', () => {
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
  ])('turns the columns of %s into the five types, and keeps it as Parquet', async (_, write) => {
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

  it('rejects an Arrow file that ends early, and leaves nothing behind', async () => {
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

  it('rejects an Arrow stream that ends early', async () => {
    const whole = frame.writeIPCStream();
    for (const end of [4, 100]) {
      await expect(bench.ingest('parquet', whole.subarray(0, end))).rejects.toThrow(
        'file.parquet cannot be read as an Arrow file: its content is damaged, or it ends early.',
      );
    }
  });
});
