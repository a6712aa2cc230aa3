import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonObject, JsonValue } from '../../../domain/json.ts';
import type { NodeExample } from '../../definition.ts';

type Cells = readonly JsonValue[];

/** An example with one column of numbers. */
function ofColumn(
  title: string,
  config: JsonObject,
  [before, cells]: readonly [ColumnSchema['type'], Cells],
  [after, kept]: readonly [ColumnSchema['type'], Cells],
): NodeExample {
  return {
    title,
    config: { columns: ['n'], ...config },
    inputs: { in: { columns: [{ name: 'n', type: before }], rows: cells.map((cell) => [cell]) } },
    expected: { columns: [{ name: 'n', type: after }], rows: kept.map((cell) => [cell]) },
  };
}

const READINGS: readonly ColumnSchema[] = [
  { name: 'q1', type: 'string' },
  { name: 'größe "x"', type: 'integer' },
  { name: 'y', type: 'float' },
  { name: 'ok', type: 'boolean' },
];
const ROWS: readonly (readonly JsonValue[])[] = [
  ['a', 1, 5, true],
  ['b', 2, null, null],
  ['c', 3, 5, false],
  ['d', 4, 5, true],
  ['e', 100, 5, true],
  [null, null, 5, null],
  ['g', 2, 7, true],
];

/** An example on the readings that the node refuses. */
function mistake(title: string, config: JsonObject, error: RegExp): NodeExample {
  return {
    title,
    config: { columns: ['y'], ...config },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: { error },
  };
}

const PERCENTILES: JsonObject = { method: 'percentile', lower: 10, upper: 90 };
const TENS: Cells = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0];
const BIG = 9007199254740993n;
const INFINITIES: readonly ['float', Cells] = ['float', [-Infinity, 5, Infinity, null]];

/** Worked examples of `removeOutliers`. */
export const removeOutliersExamples: readonly NodeExample[] = [
  {
    title: 'A row is dropped for an outlier in any column; the bounds are those of the whole input',
    rules: ['config-default'],
    config: { columns: ['größe "x"', 'y'] },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: {
      columns: READINGS,
      rows: ROWS.filter(([key]) => key !== 'e' && key !== 'g'),
    },
  },
  {
    title: 'Clipping moves each outlier to the nearest bound; integers become floats',
    config: { columns: ['größe "x"', 'y'], action: 'clip', factor: 1 },
    inputs: { in: { columns: READINGS, rows: ROWS } },
    expected: {
      columns: READINGS.map((column) =>
        column.type === 'integer' ? { ...column, type: 'float' } : column,
      ),
      rows: ROWS.map(([key, x, y, ok]) => [
        key ?? null,
        x === 100 ? 5.5 : (x ?? null),
        y === 7 ? 5 : (y ?? null),
        ok ?? null,
      ]),
    },
  },
  {
    ...ofColumn(
      'Quartiles are interpolated linearly: the bounds around 1.75 and 4.75 are -2.75 and 9.25',
      {},
      ['float', [3, 1, 2, 10, null]],
      ['float', [3, 1, 2, null]],
    ),
    rules: ['quantile'],
  },
  ofColumn(
    'A factor of 0 keeps the values from the first to the third quartile, both included',
    { factor: 0 },
    ['integer', [5, 4, 3, 2, 1]],
    ['integer', [4, 3, 2]],
  ),
  ofColumn(
    'A value that is as many standard deviations from the mean as the threshold is kept',
    { method: 'zscore', threshold: 1.5 },
    ['integer', [0, 0, null, 4, 0]],
    ['integer', [0, 0, null, 4, 0]],
  ),
  {
    ...ofColumn(
      'A value farther from the mean than the threshold is dropped; the standard deviation is that of a sample',
      { method: 'zscore', threshold: 1.25 },
      ['integer', [0, 0, null, 4, 0]],
      ['integer', [0, 0, null, 0]],
    ),
    rules: ['agg-null'],
  },
  ofColumn(
    'Clipping at two standard deviations',
    { method: 'zscore', threshold: 2, action: 'clip' },
    ['float', [0, 0, 0, 0, 0, 0, 0, 0, 9]],
    ['float', [0, 0, 0, 0, 0, 0, 0, 0, 7]],
  ),
  ofColumn(
    'Equal values have no outliers',
    { method: 'zscore', threshold: 0.5 },
    ['float', [0.1, 0.1, null, 0.1]],
    ['float', [0.1, 0.1, null, 0.1]],
  ),
  ofColumn(
    'Values on a percentile are kept',
    PERCENTILES,
    ['integer', [null, ...TENS]],
    ['integer', [null, ...TENS.slice(1, -1)]],
  ),
  {
    ...ofColumn(
      'Clipping at interpolated percentiles',
      { method: 'percentile', lower: 25, upper: 75, action: 'clip' },
      ['integer', [1, null, 2, 3, 4]],
      ['float', [1.75, null, 2, 3, 3.25]],
    ),
    rules: ['quantile'],
  },
  ofColumn(
    'The percentiles 0 and 100 are the least and the greatest value',
    { method: 'percentile', lower: 0, upper: 100 },
    ['integer', TENS],
    ['integer', TENS],
  ),
  ofColumn(
    'Infinities beyond finite quartiles are outliers',
    {},
    ['float', [-Infinity, 1, 2, null, 3, Infinity]],
    ['float', [1, 2, null, 3]],
  ),
  ofColumn(
    'An infinity next to a percentile leaves no bound',
    { method: 'percentile', lower: 25, upper: 75, action: 'clip' },
    INFINITIES,
    INFINITIES,
  ),
  {
    ...ofColumn(
      'Where a mean has infinities, no value is an outlier',
      { method: 'zscore', threshold: 0.1 },
      INFINITIES,
      INFINITIES,
    ),
    rules: ['nan-null'],
  },
  {
    ...ofColumn(
      'Big integers stay exact; they are compared as floats',
      {},
      ['integer', [BIG, BIG, BIG, 1, BIG]],
      ['integer', [BIG, BIG, BIG, BIG]],
    ),
    rules: ['bigint'],
  },
  {
    ...ofColumn(
      'One row is never an outlier',
      { method: 'zscore' },
      ['integer', [7]],
      ['integer', [7]],
    ),
    rules: ['agg-null'],
  },
  ofColumn(
    'Nulls have no bounds',
    { action: 'clip' },
    ['integer', [null, null]],
    ['float', [null, null]],
  ),
  ofColumn(
    'A table without rows',
    { ...PERCENTILES, action: 'clip' },
    ['float', []],
    ['float', []],
  ),
  {
    ...mistake('An unknown column is an error', { columns: ['yy'] }, /"yy".*"y"/),
    rules: ['missing-column', 'errors'],
  },
  {
    ...mistake('A column of texts is an error', { columns: ['q1'] }, /"q1" is of type string/),
    rules: ['agg-type'],
  },
  mistake('A column of booleans is an error', { columns: ['ok'] }, /"ok" is of type boolean/),
  {
    ...mistake('A column twice is an error', { columns: ['y', 'y'] }, /"y" occurs more than once/),
    rules: ['dup-columns'],
  },
  ofColumn(
    'Numbers of the config may be texts',
    { method: 'percentile', lower: '10', upper: '90' },
    ['integer', TENS],
    ['integer', [90, 80, 70, 60, 50, 40, 30, 20, 10]],
  ),
  ofColumn(
    'A threshold of 0 keeps the mean',
    { method: 'zscore', threshold: 0 },
    ['integer', [1, 2, 3, null]],
    ['integer', [2, null]],
  ),
  ofColumn(
    'A negative factor narrows the range',
    { factor: -0.25 },
    ['integer', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['integer', [3, 4, 5]],
  ),
  ofColumn(
    'With the lower percentile above the upper one each number is an outlier',
    { method: 'percentile', lower: 90, upper: 10 },
    ['integer', [1, 2, 3, null]],
    ['integer', [null]],
  ),
  mistake('A percentile above 100 is an error', { upper: 101 }, /must be from 0 to 100/),
  mistake('A factor that is no number is an error', { factor: 'much' }, /must be a number/),
];
