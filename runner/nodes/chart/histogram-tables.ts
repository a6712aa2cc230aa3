import { coalesce } from '../../expressions/operations/conditional.ts';
import { withNaNAsNull } from '../../expressions/coerce.ts';
import {
  addFloats,
  divideFloats,
  multiplyFloats,
  subtractFloats,
} from '../../expressions/operations/arithmetic.ts';
import { floor } from '../../expressions/operations/unary-math.ts';
import { call, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { Table } from '../../plan/table.ts';
import { withAll } from './category-tables.ts';
import {
  both,
  chooseFloat,
  compareFloats,
  float,
  floatColumn,
  isFinite,
} from './float-expressions.ts';
import { joinAll } from './join-all.ts';

const VALUE = floatColumn('value');
const MIN = floatColumn('min');
const MAX = floatColumn('max');
const SPAN = floatColumn('span');
const BIN = floatColumn('bin');

/**
 * The range of the finite values and the number of values in each bin.
 * @param values a table with the column `value` of floats
 */
export function histogramTables(values: Table, bins: number): Record<string, Table> {
  const finite = values.filter(isFinite(VALUE));
  const fields = { keys: 'column', calls: 'column' };
  const range = withAll(finite).aggregate(
    ['all'],
    [
      { name: 'min', source: 'value', aggregate: 'min' },
      { name: 'max', source: 'value', aggregate: 'max' },
    ],
    fields,
  );
  const wide = range.withColumns(widened());
  const span = { name: 'span', expression: call(subtractFloats, MAX, MIN) };
  const ranged = joinAll(finite, wide.withColumns([span]));
  const counts = binned(ranged, bins).aggregate(
    ['bin'],
    [{ name: 'count', source: 'value', aggregate: 'count' }],
    fields,
  );
  return { range, bins: counts };
}

/** A range of one value becomes one of the width 1, so that all of them are in a bin. */
function widened(): readonly { readonly name: string; readonly expression: TypedExpression }[] {
  const isPoint = compareFloats(MIN, '==', MAX);
  const half = float(0.5);
  return [
    { name: 'min', expression: chooseFloat(isPoint, call(subtractFloats, MIN, half), MIN) },
    { name: 'max', expression: chooseFloat(isPoint, call(addFloats, MAX, half), MAX) },
  ];
}

/** The lower bound of a bin, as in `binEdges`. */
function edge(bin: TypedExpression, bins: number): TypedExpression {
  const count = float(bins);
  const share = call(divideFloats, bin, count);
  const rest = call(subtractFloats, float(1), share);
  return chooseFloat(
    isFinite(call(multiplyFloats, SPAN, count)),
    call(addFloats, MIN, call(divideFloats, call(multiplyFloats, SPAN, bin), count)),
    call(addFloats, call(multiplyFloats, MIN, rest), call(multiplyFloats, MAX, share)),
  );
}

/**
 * Adds the bin of each value. A quotient finds the bin or the one beside it, because it is rounded; the bounds
 * decide.
 */
function binned(ranged: Table, bins: number): Table {
  const last = float(bins - 1);
  // The difference of halves is finite.
  const half = (value: TypedExpression): TypedExpression => call(multiplyFloats, value, float(0.5));
  const distance = (from: TypedExpression): TypedExpression =>
    call(subtractFloats, half(from), half(MIN));
  const share = call(divideFloats, distance(VALUE), distance(MAX));
  const quotient = call(floor, call(multiplyFloats, share, float(bins)));
  const guess = call(coalesce('float'), withNaNAsNull(quotient), float(0));
  const clamp = (bin: TypedExpression): TypedExpression =>
    chooseFloat(
      compareFloats(bin, '<', float(0)),
      float(0),
      chooseFloat(compareFloats(bin, '>', last), last, bin),
    );
  const previous = call(subtractFloats, BIN, float(1));
  const next = call(addFloats, BIN, float(1));
  const isBelow = compareFloats(VALUE, '<', edge(BIN, bins));
  const isAbove = both(compareFloats(BIN, '<', last), compareFloats(VALUE, '>=', edge(next, bins)));
  const steps = [
    guess,
    clamp(BIN),
    clamp(chooseFloat(isBelow, previous, BIN)),
    chooseFloat(isAbove, next, BIN),
  ];
  return steps.reduce(
    (table, expression) => table.withColumns([{ name: 'bin', expression }]),
    ranged,
  );
}
