import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleRows } from '../../formats/sample-rows.ts';
import { writeFrame } from '../../formats/writers/write-frame.ts';
import pl from '../polars/pinned/library.ts';
import { cellValues } from './cell-values.ts';
import { pendingSource } from './deferred-column.ts';
import { frameRows } from './frame-rows.ts';
import { filterFrame } from './kernels/rows/filter-frame.ts';
import { limitFrame } from './kernels/rows/limit-frame.ts';
import { presentMask, validMask } from './kernels/columns/null-mask.ts';
import { takeRows } from './kernels/columns/take-rows.ts';
import { readParquetFrame, type ParquetFile } from './read-parquet-frame.ts';
import { toLazy, toPolars } from './to-polars.ts';

describe('frames of Parquet files', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'millrace-frames-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  /** A file with the columns `id`, `*` and `day` or copies of them, with nulls at both ends. */
  function writeFile(rows: number, copies = 1): ParquetFile {
    const file = path.join(folder, `${rows}-${copies}.parquet`);
    const id = pl.col('id');
    const never = pl.lit(null);
    const series = Array.from({ length: copies }, (_, copy) => {
      const suffix = copy === 0 ? '' : String(copy);
      const text = id.cast(pl.String);
      const day = id.cast(pl.Datetime('us'));
      return [
        id.alias(`id${suffix}`),
        pl
          .when(id.lt(rows - 3))
          .then(text)
          .otherwise(never)
          .alias(`*${suffix}`),
        pl.when(id.gt(1)).then(day).otherwise(never).alias(`day${suffix}`),
      ];
    });
    const ids = BigInt64Array.from({ length: rows }, (_, row) => BigInt(row));
    const frame = pl.DataFrame([pl.Series('id', ids)]).select(...series.flat());
    frame.writeParquet(file);
    const types = ['integer', 'string', 'datetime'] as const;
    return {
      path: file,
      rowCount: rows,
      columns: frame.columns.map((name, at) => ({ name, type: types[at % 3] ?? 'string' })),
    };
  }

  it.each([
    ['few', 100, 1],
    ['more', 30_000, 1],
    ['many', 300_000, 1],
    ['many columns of few', 40, 60],
    ['many columns of more', 4000, 60],
  ])('have the cells of the file: %s rows', async (_title, rows, copies) => {
    const file = writeFile(rows, copies);
    const frame = await readParquetFrame(pl, file);
    expect(frame.columns.map(({ type }) => type)).toEqual(file.columns.map(({ type }) => type));
    const expected = pl.readParquet(file.path);
    expect(frameRows(frame, 20)).toEqual(sampleRows(pl, expected, 20));
    expect(toPolars(pl, frame).frameEqual(expected, true)).toBe(true);
  });

  it('read a column of a large file on first use', async () => {
    const file = writeFile(300_000);
    const frame = await readParquetFrame(pl, file);
    const [id] = frame.columns;
    expect(id).toMatchObject({ validity: null });
    const sample = frameRows(frame, 2);
    await rm(file.path);
    expect(frameRows(frame, 2)).toEqual(sample);
    expect(frameRows({ length: 300_000, names: ['id'], columns: [id!] }, 1)).toEqual([{ id: 0 }]);
    const [, unread] = frame.columns;
    expect(() => unread?.type === 'string' && unread.codes).toThrow(/No such file/);
  });

  it('keep the order of columns that are read and columns that are not', async () => {
    const file = writeFile(30_000, 2);
    const frame = await readParquetFrame(pl, file);
    for (const column of frame.columns.slice(2, 4)) {
      expect(column.type === 'string' ? column.codes : column.values).toHaveLength(30_000);
    }
    expect(toPolars(pl, frame).frameEqual(pl.readParquet(file.path), true)).toBe(true);
  });

  it('are written under their names in the order of the frame, beside computed columns', async () => {
    const file = writeFile(300_000, 2);
    const frame = await readParquetFrame(pl, file);
    const names = frame.names.map((_name, index) => `column ${index}`);
    const places = names.map((_name, index) => (index * 5 + 1) % names.length);
    const columns = places.flatMap((place) => frame.columns[place] ?? []);
    const [, computed] = columns;
    expect(computed && cellValues(computed)).toHaveLength(300_000);
    const target = path.join(folder, 'written.parquet');
    const rows = toLazy(pl, { length: frame.length, names, columns });
    await writeFrame(rows, [], 'columnar', target);
    const written = pl.readParquet(target);
    const stored = pl.readParquet(file.path);
    const expected = stored.select(
      ...places.map((place, index) => pl.nth(place).alias(names[index] ?? '')),
    );
    expect(written.frameEqual(expected, true)).toBe(true);
    expect(written.columns).toEqual(names);
  });

  it('sample rows far from the start of the file', async () => {
    const frame = await readParquetFrame(pl, writeFile(300_000));
    const ids = (offset: number): unknown[] =>
      frameRows(limitFrame(frame, offset, 100_000), 3).map(({ id }) => id);
    expect(ids(150_000)).toEqual([150_000, 150_001, 150_002]);
    expect(ids(299_998)).toEqual([299_998, 299_999]);
    expect(ids(100)).toEqual([100, 101, 102]);
  });

  it('gather the same rows in polars, in kernels and for a sample', async () => {
    const file = writeFile(300_000);
    const order = Int32Array.from({ length: 280_000 }, (_, row) => (row % 9 === 0 ? -1 : row + 9));
    const rows = Int32Array.from({ length: 270_000 }, (_, row) => 279_999 - row);
    const unread = takeRows(takeRows(await readParquetFrame(pl, file), order), rows);
    const read = await readParquetFrame(pl, file);
    const codes = read.columns.map((column) =>
      column.type === 'string' ? column.codes : column.values,
    );
    expect(codes.map(({ length }) => length)).toEqual([300_000, 300_000, 300_000]);
    const gathered = takeRows(takeRows(read, order), rows);
    expect(frameRows(unread, 20)).toEqual(frameRows(gathered, 20));
    const written = toPolars(pl, unread);
    expect(written.frameEqual(toPolars(pl, gathered), true)).toBe(true);
    expect(written.getColumn('*').get(2)).toBe('280006');
    expect(written.dtypes.map(String)).toEqual(pl.readParquet(file.path).dtypes.map(String));
  });

  it('gather the columns that are taken alike in one query, without those that are read already', async () => {
    const rows = Int32Array.from({ length: 270_000 }, (_, row) => 279_999 - row);
    const frame = await readParquetFrame(pl, writeFile(300_000));
    const taken = takeRows(takeRows(frame, rows), rows);
    const [id] = frame.columns;
    expect(id && cellValues(id)).toHaveLength(300_000);
    const [read, ...unread] = taken.columns.map((column) => pendingSource(column)?.stored?.());
    expect(read).toBeUndefined();
    expect(unread.map((stored) => stored?.index)).toEqual([1, 2]);
    expect(unread[0]?.rows).toBe(unread[1]?.rows);
  });

  it('read only few rows of a large file for the sample of a filter and a limit', async () => {
    const file = writeFile(300_000);
    const frame = await readParquetFrame(pl, file);
    const mask = Uint8Array.from({ length: frame.length }, (_, row) => row % 2);
    const odd = filterFrame(frame, { type: 'boolean', values: mask, validity: null });
    const limited = limitFrame(takeRows(odd, Int32Array.of(2, -1, 1, 0)), 1, 2);
    const rows = [
      { id: null, '*': null, day: null },
      { id: 3, '*': '3', day: '1970-01-01T00:00:00.000003' },
    ];
    expect(frameRows(limited, 20)).toEqual(rows);
    expect(frameRows(odd, 20).map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, row) => 2 * row + 1),
    );
    expect(frameRows(takeRows(frame, Int32Array.of(299_999, -1)), 2)).toEqual([
      { id: 299_999, '*': null, day: '1970-01-01T00:00:00.299999' },
      { id: null, '*': null, day: null },
    ]);
    await rm(file.path);
    expect(frameRows(limited, 20)).toEqual(rows);
  });

  it('compare no more row numbers for a peek once these are too far apart', async () => {
    const [id] = (await readParquetFrame(pl, writeFile(300_000))).columns;
    const rows = Int32Array.from({ length: 100_000 }, (_, at) => 3 * at);
    Object.defineProperty(rows, Symbol.iterator, {
      *value() {
        yield* [0, 50_000];
        throw new Error('It reads all rows.');
      },
    });
    const peeked = pendingSource(id!)?.peek(rows);
    expect(peeked && cellValues(peeked).slice(0, 3)).toEqual([0n, 3n, 6n]);
  });

  it('know the nulls of a column before and after its values are read', async () => {
    const order = Int32Array.from({ length: 300_000 }, (_, row) => (row % 9 === 0 ? -1 : row));
    const frame = await readParquetFrame(pl, writeFile(300_000));
    for (const { columns } of [frame, takeRows(frame, order)]) {
      const unread = columns.map(presentMask);
      expect(unread).toEqual(columns.map(validMask));
    }
  });
});
