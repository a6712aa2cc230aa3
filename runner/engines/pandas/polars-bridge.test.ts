import pl from '../polars/pinned/library.ts';
import { sampleRows } from '../../formats/sample-rows.ts';
import { frameRows } from './frame-rows.ts';
import { fromPolars } from './from-polars.ts';
import type { Frame } from './frame.ts';
import { toPolars } from './to-polars.ts';

const TOP = 2n ** 63n - 1n;

describe('conversion between pandas frames and polars', () => {
  it('preserves types, nulls and names in both directions', () => {
    const frame: Frame = {
      length: 3,
      names: ['*', '^a$', 'when', 'ok', 'text', 'big'],
      columns: [
        { type: 'integer', values: Float64Array.of(1, 0, -5), validity: Uint8Array.of(1, 0, 1) },
        { type: 'float', values: Float64Array.of(0.5, Infinity, 0), validity: null },
        { type: 'datetime', values: Float64Array.of(1e15, 0, 0), validity: Uint8Array.of(1, 1, 0) },
        { type: 'boolean', values: Uint8Array.of(1, 0, 0), validity: Uint8Array.of(1, 1, 0) },
        { type: 'string', codes: Int32Array.of(1, -1, 0), dictionary: ['', 'ß', 'unused'] },
        {
          type: 'integer',
          values: BigInt64Array.of(TOP, -TOP - 1n, 2n ** 53n + 1n),
          validity: null,
        },
      ],
    };
    const polars = toPolars(pl, frame);
    expect(polars.columns).toEqual(frame.names);
    expect(asTexts(polars)).toEqual([
      ['1', null, '-5'],
      ['0.5', 'inf', '0.0'],
      ['2001-09-09 01:46:40.000000', '1970-01-01 00:00:00.000000', null],
      ['true', 'false', null],
      ['ß', null, ''],
      [`${TOP}`, `${-TOP - 1n}`, '9007199254740993'],
    ]);
    expect(fromPolars(pl, polars).columns.slice(0, 4)).toEqual(frame.columns.slice(0, 4));
    expect(asTexts(toPolars(pl, fromPolars(pl, polars)))).toEqual(asTexts(polars));
  });

  it.each([
    ['few', 0],
    ['many', 50_000],
  ])('stores integers as floats only if all of %s are exact', (_title, zeros) => {
    const padding = new Array<bigint>(zeros).fill(0n);
    const arrayOf = (...values: bigint[]): unknown => {
      const cells = BigInt64Array.from([...values, ...padding]);
      const [column] = fromPolars(pl, pl.DataFrame([pl.Series('i', cells)])).columns;
      return column?.type === 'integer' && column.values.subarray(0, values.length);
    };
    expect(arrayOf(2n ** 53n - 1n, 1n - 2n ** 53n)).toEqual(
      Float64Array.of(2 ** 53 - 1, 1 - 2 ** 53),
    );
    expect(arrayOf(0n, 2n ** 53n + 1n)).toEqual(BigInt64Array.of(0n, 2n ** 53n + 1n));
    expect(arrayOf(0n, -(2n ** 53n) - 1n)).toEqual(BigInt64Array.of(0n, -(2n ** 53n) - 1n));
  });

  it('preserves texts in small and large columns', () => {
    const texts = ['ß', null, '', 'a\u0000b', '😀'];
    const cells = Array.from({ length: 50_000 }, (_, row) => texts[row % 5] ?? null);
    const frame = fromPolars(pl, pl.DataFrame([pl.Series('t', cells, pl.String)]));
    expect(frame.columns[0]).toMatchObject({ type: 'string' });
    for (const rows of [50_000, 100]) {
      const head = frameRows(frame, rows).map((row) => row.t);
      // JSON of the database has no NUL.
      expect(head).toEqual(
        cells.slice(0, rows).map((cell) => cell?.replace('\0', '\uFFFD') ?? null),
      );
    }
    expect(toPolars(pl, frame).getColumn('t').toArray()).toEqual(cells);
  });

  it('returns the same JSON rows as the polars engine', () => {
    const frame = pl.DataFrame([
      pl.Series('i', BigInt64Array.of(TOP, -5n, 0n)),
      pl.Series('f', [0.1, Infinity, null], pl.Float64),
      pl.Series('b', [true, null, false], pl.Bool),
      pl.Series('d', [0, -1, 1.5e15], pl.Float64).cast(pl.Int64).cast(pl.Datetime('us')),
      pl.Series('m', [1e3, 123456, null], pl.Float64).cast(pl.Int64).cast(pl.Datetime('us')),
    ]);
    expect(frameRows(fromPolars(pl, frame), 2)).toEqual(sampleRows(pl, frame, 2));
    expect(frameRows(fromPolars(pl, frame), 9)).toEqual(sampleRows(pl, frame, 9));
    const places = pl.Series(Int32Array.from({ length: 50_000 }, (_, row) => (row * 7) % 3));
    const many = frame.select(pl.all().gather(places));
    expect(frameRows(fromPolars(pl, many), 9)).toEqual(sampleRows(pl, many, 9));
  });

  it.each([
    ['few', 0],
    ['many', 50_000],
  ])('converts NaN to null among %s rows', (_title, zeros) => {
    const cells = [1, NaN, null, ...new Array<number>(zeros).fill(0)];
    const frame = pl.DataFrame([pl.Series('f', cells, pl.Float64)]);
    const [column] = fromPolars(pl, frame).columns;
    expect(column?.type === 'float' && column.validity?.subarray(0, 3)).toEqual(
      Uint8Array.of(1, 0, 0),
    );
  });

  it('preserves empty frames and columns of nulls', () => {
    const types = { i: pl.Int64, f: pl.Float64, b: pl.Bool, s: pl.String, d: pl.Datetime('us') };
    for (const cells of [[], [null, null]]) {
      const frame = pl.DataFrame(
        Object.entries(types).map(([name, type]) => pl.Series(name, cells, pl.String).cast(type)),
      );
      const back = toPolars(pl, fromPolars(pl, frame));
      expect(back.rows()).toEqual(frame.rows());
      expect(back.dtypes.map(String)).toEqual(frame.dtypes.map(String));
    }
  });
});

/** The cells by column, formatted by polars. */
function asTexts(frame: pl.DataFrame): (string | null)[][] {
  return frame.columns.map((name) => frame.getColumn(name).cast(pl.String).toArray());
}
