import { pairTable } from '../../charts/build/heatmap.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import { withNaNAsNull } from '../../expressions/coerce.ts';
import {
  divideFloats,
  multiplyFloats,
  subtractFloats,
} from '../../expressions/operations/arithmetic.ts';
import {
  call,
  literal,
  type ColumnReference,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import { windowCall } from '../../expressions/window-call.ts';
import type { Table } from '../../plan/table.ts';
import { withAll } from './category-tables.ts';
import {
  asFloat,
  both,
  chooseFloat,
  compareFloats,
  floatColumn,
  isFinite,
} from './float-expressions.ts';

/** A table for each pair of columns, each column with itself included. */
export function correlationTables(
  input: Table,
  columns: readonly ColumnSchema[],
): Record<string, Table> {
  const pairs = columns.flatMap((first, row) =>
    columns
      .slice(row)
      .map((second, at) => [pairTable(row, row + at), productsOf(input, first, second)] as const),
  );
  return Object.fromEntries(pairs);
}

const FIELDS = { keys: 'columns', calls: 'columns' };

/** The sum and the number of the products of the standard scores, over the rows that have both values. */
function productsOf(input: Table, first: ColumnSchema, second: ColumnSchema): Table {
  const [a, b] = [floatColumn('a'), floatColumn('b')];
  const rows = input
    .withColumns([
      { name: 'a', expression: asFloat(first) },
      { name: 'b', expression: asFloat(second) },
    ])
    .select(['a', 'b'], 'columns')
    .filter(both(isFinite(a), isFinite(b)));
  const product = withNaNAsNull(call(multiplyFloats, scoreOf(a), scoreOf(b)));
  const products = rows
    .withWindowColumns([{ name: 'product', expression: product }])
    .select(['product'], 'columns');
  return withAll(products).aggregate(
    ['all'],
    [
      { name: 'products', source: 'product', aggregate: 'sum' },
      { name: 'count', source: 'product', aggregate: 'count' },
    ],
    FIELDS,
  );
}

/** The standard score of a value. Null in a constant column, and where the deviation is beyond floats. */
function scoreOf(column: ColumnReference): TypedExpression {
  const whole = (aggregate: 'mean' | 'std' | 'min' | 'max'): TypedExpression =>
    windowCall({ kind: 'whole', aggregate }, column, 'float');
  const deviation = whole('std');
  const varies = compareFloats(whole('max'), '>', whole('min'));
  const distance = call(subtractFloats, column, whole('mean'));
  const score = withNaNAsNull(call(divideFloats, distance, deviation));
  return chooseFloat(both(varies, isFinite(deviation)), score, literal('float', null));
}
