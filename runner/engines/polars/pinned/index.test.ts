import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import frames from 'nodejs-polars/bin/dataframe.js';
import series from 'nodejs-polars/bin/series/index.js';
import {
  applyFunction,
  applyOver,
  floatLiteral,
  readExpression,
  scalarJson,
  wideIntegerJson,
} from './expression-form.ts';
import { isPolarsError, overflownInteger, polarsReason, unnamedType } from './errors.ts';
import { POLARS_FUNCTIONS } from './functions.ts';
import { ASSUMPTIONS, NODEJS_POLARS_VERSION } from './index.ts';

// Before library.ts replaces them.
const proxied = frames._DataFrame;
const constructSeries = series.Series;
const { default: pl } = await import('./library.ts');

const wide = (value: bigint): ReturnType<typeof pl.col> =>
  readExpression(pl, wideIntegerJson(value));

const CHECKS: Readonly<Record<keyof typeof ASSUMPTIONS, () => void>> = {
  columnsHideMembers: () => {
    const native = Reflect.get(pl.DataFrame({ height: [1, 2] }), '_df') as object;
    expect(Reflect.get(proxied(native), 'height')).not.toBe(2);
  },
  factoriesAreExports: () => {
    const frame = pl
      .DataFrame({ a: [1] })
      .lazy()
      .select(pl.col('a'))
      .collectSync();
    expect(Object.keys(frame)).toEqual(['_df']);
    expect(Object.keys(frame.getColumn('a'))).toEqual(['_s']);
    expect(Object.keys(pl.when(pl.col('a')).then(pl.col('a')).otherwise(pl.col('a')))).toEqual([
      '_expr',
    ]);
  },
  seriesConstructor: () => {
    expect(Object.keys(constructSeries('a', [1])).length).toBeGreaterThan(1);
    expect(Object.keys(pl.Series('a', [1]))).toEqual(['_s']);
  },
  jsonForm: () => {
    const integer = readExpression(pl, scalarJson('integer', 2n ** 53n + 1n)).cast(pl.String);
    const wider = wide(2n ** 62n)
      .mul(wide(4n))
      .cast(pl.String);
    const row = pl
      .DataFrame({ '*': [7] })
      .select(
        readExpression(pl, { Column: '*' }),
        integer.alias('integer'),
        wider.alias('wide'),
        readExpression(pl, scalarJson('null', null)).alias('null'),
      );
    const floats = [1.4000000000000001, 0.09999999999999999, -0, 5e-324, NaN, -Infinity];
    const read = floats.map(
      (value) => row.select(floatLiteral(pl, value).alias('f')).row(0)[0] as unknown,
    );
    expect(read).toEqual(floats);
    expect(row.toRecords()).toEqual([
      { '*': 7, integer: '9007199254740993', wide: '18446744073709551616', null: null },
    ]);
  },
  jsonIsLimited: () => {
    let json: object = { Column: 'a' };
    for (let level = 0; level < 43; level++) {
      json = { Function: { input: [json], function: POLARS_FUNCTIONS.upperCase } };
    }
    expect(() => readExpression(pl, { ...json })).toThrow('recursion limit');
  },
  binaryForm: () => {
    let text = pl.col('a');
    for (let level = 0; level < 200; level++) {
      text = applyFunction(pl, POLARS_FUNCTIONS.upperCase, [text]);
    }
    expect(
      pl
        .DataFrame({ a: ['x'] })
        .select(text)
        .toRecords(),
    ).toEqual([{ a: 'X' }]);
  },
  opaqueMethods: () => {
    expect(() => pl.col('a').str.toUpperCase().serialize('bincode')).toThrow('opaque');
  },
  errorCode: () => {
    expect(isPolarsError(errorOf(() => pl.DataFrame({ a: [1] }).select('b')))).toBe(true);
    expect(isPolarsError(errorOf(() => pl.scanParquet('/no/file').collectSync()))).toBe(true);
    expect(isPolarsError(new TypeError('no polars error'))).toBe(false);
  },
  errorPlan: () => {
    const error = errorOf(() =>
      pl
        .DataFrame({ a: [1] })
        .lazy()
        .select(pl.col('b'))
        .collectSync(),
    );
    expect(isPolarsError(error) && polarsReason(error)).toMatch(/^not found: [^\n]*"b"[^\n]*$/);
  },
  overflowText: () => {
    const narrow = wide(2n ** 62n)
      .mul(wide(4n))
      .cast(pl.Int64, true);
    const error = errorOf(() => pl.DataFrame({ a: [1] }).select(narrow));
    expect(isPolarsError(error) && overflownInteger(error)).toBe('18446744073709551616');
  },
  unnamedType: () => {
    const series = pl
      .DataFrame({ a: [1] })
      .select(wide(1n).alias('b'))
      .getColumn('b');
    expect(unnamedType(errorOf(() => series.dtype as unknown))).toBe('Int128');
  },
  nullKeysMatch: () => {
    const names = ['a', 'b', 'c', 'd'];
    const schema = Object.fromEntries(names.map((name) => [name, pl.String]));
    const nulls = Object.fromEntries(names.map((name) => [name, [null]]));
    const frame = pl.DataFrame(nulls, { schema });
    const joined = frame.join(frame, { on: names, how: 'inner' });
    expect(joined.height).toBe(1);
  },
  reciprocalDivisor: () => {
    const quotient = pl.col('a').div(pl.lit(10).cast(pl.Float64)).alias('b');
    const quotients = pl
      .DataFrame({ a: [6, 7] })
      .select(quotient)
      .getColumn('b');
    expect(quotients.toArray()).toEqual([0.600_000_000_000_000_1, 0.700_000_000_000_000_1]);
  },
  bigintsAreNull: () => {
    expect(pl.Series('n', [1n], pl.Int64).toArray()).toEqual([null]);
  },
  negativeZeroText: () => {
    const text = pl.DataFrame({ a: [-0] }).select(pl.col('a').cast(pl.String));
    expect(text.toRecords()).toEqual([{ a: '-0.0' }]);
  },
  infiniteMedian: () => {
    const median = pl.DataFrame({ a: [-Infinity, Infinity] }).select(pl.col('a').median());
    expect(median.toRecords()).toEqual([{ a: NaN }]);
  },
  orderedWindows: () => {
    const rows = 300_000;
    const keys = Array.from({ length: rows }, (_, row) => (row % 7 === 3 ? null : (row * 31) % 50));
    const cells = Array.from({ length: rows }, (_, row) => row);
    const frame = pl.DataFrame({ g: keys.map((_key, row) => row % 3), keys, cells });
    for (const descending of [false, true]) {
      const order = { key: pl.col('keys'), descending };
      const previous = applyOver(pl, pl.col('cells').shift(1), [pl.col('g')], order);
      const sorted = frame.sort({ by: 'keys', descending, nullsLast: true, maintainOrder: true });
      const sortedRows = sorted
        .select(pl.col('cells'), pl.col('cells').shift(1).over('g').alias('previous'))
        .sort('cells');
      const found = frame
        .lazy()
        .select(previous.alias('previous'))
        .collectSync({ engine: 'streaming' });
      expect(found.frameEqual(sortedRows.select('previous'), true)).toBe(true);
    }
  },
  windowsWithoutOrder: () => {
    expect(pl.col('a').over.length).toBeLessThanOrEqual(1);
  },
  asyncCollect: () => {
    const lazy = pl.DataFrame({ a: [1] }).lazy();
    const selectsEngine = (name: string): boolean =>
      String(Reflect.get(lazy, name)).includes('engine');
    expect([selectsEngine('collect'), selectsEngine('collectSync')]).toEqual([false, true]);
  },
};

function errorOf(compute: () => unknown): unknown {
  try {
    compute();
  } catch (error) {
    return error;
  }
  throw new Error('There was no error.');
}

describe(`nodejs-polars ${NODEJS_POLARS_VERSION}`, () => {
  it('is the version that package.json pins and that is installed', () => {
    const require = createRequire(import.meta.url);
    const installed = require('nodejs-polars/package.json') as { readonly version: string };
    const path = new URL('../../../../package.json', import.meta.url);
    const { dependencies } = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(installed.version).toBe(NODEJS_POLARS_VERSION);
    expect(dependencies['nodejs-polars']).toBe(NODEJS_POLARS_VERSION);
  });

  it.each(
    Object.entries(ASSUMPTIONS).map(([name, { does, otherwise }]) => ({
      does,
      otherwise,
      check: CHECKS[name as keyof typeof ASSUMPTIONS],
    })),
  )('$does (otherwise $otherwise)', ({ check }) => {
    check();
  });
});
