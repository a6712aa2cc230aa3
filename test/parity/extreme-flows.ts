import { chain, table, type ParityCase } from './parity-case.ts';

const LARGEST = 2n ** 63n - 1n;

/** Flows with numbers at the ends of their ranges. */
export function extremeFlows(): readonly ParityCase[] {
  return [...wrappingStatistics()];
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
