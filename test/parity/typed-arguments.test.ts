import type { ColumnSchema } from '../../runner/domain/column.ts';
import { FUNCTIONS } from '../../runner/expressions/functions/index.ts';
import { onBothEngines, type Cell } from '../support/expression-engines.ts';
import { checkCases } from './check-cases.ts';
import { chain, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';

/** Starting Python takes longer than a column. */
const EXPRESSIONS_A_FLOW = 32;

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'b', type: 'boolean' },
  { name: 's', type: 'string' },
  { name: 'd', type: 'datetime' },
];
const ROWS: readonly (readonly Cell[])[] = [
  [5, 2.5, true, '2024-02-29', '2024-02-29T13:30:05'],
  [-3, -0.5, false, '12.5', '1969-12-31T23:59:59.25'],
  [null, null, null, null, null],
  [0, -0, true, 'é😀', '2000-01-01T00:00:00'],
  [9_007_199_254_740_993n, 1e16, false, '1', '2024-03-31T02:30:00'],
];
const OPERATORS = ['+', '-', '*', '/', '//', '%', '**', '==', '<', 'and', '||', 'in'];

/** Lists of columns as arguments. */
function argumentLists(length: number): readonly (readonly string[])[] {
  if (length === 0) return [[]];
  return argumentLists(length - 1).flatMap((list) => COLUMNS.map(({ name }) => [...list, name]));
}

/** Each function with one and two columns of each type, as far as it takes so many. */
const calls = Object.entries(FUNCTIONS).flatMap(
  ([
    name,
    {
      parameters: [least, most],
    },
  ]) =>
    [1, 2]
      .filter((length) => length >= least && length <= most)
      .flatMap(argumentLists)
      .map((list) => `${name}(${list.join(', ')})`),
);

const operations = OPERATORS.flatMap((operator) =>
  argumentLists(2).map(([left, right]) =>
    operator === 'in' ? `${left} in (${right}, null)` : `${left} ${operator} ${right}`,
  ),
);

const CELLS = ROWS.map((row) =>
  row.map((cell, index) =>
    COLUMNS[index]?.type === 'datetime' && typeof cell === 'string'
      ? BigInt(Date.parse(`${cell}Z`)) * 1000n
      : cell,
  ),
);

/** Whether the types fit, and no integer is beyond 64 bits. */
function works(expression: string): boolean {
  try {
    const { polars } = onBothEngines(expression, { columns: COLUMNS, rows: CELLS });
    return !String(polars[0]).startsWith('fails');
  } catch {
    return false;
  }
}

const expressions = [...calls, ...operations].filter(works);
const cases = Array.from(
  { length: Math.ceil(expressions.length / EXPRESSIONS_A_FLOW) },
  (_, flow): ParityCase => {
    const own = expressions.slice(flow * EXPRESSIONS_A_FLOW, (flow + 1) * EXPRESSIONS_A_FLOW);
    return {
      name: own.join('  ·  '),
      inputs: [{ nodeId: 'in', name: 'table.parquet', table: { columns: COLUMNS, rows: ROWS } }],
      graph: chain(
        'parquet',
        own.map((expression, index) => ({
          type: 'calculatedColumn',
          config: { column_name: `result ${index}`, expression },
        })),
      ),
    };
  },
);

checkCases('operators and functions of columns of every type', cases, await parityPython());
