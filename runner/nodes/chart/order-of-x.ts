import { castExpression } from '../../expressions/cast.ts';
import { multiplyFloats } from '../../expressions/operations/arithmetic.ts';
import { ifThenElse } from '../../expressions/operations/conditional.ts';
import { isNullOperation, logicalNot } from '../../expressions/operations/logic.ts';
import { integerToFloat } from '../../expressions/operations/numeric-casts.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Table } from '../../plan/table.ts';
import { withAll } from './category-tables.ts';
import { both, compareFloats, float } from './float-expressions.ts';
import { joinAll } from './join-all.ts';

const X = columnReference({ name: 'x', type: 'string' });
/** The types as which texts are read, by the column that has the result. */
const READINGS = { number: 'float', date: 'datetime' } as const;
type Reading = keyof typeof READINGS;
/** Four of five cells must be numbers, or dates, for x to be in their order. */
const [READ, OF] = [4, 5];

/**
 * Sorts the points of a text `x`: as numbers if at least four of five cells read as numbers, else as dates if so many
 * read as dates, else in the order of their first appearance. A null x is last, a cell that cannot be read before it.
 * @param rows with the column `x`, in which null stands for blanks
 * @param points one row for each x, in the order of their first appearance
 * @param ties how texts are ordered that are no numbers or dates, or equal ones: as the points are, or by code point
 */
export function inOrderOfTexts(
  rows: Table,
  points: Table,
  ties: 'points' | 'text' = 'points',
): Table {
  const names = points.columns.map(({ name }) => name);
  const counts = withAll(withReadings(rows)).aggregate(
    ['all'],
    (['x', 'number', 'date'] as const).map((source) => ({
      name: `${source}s`,
      source,
      aggregate: 'count',
    })),
    { keys: 'x', calls: 'x' },
  );
  const isNumbers = isMostly('numbers');
  const isDates = both(call(logicalNot, isNumbers), isMostly('dates'));
  const keyed = joinAll(withReadings(points), counts).withColumns([
    { name: 'blank', expression: call(isNullOperation, X) },
    { name: 'number', expression: where(isNumbers, 'number') },
    { name: 'date', expression: where(isDates, 'date') },
  ]);
  const columns = ['blank', 'number', 'date', ...(ties === 'text' ? [X.name] : [])];
  const keys = columns.map((column) => ({ column, descending: false }));
  return keyed.sort(keys, 'last', {}, 'x').select(names, 'x');
}

function withReadings(rows: Table): Table {
  return rows.withColumns(
    Object.entries(READINGS).map(([name, type]) => ({
      name,
      expression: castExpression(X, type, { remedy: null, format: '' }),
    })),
  );
}

/** Whether enough of the texts can be read; null without a text. */
function isMostly(readings: 'numbers' | 'dates'): TypedExpression {
  const [read, all] = [readings, 'xs'].map((name) =>
    call(integerToFloat, columnReference({ name, type: 'integer' })),
  ) as [TypedExpression, TypedExpression];
  return compareFloats(
    call(multiplyFloats, read, float(OF)),
    '>=',
    call(multiplyFloats, all, float(READ)),
  );
}

function where(condition: TypedExpression, reading: Reading): TypedExpression {
  const type = READINGS[reading];
  const cell = columnReference({ name: reading, type });
  return call(ifThenElse(type), condition, cell, literal(type, null));
}
