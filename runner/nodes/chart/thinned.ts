import { logicalOr } from '../../expressions/operations/logic.ts';
import {
  addFloats,
  divideFloats,
  multiplyFloats,
  subtractFloats,
} from '../../expressions/operations/arithmetic.ts';
import { integerToFloat } from '../../expressions/operations/numeric-casts.ts';
import { floor } from '../../expressions/operations/unary-math.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import { windowCall } from '../../expressions/window-call.ts';
import type { Table } from '../../plan/table.ts';
import { compareFloats, float } from './float-expressions.ts';

const EACH = { name: 'each', type: 'integer' } as const;
const PLACE = { name: 'place', type: 'integer' } as const;
const SIZE = { name: 'size', type: 'integer' } as const;

/**
 * At most `limit` of the rows, in order and at even distances, the first and the last one among them.
 * @param rows a table without the columns `each`, `place` and `size`
 * @param limit at least 2
 */
export function thinned(rows: Table, limit: number): Table {
  const counted = rows
    .withColumns([{ name: EACH.name, expression: literal('integer', 1n) }])
    .withWindowColumns([
      {
        name: PLACE.name,
        expression: windowCall({ kind: 'row number', first: 0 }, null, 'integer'),
      },
      {
        name: SIZE.name,
        expression: windowCall(
          { kind: 'whole', aggregate: 'count' },
          columnReference(EACH),
          'integer',
        ),
      },
    ]);
  const [place, size] = [PLACE, SIZE].map((column) =>
    call(integerToFloat, columnReference(column)),
  ) as [TypedExpression, TypedExpression];
  const last = call(subtractFloats, size, float(1));
  /** How many of the kept rows are before a row: it grows by one at each of them. Half a row decides whole quotients, which an engine may round. */
  const step = (row: TypedExpression): TypedExpression => {
    const share = call(addFloats, call(multiplyFloats, row, float(limit - 1)), float(0.5));
    return call(floor, call(divideFloats, share, last));
  };
  const previous = call(subtractFloats, place, float(1));
  const isStep = compareFloats(step(place), '>', step(previous));
  const areFew = compareFloats(size, '<=', float(limit));
  return counted
    .filter(call(logicalOr, areFew, isStep))
    .drop([EACH.name, PLACE.name, SIZE.name], 'x');
}
