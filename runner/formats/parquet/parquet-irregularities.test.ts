import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import pl from '../../engines/polars/pinned/library.ts';
import { INDEXED_FILE } from '../../../test/support/indexed-parquet.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

const counts = pl.Series('n', ['1', null, '3'], pl.String).cast(pl.Int64);
const regular = pl
  .DataFrame([counts])
  .select(
    pl.col('n'),
    pl.col('n').cast(pl.Float64).alias('x'),
    pl.col('n').gt(1).alias('ok'),
    pl.col('n').cast(pl.Datetime('us')).alias('at'),
    pl.col('n').cast(pl.String).alias('text'),
    pl.lit(null).alias('nothing'),
  );

describe('what plain readers misread in a Parquet file', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  async function found(content: Uint8Array): Promise<unknown> {
    return (await bench.ingest('parquet', content)).irregularities;
  }

  async function parquet(frame: pl.DataFrame): Promise<Buffer> {
    const path = bench.path('made.parquet');
    frame.writeParquet(path);
    return readFile(path);
  }

  it('is nothing when each column has the type that the service gives it', async () => {
    expect(await found(await parquet(regular))).toEqual([]);
    expect(await found(await parquet(regular.head(0)))).toEqual([]);
  });

  it.each<[string, pl.Expr]>([
    ['narrow integers', pl.col('n').cast(pl.Int16)],
    ['unsigned integers', pl.col('n').cast(pl.UInt64)],
    ['short floats', pl.col('n').cast(pl.Float32)],
    ['dates', pl.col('n').cast(pl.Int32).cast(pl.Date)],
    ['nanoseconds', pl.col('n').cast(pl.Datetime('ns'))],
    ['categories', pl.col('text').cast(pl.Categorical)],
  ])('is a type that a cast converts: %s', async (_what, column) => {
    const frame = regular.withColumn(column.alias('other'));
    expect(await found(await parquet(frame))).toEqual(['cast_types']);
  });

  it.each<[string, pl.Expr]>([
    ['zoned datetimes', pl.col('at').dt.replaceTimeZone('Europe/Berlin')],
    ['durations', pl.col('n').cast(pl.Duration('us'))],
    ['times', pl.col('n').cast(pl.Time)],
    ['lists', pl.concatList([pl.col('n')])],
    ['structs', pl.struct([pl.col('n')])],
  ])('is a type that no cast converts: %s', async (_what, column) => {
    const frame = regular.withColumn(column.alias('other'));
    expect(await found(await parquet(frame))).toEqual(['other_types']);
  });

  it('is NaN, a name that the service changed, and the index of a pandas frame', async () => {
    const nan = pl.DataFrame({ x: pl.Series('x', [1, Number.NaN, null], pl.Float64) });
    expect(await found(await parquet(nan))).toEqual(['nan_cells']);
    const unnamed = pl.DataFrame([counts]);
    unnamed.columns = [''];
    expect(await found(await parquet(unnamed))).toEqual(['renamed_columns']);
    expect(await found(gunzipSync(Buffer.from(INDEXED_FILE, 'base64')))).toContain('pandas_index');
  });

  it('is nothing in the copy that replaces an Arrow file', async () => {
    const frame = regular.withColumn(pl.col('text').cast(pl.Categorical).alias('category'));
    expect(await found(frame.writeIPC())).toEqual([]);
  });
});
