import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import pl from '../../engines/polars/pinned/library.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

/** As pyarrow writes it, compressed: bytes, for which nodejs-polars has no class. */
const BYTES_FILE =
  'H4sIAAAAAAACA2WQOwrCQBCGJw+HILazuJBimywWMahgZ2MTECxEvMAaA1po4vo8h3exs/NiToJIwGL+eX38MLOYLo' +
  'cEpEnHhFwgYQgALofneaxmnVXN+8VLReqfajmsx1rIl5MxdPGUbfO9IR+oE7ld5/7NGxAoQxlrCKkjIwTJO+KhmIu5' +
  'DmYhOwO5MBFtiVK7Pns22U3NpiLVqwbr/1jxcATqgBP0VGns8ZKf+1lZ9o21xU1dc3vaFQc1GieDZChjvqA64smx4C' +
  '98ADHuN7wKAQAA';

describe('ingesting Parquet', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  async function parquet(frame: pl.DataFrame): Promise<Buffer> {
    const path = bench.path('made.parquet');
    await frame.lazy().sinkParquet(path).collect();
    return readFile(path);
  }

  const text = (name: string, values: (string | null)[]): pl.Series =>
    pl.Series(name, values, pl.String);
  const instants = text('x', ['1704164645123456', null]).cast(pl.Int64).cast(pl.Datetime('us'));
  const cases: Record<string, [pl.Series, string, unknown[]]> = {
    'narrow integers': [text('x', ['-3', null]).cast(pl.Int8), 'integer', [-3, null]],
    'unsigned integers that fit': [text('x', ['5', null]).cast(pl.UInt64), 'integer', [5, null]],
    'unsigned integers that do not fit': [
      text('x', ['18446744073709551615', null]).cast(pl.UInt64),
      'string',
      ['18446744073709551615', null],
    ],
    'exact integers': [
      text('x', ['9007199254740993', null]).cast(pl.Int64),
      'integer',
      [9007199254740993n, null],
    ],
    'short floats, NaN is null': [
      pl.Series('x', [1.5, NaN]).cast(pl.Float32),
      'float',
      [1.5, null],
    ],
    booleans: [pl.Series('x', [true, null]), 'boolean', [true, null]],
    'text keeps ""': [text('x', ['', null]), 'string', ['', null]],
    categories: [text('x', ['a', null]).cast(pl.Categorical), 'string', ['a', null]],
    dates: [instants.cast(pl.Date), 'datetime', ['2024-01-02T00:00:00', null]],
    'datetimes in microseconds': [instants, 'datetime', ['2024-01-02T03:04:05.123456', null]],
    'datetimes in milliseconds': [
      instants.cast(pl.Datetime('ms')),
      'datetime',
      ['2024-01-02T03:04:05.123', null],
    ],
    'datetimes in nanoseconds': [
      instants.cast(pl.Datetime('ns')),
      'datetime',
      ['2024-01-02T03:04:05.123456', null],
    ],
    'times of day': [instants.cast(pl.Time), 'string', ['03:04:05.123456', null]],
    lists: [pl.Series('x', [[1, 2], []]), 'string', ['[1.0,2.0]', '[]']],
    structs: [
      pl
        .DataFrame({ a: ['q', null] })
        .select(pl.struct([pl.col('a')]).alias('x'))
        .getColumn('x'),
      'string',
      ['{"a":"q"}', '{"a":null}'],
    ],
  };
  it('converts every type to a column type', async () => {
    const columns = Object.entries(cases).map(([name, [series]]) => series.rename(name));
    const outcome = await bench.ingest('parquet', await parquet(pl.DataFrame(columns)));
    expect(outcome.columns).toEqual(
      Object.entries(cases).map(([name, [, type]]) => `${name}:${type}`),
    );
    for (const [name, [, , values]] of Object.entries(cases)) {
      expect([name, ...outcome.rows.map((row) => row[name])]).toEqual([name, ...values]);
    }
  });

  it('converts zoned datetimes to UTC and durations to seconds', async () => {
    const frame = pl
      .DataFrame([instants.rename('at')])
      .select(
        pl.col('at').dt.replaceTimeZone('Europe/Berlin').alias('zoned'),
        pl.lit(null).alias('nothing'),
        pl.lit(1_500_000).cast(pl.Int64).cast(pl.Duration('us')).alias('lasted'),
      );
    const outcome = await bench.ingest('parquet', await parquet(frame));
    expect(outcome.columns).toEqual(['zoned:datetime', 'nothing:null', 'lasted:float']);
    expect(outcome.rows[0]).toEqual({
      zoned: '2024-01-02T02:04:05.123456',
      nothing: null,
      lasted: 1.5,
    });
  });

  it('reads bytes as hexadecimal digits, of which it warns', async () => {
    const outcome = await bench.ingest('parquet', gunzipSync(Buffer.from(BYTES_FILE, 'base64')));
    expect(outcome.columns).toEqual(['x:string', 'd:string']);
    expect(outcome.rows).toEqual([
      { x: '616263', d: '71' },
      { x: 'c3bc', d: null },
      { x: null, d: '71' },
    ]);
    expect(outcome.warnings.map(({ code, column }) => [code, column])).toEqual([
      ['bytes_as_hexadecimal', 'x'],
      ['bytes_as_hexadecimal', 'd'],
    ]);
  });

  it.each(['Parquet', 'Arrow'])(
    'warns of nanoseconds in %s that are cut to microseconds, by their columns',
    async (kind) => {
      const nanoseconds = ['1704164645123456789', '1704164645123456000', null, '-1', '-1000'];
      const frame = pl
        .DataFrame([text('ns', nanoseconds).cast(pl.Int64).rename('ns')])
        .select(
          pl.col('ns').cast(pl.Datetime('ns')).alias('at'),
          pl.col('ns').cast(pl.Datetime('ns', 'Europe/Berlin')).alias('zoned'),
          pl.col('ns').cast(pl.Duration('ns')).alias('lasted'),
          pl.col('ns').cast(pl.Duration('us')).alias('us'),
        );
      const content = kind === 'Arrow' ? frame.writeIPC() : await parquet(frame);
      const { warnings } = await bench.ingest('parquet', content);
      expect(warnings).toEqual(
        [
          ['at', '2024-01-02 03:04:05.123456789'],
          ['zoned', '2024-01-02 03:04:05.123456789'],
          ['lasted', '1704164645.123456789 s'],
        ].map(([column, example]) => ({
          code: 'cut_nanoseconds',
          column,
          message: `2 values of column "${column}" have nanoseconds, which are cut to microseconds: ${example}. Write the column as text, or as integers of nanoseconds, to keep them.`,
        })),
      );
    },
  );

  it('keeps every microsecond of durations', async () => {
    const microseconds = [998_628_545_818_222, null, -1, 4_503_599_627_370_497];
    const frame = pl
      .DataFrame({ lasted: pl.Series('lasted', microseconds, pl.Float64) })
      .select(pl.col('lasted').cast(pl.Int64).cast(pl.Duration('us')));
    const outcome = await bench.ingest('parquet', await parquet(frame));
    const lasted = outcome.rows.map((row) => row.lasted);
    expect(lasted).toEqual([998_628_545.818222, null, -0.000001, 4_503_599_627.370497]);
  });

  it('reads each decimal as the nearest float', async () => {
    const texts = fc.sample(
      fc
        .tuple(fc.bigInt(-(10n ** 19n), 10n ** 19n), fc.integer({ min: 0, max: 18 }))
        .map(
          ([digits, scale]) =>
            `${digits / 10n ** BigInt(scale)}.${String(scale).padStart(18, '7')}`,
        ),
      { numRuns: 90, seed: 7 },
    );
    const frame = pl.DataFrame([
      pl.Series('x', [...texts, null], pl.String).cast(pl.Decimal(38, 18)),
    ]);
    const outcome = await bench.ingest('parquet', await parquet(frame));
    expect(outcome.columns).toEqual(['x:float rounded']);
    expect(outcome.rows.map(({ x }) => x)).toEqual([...texts.map(Number), null]);
  });

  it('reads decimals of at most 18 digits without a fraction as exact integers', async () => {
    const ids = text('id', ['123456789012345678', null, '-999999999999999999']);
    const long = ids.cast(pl.Decimal(19, 0)).rename('long');
    const frame = pl.DataFrame([ids.cast(pl.Decimal(18, 0)), long]);
    for (const content of [await parquet(frame), frame.writeIPC()]) {
      const { columns, rows, warnings } = await bench.ingest('parquet', content);
      expect(columns).toEqual(['id:integer', 'long:float rounded']);
      const read = rows.map(({ id }) => id);
      expect(read).toEqual([123456789012345678n, null, -999999999999999999n]);
      expect(warnings.map(({ code, column }) => [code, column])).toEqual([
        ['rounded_decimals', 'long'],
      ]);
    }
  });

  it('finds integers of 16 digits in a type of 38, of which two would be one float', async () => {
    const frame = pl.DataFrame([
      text('id', ['9007199254740993', '9007199254740992']).cast(pl.Decimal(38, 0)),
    ]);
    const { columns, warnings } = await bench.ingest('parquet', await parquet(frame));
    expect(columns).toEqual(['id:float rounded']);
    expect(warnings.map(({ code }) => code)).toEqual(['rounded_decimals']);
  });

  it('compares decimals beyond those of cents in a type of 38 digits', async () => {
    const texts = ['9999999999999999999999999999.9999999999', '0.5'];
    const frame = pl.DataFrame([text('n', texts).cast(pl.Decimal(38, 10))]);
    const { rowCount, warnings } = await bench.ingest('parquet', await parquet(frame));
    expect([rowCount, warnings.map(({ code }) => code)]).toEqual([2, ['rounded_decimals']]);
  });

  it('finds a decimal that a float rounds behind thousands of long ones that none rounds', async () => {
    const texts = [
      ...Array.from({ length: 2_000 }, (_, n) => `${1_234_567 + n}.5`),
      '1234567890123.4567890123',
    ];
    const frame = pl.DataFrame([text('n', texts).cast(pl.Decimal(38, 10))]);
    const { warnings } = await bench.ingest('parquet', await parquet(frame));
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['rounded_decimals', expect.stringContaining(': 1234567890123.4567890123 is read as')],
    ]);
  });

  it('addresses columns by index, whatever their names', async () => {
    const names = ['b', '2024', '*', '^a$'];
    const frame = pl.DataFrame(names.map((name, place) => pl.Series(name, [place], pl.Int64)));
    const outcome = await bench.ingest('parquet', await parquet(frame));
    expect(outcome.columns).toEqual(names.map((name) => `${name}:integer`));
    expect(outcome.rows[0]).toEqual({ b: 0, '2024': 1, '*': 2, '^a$': 3 });
  });

  it('keeps the first and the last microsecond of the years 1 to 9999', async () => {
    const edges = ['-62135596800000000', '253402300799999999', null];
    const dates = text('t', edges).cast(pl.Int64).cast(pl.Datetime('us'));
    const outcome = await bench.ingest('parquet', await parquet(pl.DataFrame({ t: dates })));
    expect(outcome.rows.map(({ t }) => t)).toEqual([
      '0001-01-01T00:00:00',
      '9999-12-31T23:59:59.999999',
      null,
    ]);
  });

  describe('rejects', () => {
    it.each([
      ['us', '253402300800000000'],
      ['ms', '-9007199254740993'],
    ] as const)('dates beyond the years 1 to 9999, in %s', async (unit, count) => {
      const dates = text('t', ['0', null, count]).cast(pl.Int64).cast(pl.Datetime(unit));
      await expect(
        bench.ingest('parquet', await parquet(pl.DataFrame({ n: dates.isNull(), t: dates }))),
      ).rejects.toThrow('file.parquet: Column "t" holds dates beyond the years 1 to 9999.');
    });

    it('days outside the years 1 to 9999', async () => {
      const days = text('t', ['2147483647']).cast(pl.Int32).cast(pl.Date);
      await expect(
        bench.ingest('parquet', await parquet(pl.DataFrame({ t: days }))),
      ).rejects.toThrow('Column "t" holds dates beyond the years 1 to 9999.');
    });

    it('other content and a truncated file', async () => {
      const good = await parquet(pl.DataFrame({ a: [1, 2, 3] }));
      await expect(bench.ingest('parquet', 'a,b\n1,2\n3,4\n')).rejects.toThrow(
        'file.parquet is not a Parquet file.',
      );
      await expect(bench.ingest('parquet', good.subarray(0, -20))).rejects.toThrow(
        /its end is missing/,
      );
      await expect(bench.ingest('parquet', `PAR1${'x'.repeat(20)}PAR1`)).rejects.toThrow(
        /^file\.parquet cannot be read as a Parquet file/,
      );
    });

    it('a file that aborts the reader process', async () => {
      const rows = ['text 0', 'text 1', 'text 2'];
      const damaged = await parquet(pl.DataFrame({ a: rows }));
      // A place of the footer where this value makes the library panic rather than throw.
      damaged[damaged.length - 240] = 3;
      await expect(bench.ingest('parquet', damaged)).rejects.toThrow(
        /file\.parquet cannot be read/,
      );
      expect(await bench.leftovers()).toEqual([]);
    });
  });
});
