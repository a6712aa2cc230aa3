import { chain, table, type ParityCase } from './parity-case.ts';

const LARGEST = 2n ** 63n - 1n;

/** Flows with numbers at the ends of their ranges. */
export function extremeFlows(): readonly ParityCase[] {
  return [...wrappingStatistics(), ...floatsAsIntegers()];
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
