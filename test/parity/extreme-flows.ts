import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { chain, table, type ParityCase } from './parity-case.ts';

const LARGEST = 2n ** 63n - 1n;

/** Flows with numbers at the ends of their ranges. */
export function extremeFlows(): readonly ParityCase[] {
  return [
    ...wrappingStatistics(),
    ...floatsAsIntegers(),
    ...largeFloats(),
    ...medians(),
    ...windowsAfterLargeValues(),
    ...longerCases(),
    ...wholeConstants(),
  ];
}

/** The row that overflows is dropped before, but the statistics of the file still have its cell. */
function wrappingStatistics(): readonly ParityCase[] {
  const cells = table('i integer, j integer', [
    [1, 1],
    [2, LARGEST],
  ]);
  const inputs = [{ nodeId: 'in', name: 'extremes.parquet', table: cells }];
  const filter = (expression: string) => ({ type: 'filterExpression', config: { expression } });
  const formula = {
    type: 'calculatedColumn',
    config: { column_name: 'k', expression: 'j + 1' },
  };
  return [
    {
      name: 'a filter by a sum that overflows in rows that an earlier filter has dropped',
      graph: chain('parquet', [filter('i < 2'), filter('j + 1 > 0')]),
      inputs,
      expected: { out: table('i integer, j integer', [[1, 1]]) },
    },
    {
      name: 'a filter by a column of sums that overflow in rows that an earlier filter has dropped',
      graph: chain('parquet', [filter('i < 2'), formula, filter('k > 0')]),
      inputs,
      expected: { out: table('i integer, j integer, k integer', [[1, 1, 2]]) },
    },
  ];
}

/** The smallest integer is a float, too; the largest is not, and the next float is beyond it. */
function floatsAsIntegers(): readonly ParityCase[] {
  const smallest = -(2 ** 63);
  const floats = [smallest, smallest - 2048, 2 ** 63, 2 ** 63 - 1024, -Infinity, 0.5, -0.0, null];
  const integers = [-LARGEST - 1n, null, null, LARGEST - 1023n, null, null, 0, null];
  return [
    {
      name: 'floats at the ends of the integers as integers',
      graph: chain('parquet', [
        {
          type: 'calculatedColumn',
          config: { column_name: 'x', expression: 'try_cast(x as integer)' },
        },
      ]),
      inputs: [
        {
          nodeId: 'in',
          name: 'floats.parquet',
          table: table(
            'x float',
            floats.map((x) => [x]),
          ),
        },
      ],
      expected: {
        out: table(
          'x integer',
          integers.map((x) => [x]),
        ),
      },
    },
  ];
}

/** Large floats have no fraction, and their scaled value is infinite. */
function largeFloats(): readonly ParityCase[] {
  const floats = [1e308, -1e308, 1e293, 0.125, -0.04, Infinity, null];
  const rounded = (name: string, expression: string, results: readonly (number | null)[]) => ({
    name,
    graph: chain('parquet', [
      { type: 'calculatedColumn', config: { column_name: 'x', expression } },
    ]),
    inputs: [{ nodeId: 'in', name: 'floats.parquet', table: floatTable(floats) }],
    expected: { out: floatTable(results) },
  });
  return [
    rounded('large floats rounded to 15 digits', 'round(x, 15)', floats),
    rounded('large floats rounded to a digit', 'round(x, 1)', [
      ...floats.slice(0, 3),
      0.1,
      0,
      Infinity,
      null,
    ]),
    rounded('large floats compared with a large constant', 'if(x > 1e300, x, null)', [
      1e308,
      null,
      null,
      null,
      null,
      Infinity,
      null,
    ]),
  ];
}

/** The mean of two numbers next to an infinity is no number, but their median is. */
function medians(): readonly ParityCase[] {
  const floats = [1, -Infinity, 2, Infinity, 3, 1.5e308, 1e308, null];
  const expected = [null, -Infinity, -Infinity, Infinity, Infinity, 7.5e307, 1.25e308, null];
  return [
    {
      name: 'medians of windows with infinities',
      graph: chain('parquet', [
        {
          type: 'rollingAggregate',
          config: { target: 'x', function: 'median', window: 2, new_column: 'median' },
        },
      ]),
      inputs: [{ nodeId: 'in', name: 'floats.parquet', table: floatTable(floats) }],
      expected: {
        out: table(
          'x float, median float',
          floats.map((x, row) => [x, expected[row] ?? null]),
        ),
      },
    },
  ];
}

/** Rows are compared as integers: the tolerance of sums grows with all values of a column. */
function windowsAfterLargeValues(): readonly ParityCase[] {
  const floats = [7.25, 1e8, -2.5, 1.5, 1e16, 1.5, -2.5, 7.25];
  return (['sum', 'mean'] as const).map((aggregate) => ({
    name: `the rolling ${aggregate} after a large value`,
    graph: chain('parquet', [
      {
        type: 'rollingAggregate',
        config: { target: 'x', function: aggregate, window: 3, new_column: 'r' },
      },
      { type: 'limitRows', config: { n: 1, offset: floats.length - 1 } },
      {
        type: 'calculatedColumn',
        config: { column_name: 'q', expression: 'cast(round(r * 1200) as integer)' },
      },
      { type: 'selectColumns', config: { columns: ['q'] } },
    ]),
    inputs: [{ nodeId: 'in', name: 'floats.parquet', table: floatTable(floats) }],
    expected: { out: table('q integer', [[aggregate === 'sum' ? 7500 : 2500]]) },
  }));
}

/** The lower case of İ has two characters, and the upper case of others. */
function longerCases(): readonly ParityCase[] {
  const texts = ['İi', 'a İB', 'ßa', 'ﬁN ŉx', 'ǆA', 'ΑΣ ΑΣ', null];
  const change = (operation: string, results: readonly (string | null)[]): ParityCase => ({
    name: `${operation} of characters whose case has another length`,
    graph: chain('parquet', [{ type: 'stringTransform', config: { column: 't', operation } }]),
    inputs: [{ nodeId: 'in', name: 'texts.parquet', table: textTable(texts) }],
    expected: { out: textTable(results) },
  });
  return [
    change('title', ['I\u0307i', 'A I\u0307b', 'Ssa', 'Fin ʼNx', 'ǅa', 'Ας Ας', null]),
    change('capitalize', ['I\u0307i', 'A i\u0307b', 'Ssa', 'Fin ŉx', 'ǅa', 'Ας ας', null]),
  ];
}

function floatTable(cells: readonly (number | null)[]): ExampleTable {
  return table(
    'x float',
    cells.map((x) => [x]),
  );
}

function textTable(cells: readonly (string | null)[]): ExampleTable {
  return table(
    't string',
    cells.map((t) => [t]),
  );
}

/** A whole float stays a float in scripts: an integer would be compared exactly, or not at all. */
function wholeConstants(): readonly ParityCase[] {
  const cells = table('n integer, f float', [
    [2n ** 53n + 1n, 1.5],
    [2, 2e16],
    [null, null],
  ]);
  const inputs = [{ nodeId: 'in', name: 'numbers.parquet', table: cells }];
  const expressions = [
    'n > 9007199254740992.0',
    'n == 9007199254740993.0',
    'n between 7 and 9007199254740992.0',
    'n - 1e16',
    'n - 9007199254740992.0',
    'f in (9007199254740993, 20000000000000000)',
    'f == 2e16',
  ];
  const formulas = expressions.map((expression, index) => ({
    type: 'calculatedColumn',
    config: { column_name: `y${index}`, expression },
  }));
  const filter = { column: 'f', operator: 'in', value: '20000000000000000,1.5' };
  return [
    { name: 'whole floats beyond 2^53 in expressions', graph: chain('parquet', formulas), inputs },
    {
      name: 'a filter by a list with a whole float beyond 2^53',
      graph: chain('parquet', [{ type: 'filterRows', config: filter }]),
      inputs,
    },
  ];
}
