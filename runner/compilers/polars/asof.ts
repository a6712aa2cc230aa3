import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import type { AsofRule, JoinedColumn, JoinPlan } from '../../domain/join.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { joinPlans } from './join.ts';

/** Row numbers of the left and of the right input. */
const LEFT: ColumnSchema = { name: 'left', type: 'integer' };
const RIGHT: ColumnSchema = { name: 'right', type: 'integer' };

/** The side on which the matched rows are. */
type Side = 'backward' | 'forward';

/**
 * Joins each left row with the right row whose key is nearest. The library needs sorted keys without nulls and
 * returns the rows in their order, so it matches row numbers, by which both inputs are joined then.
 */
export function asofPlan(
  library: PolarsLibrary,
  left: PolarsFrame,
  right: PolarsFrame,
  plan: JoinPlan,
): pl.LazyDataFrame {
  if (plan.asof === undefined) throw new TypeError('An asof join needs a rule.');
  const lazy = matchedRows(library, left, right, { ...plan, asof: plan.asof });
  const matches: PolarsFrame = { lazy, columns: [LEFT, RIGHT] };
  const names = [...left.columns, ...right.columns].map(({ name }) => name);
  const row: ColumnSchema = { name: unusedName('row', names), type: 'integer' };
  const added = plan.columns.filter(({ from }) => from === 'right');
  const sourced = right.columns.filter(({ name }) => added.some(({ source }) => source === name));
  const rightRows = joinPlans(library, matches, numbered(right, row), {
    how: 'left',
    pairs: [{ left: RIGHT, right: row }],
    columns: [
      { ...LEFT, name: row.name, from: 'left', source: LEFT.name },
      ...sourced.map((column): JoinedColumn => ({ ...column, from: 'right', source: column.name })),
    ],
  });
  const cells = plan.columns.map((column): JoinedColumn =>
    column.from === 'key' ? { ...column, from: 'left' } : column,
  );
  return joinPlans(
    library,
    numbered(left, row),
    { lazy: rightRows, columns: [row, ...sourced] },
    { how: 'left', pairs: [{ left: row, right: row }], columns: cells },
  );
}

/** A frame with the number of each row as its first column. */
function numbered({ lazy, columns }: PolarsFrame, row: ColumnSchema): PolarsFrame {
  return { lazy: lazy.withRowIndex(row.name), columns: [row, ...columns] };
}

/** The numbers of the rows that belong together. */
function matchedRows(
  library: PolarsLibrary,
  left: PolarsFrame,
  right: PolarsFrame,
  { pairs, asof: { direction, tolerance } }: JoinPlan & { readonly asof: AsofRule },
): pl.LazyDataFrame {
  const build = new PolarsBuilder(library);
  const type = pairs.at(-1)?.left.type;
  const col = (name: string): pl.Expr => library.col(name);
  const keys = pairs.map((_pair, index) => `key ${index}`);
  const by = keys.slice(0, -1);
  const sortedKeys = ({ lazy, columns }: PolarsFrame, side: 'left' | 'right'): pl.LazyDataFrame =>
    lazy
      .select(
        ...pairs.map((pair, index) =>
          columnExpression(library, columns, pair[side].name).alias(`key ${index}`),
        ),
      )
      .withRowIndex(side)
      .dropNulls()
      .withColumns(distanceable(library, col(keys.at(-1) ?? ''), type).alias('on'))
      .sort({ by: col('on'), maintainOrder: true });
  const starts = sortedKeys(left, 'left').select('left', 'on', ...by);
  const ends = sortedKeys(right, 'right');
  const matched = (rows: pl.LazyDataFrame, strategy: Side): pl.LazyDataFrame =>
    rows.joinAsof(
      ends.select(col('right').alias(strategy), 'on', col('on').alias(`${strategy} key`), ...by),
      { on: 'on', strategy, checkSortedness: false, ...(by.length === 0 ? {} : { by }) },
    );
  const exact = (cells: pl.Expr): pl.Expr => (type === 'float' ? cells : build.wide(cells));
  const distance = (strategy: Side): pl.Expr => {
    const [on, end] = [col('on'), col(`${strategy} key`)];
    const [less, more] = strategy === 'backward' ? [end, on] : [on, end];
    // An infinity is next to itself.
    const same = type === 'float' ? build.literal('float', 0) : build.wideInteger(0n);
    return build.when(on.eq(end), same, exact(more).sub(exact(less)));
  };
  const near =
    direction === 'nearest'
      ? nearest(library, matched(matched(starts, 'backward'), 'forward'), distance)
      : matched(starts, direction).select(
          col('left'),
          col(direction).alias('right'),
          distance(direction).alias('distance'),
        );
  if (tolerance === null) return near.select('left', 'right');
  const limit =
    typeof tolerance === 'bigint'
      ? build.wideInteger(tolerance)
      : build.literal('float', tolerance);
  return near.filter(col('distance').ltEq(limit)).select('left', 'right');
}

/** Integers and microseconds, or floats. */
function distanceable(
  library: PolarsLibrary,
  cells: pl.Expr,
  type: ColumnSchema['type'] | undefined,
): pl.Expr {
  return type === 'datetime' ? cells.cast(library.Datetime('us')).cast(library.Int64) : cells;
}

/** The library takes the larger of two values at one distance. @param rows with the matches of both sides */
function nearest(
  library: PolarsLibrary,
  rows: pl.LazyDataFrame,
  distance: (side: Side) => pl.Expr,
): pl.LazyDataFrame {
  const build = new PolarsBuilder(library);
  const col = (name: string): pl.Expr => library.col(name);
  const isLater = col('backward')
    .isNull()
    .or(col('wait').lt(col('distance')));
  const chosen = (later: string, earlier: string): pl.Expr =>
    build.when(isLater, col(later), col(earlier));
  return rows
    .withColumns(distance('backward').alias('distance'), distance('forward').alias('wait'))
    .select(
      col('left'),
      chosen('forward', 'backward').alias('right'),
      chosen('wait', 'distance').alias('distance'),
    );
}
