import pl from '../engines/polars/pinned/library.ts';
import { profileFrame } from './profile.ts';
import { sampleRows } from './sample-rows.ts';

const text = (name: string, values: (string | null)[]): pl.Series =>
  pl.Series(name, values, pl.String);
const integer = (name: string, values: (string | null)[]): pl.Series =>
  text(name, values).cast(pl.Int64).rename(name);

describe('profileFrame', () => {
  const common = { null_count: 1, null_pct: 33.33, scanned: 3, total: 3 };

  it('returns minimum, maximum, mean and deviation of numbers to four decimals', () => {
    const frame = pl.DataFrame([
      integer('i', ['1', null, '4']),
      pl.Series('f', [0.123456, 1, null], pl.Float64),
    ]);
    expect(profileFrame(frame)).toEqual([
      {
        name: 'i',
        dtype: 'integer',
        ...common,
        distinct: 2,
        min: 1,
        max: 4,
        mean: 2.5,
        std: 2.1213,
      },
      {
        name: 'f',
        dtype: 'float',
        ...common,
        distinct: 2,
        min: 0.1235,
        max: 1,
        mean: 0.5617,
        std: 0.6198,
      },
    ]);
  });

  it('counts infinities as values, and leaves them out of the statistics', () => {
    const values = [1, 3, Infinity, Infinity, -Infinity, null];
    const [profile] = profileFrame(pl.DataFrame([pl.Series('f', values, pl.Float64)]));
    expect(profile).toMatchObject({ null_count: 1, distinct: 4, min: 1, max: 3, mean: 2 });
    const [all] = profileFrame(pl.DataFrame([pl.Series('f', [Infinity], pl.Float64)]));
    expect(all).toMatchObject({ null_count: 0, distinct: 1 });
  });

  it('returns exact extremes of long integers, and no deviation for one value', () => {
    const [profile] = profileFrame(pl.DataFrame([integer('i', ['9007199254740993'])]));
    expect(profile).toMatchObject({ min: 9007199254740993n, max: 9007199254740993n, std: null });
  });

  it('returns the exact mean and deviation of epoch nanoseconds', () => {
    const times = Array.from(
      { length: 1000 },
      (_zero, at) => `${1_732_600_000_000_000_020n + BigInt(at * 10)}`,
    );
    const [profile] = profileFrame(pl.DataFrame([integer('i', [null, ...times])]));
    expect(profile).toMatchObject({ mean: 1_732_600_000_000_005_015, std: 2888.1944 });
  });

  it('returns the mean of floats whose sum is beyond floats', () => {
    const [profile] = profileFrame(pl.DataFrame([pl.Series('f', [1.5e308, 1.5e308], pl.Float64)]));
    expect(profile).toMatchObject({ mean: 1.5e308, std: 0 });
  });

  it('counts true values', () => {
    const frame = pl.DataFrame([pl.Series('b', [true, null, true], pl.Bool)]);
    expect(profileFrame(frame)).toEqual([
      { name: 'b', dtype: 'boolean', ...common, distinct: 1, true_count: 2 },
    ]);
  });

  it('returns the first and last datetime', () => {
    const frame = pl.DataFrame([
      integer('t', ['1704153600000000', null, '0']).cast(pl.Datetime('us')).rename('t'),
    ]);
    expect(profileFrame(frame)[0]).toEqual({
      name: 't',
      dtype: 'datetime',
      ...common,
      distinct: 2,
      min: '1970-01-01T00:00:00',
      max: '2024-01-02T00:00:00',
    });
  });

  it('counts code points and the five most frequent texts', () => {
    const values = ['b', '😀é', 'a', 'b', 'c', 'd', 'e', 'f', 'a', 'b', ''];
    expect(profileFrame(pl.DataFrame([text('s', values)]))[0]).toMatchObject({
      distinct: 8,
      min_len: 0,
      max_len: 2,
      top_values: [
        { value: 'b', count: 3 },
        { value: 'a', count: 2 },
        { value: '😀é', count: 1 },
        { value: 'c', count: 1 },
        { value: 'd', count: 1 },
      ],
    });
  });

  it('returns only the null count for a column without values', () => {
    const frame = pl.DataFrame([text('s', [null, null])]);
    const nothing = { name: 's', dtype: 'string', distinct: 0 };
    expect(profileFrame(frame)).toEqual([
      { ...nothing, null_count: 2, null_pct: 100, scanned: 2, total: 2 },
    ]);
    expect(profileFrame(frame.head(0))).toEqual([
      { ...nothing, null_count: 0, null_pct: 0, scanned: 0, total: 0 },
    ]);
  });

  it('profiles the first 10,000 rows of a larger table', () => {
    const frame = pl.DataFrame([pl.Series('f', new Float64Array(10_001).fill(1))]);
    expect(profileFrame(frame, 2_000_000)[0]).toMatchObject({ scanned: 10_000, total: 2_000_000 });
  });
});

describe('sampleRows', () => {
  it('returns JSON values: ISO datetimes, exact integers, null for NaN and infinities', () => {
    const frame = pl.DataFrame([
      integer('i', ['9007199254740993', null, '-2']),
      pl.Series('f', [NaN, Infinity, 2.5], pl.Float64),
      integer('t', ['1704153600000000', '-1', null]).cast(pl.Datetime('us')).rename('t'),
      text('__proto__', ['x', null, '']),
    ]);
    expect(sampleRows(pl, frame, 5).map((row) => Object.entries(row))).toEqual([
      [
        ['i', 9007199254740993n],
        ['f', null],
        ['t', '2024-01-02T00:00:00'],
        ['__proto__', 'x'],
      ],
      [
        ['i', null],
        ['f', null],
        ['t', '1969-12-31T23:59:59.999999'],
        ['__proto__', null],
      ],
      [
        ['i', -2],
        ['f', 2.5],
        ['t', null],
        ['__proto__', ''],
      ],
    ]);
    expect(sampleRows(pl, frame, 1)).toHaveLength(1);
  });

  it('truncates texts to 10,000 characters, like the most frequent values', () => {
    const shown = `${'x'.repeat(10_000)}…`;
    const frame = pl.DataFrame([text('s', ['x'.repeat(3_000_000)]), text('t', ['short'])]);
    expect(sampleRows(pl, frame, 5)).toEqual([{ s: shown, t: 'short' }]);
    expect(profileFrame(frame)[0]).toMatchObject({
      max_len: 3_000_000,
      top_values: [{ value: shown, count: 1 }],
    });
  });
});
