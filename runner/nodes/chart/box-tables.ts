import { CHART_LIMITS } from '../../charts/limits.ts';
import { coalesce } from '../../expressions/operations/conditional.ts';
import { logicalNot, logicalOr } from '../../expressions/operations/logic.ts';
import {
  addFloats,
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
import type { ColumnReference } from '../../expressions/column-reference.ts';
import { windowCall } from '../../expressions/window-call.ts';
import type { Table } from '../../plan/table.ts';
import { rowCount } from './category-tables.ts';
import { chooseFloat, compareFloats, float, floatColumn } from './float-expressions.ts';

/** The share of the values below each quartile. */
const QUARTILES = { q1: 0.25, q3: 0.75 } as const;
type Quartile = keyof typeof QUARTILES;
/** A value further from the box than this many of its heights is an outlier. */
const WHISKER = 1.5;

const LABEL: ColumnReference = columnReference({ name: 'label', type: 'string' });
const NUMBER = floatColumn('number');
const FIELDS = { keys: 'group_by', calls: 'column' };

/**
 * The statistics of the groups with the most values.
 * @param rows a table with a `label`, a `value` that is not null, and the same as the float `number`
 */
export function boxTables(rows: Table): Record<string, Table> {
  const largest = rows
    .aggregate(['label'], [{ name: 'count', source: 'value', aggregate: 'count' }], FIELDS)
    .sort([{ column: 'count', descending: true }], 'last', {}, 'group_by')
    .slice({ offset: 0, length: CHART_LIMITS.boxGroups });
  const kept = joinByLabel(rows, largest, 'semi');
  const boxes = quartilesOf(kept);
  const ranged = withinFences(kept, boxes);
  const groups = [whiskersOf(ranged), outliersOf(ranged)].reduce(
    (all, one) => joinByLabel(all, one, 'left'),
    boxes,
  );
  return {
    groups: groups.sort([{ column: 'count', descending: true }], 'last', {}, 'group_by'),
    total: rowCount(rows.select(['label'], 'group_by').distinct([], 'first', 'group_by')),
  };
}

function joinByLabel(left: Table, right: Table, how: 'semi' | 'left'): Table {
  return left.join(right, {
    leftKeys: ['label'],
    rightKeys: ['label'],
    keyFields: ['group_by', 'group_by'],
    how,
    suffixes: ['', '_right'],
  });
}

/** A quartile is interpolated between the values at the places below and above it. */
function quartilesOf(rows: Table): Table {
  const partition = [LABEL];
  const order = { keys: [NUMBER], descending: false };
  const whole = { kind: 'whole', aggregate: 'count' } as const;
  const placed = rows.withWindowColumns([
    {
      name: 'place',
      expression: windowCall({ kind: 'row number', first: 0 }, null, 'integer', {
        partition,
        order,
      }),
    },
    { name: 'size', expression: windowCall(whole, NUMBER, 'integer', { partition, order: null }) },
  ]);
  const neighbours = placed.withColumns(
    each((quartile) => [
      { name: `${quartile}_low`, expression: valueAt(lowPlace(quartile, 'size')) },
      {
        name: `${quartile}_high`,
        expression: valueAt(call(addFloats, lowPlace(quartile, 'size'), float(1))),
      },
    ]),
  );
  const statistics = neighbours.aggregate(
    ['label'],
    [
      { name: 'median', source: 'number', aggregate: 'median' },
      { name: 'count', source: 'value', aggregate: 'count' },
      ...each((quartile) =>
        [`${quartile}_low`, `${quartile}_high`].map((name) => ({
          name,
          source: name,
          aggregate: 'max' as const,
        })),
      ),
    ],
    FIELDS,
  );
  return statistics
    .withColumns(each((quartile) => [{ name: quartile, expression: interpolated(quartile) }]))
    .select(['label', 'q1', 'median', 'q3', 'count'], 'column');
}

function each<T>(make: (quartile: Quartile) => readonly T[]): readonly T[] {
  return [...make('q1'), ...make('q3')];
}

function position(quartile: Quartile, size: string): TypedExpression {
  const count = call(integerToFloat, columnReference({ name: size, type: 'integer' }));
  return call(multiplyFloats, call(subtractFloats, count, float(1)), float(QUARTILES[quartile]));
}

function lowPlace(quartile: Quartile, size: string): TypedExpression {
  return call(floor, position(quartile, size));
}

/** The number of a row at this place of its group; null for any other row. */
function valueAt(place: TypedExpression): TypedExpression {
  const own = call(integerToFloat, columnReference({ name: 'place', type: 'integer' }));
  return chooseFloat(compareFloats(own, '==', place), NUMBER, literal('float', null));
}

function interpolated(quartile: Quartile): TypedExpression {
  const low = floatColumn(`${quartile}_low`);
  // The last place has none above it.
  const high = call(coalesce('float'), floatColumn(`${quartile}_high`), low);
  const share = call(subtractFloats, position(quartile, 'count'), lowPlace(quartile, 'count'));
  return call(addFloats, low, call(multiplyFloats, call(subtractFloats, high, low), share));
}

const IS_INSIDE: ColumnReference = columnReference({ name: 'inside', type: 'boolean' });

/** The rows with `inside`: whether the value is at most so many heights of the box away from it. */
function withinFences(rows: Table, boxes: Table): Table {
  const [q1, q3] = [floatColumn('q1'), floatColumn('q3')];
  const reach = call(multiplyFloats, call(subtractFloats, q3, q1), float(WHISKER));
  const isLow = compareFloats(NUMBER, '<', call(subtractFloats, q1, reach));
  const isHigh = compareFloats(NUMBER, '>', call(addFloats, q3, reach));
  const expression = call(logicalNot, call(logicalOr, isLow, isHigh));
  return joinByLabel(rows, boxes.select(['label', 'q1', 'q3'], 'column'), 'left').withColumns([
    { name: IS_INSIDE.name, expression },
  ]);
}

/** The least and the greatest value of each group that is no outlier. */
function whiskersOf(ranged: Table): Table {
  const ends = ['min', 'max'] as const;
  return ranged.filter(IS_INSIDE).aggregate(
    ['label'],
    ends.map((aggregate) => ({ name: aggregate, source: 'value', aggregate })),
    FIELDS,
  );
}

/** The number of outliers of each group that has some. */
function outliersOf(ranged: Table): Table {
  return ranged
    .filter(call(logicalNot, IS_INSIDE))
    .aggregate(['label'], [{ name: 'outliers', source: 'value', aggregate: 'count' }], FIELDS);
}
