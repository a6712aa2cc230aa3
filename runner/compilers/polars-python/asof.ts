import type { ColumnType } from '../../domain/column.ts';
import type { AsofRule, JoinPlan } from '../../domain/join.ts';
import { call, keyword, list } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { durationArgument } from '../duration-code.ts';
import type { JoinFrames } from '../python-emitter.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { renameCode, renames } from './rename.ts';

const ASOF_JOIN = `
def asof_join(
    left,
    right,
    left_on,
    right_on,
    strategy,
    tolerance=None,
    wide=pl.Int128,
    rows=("left row", "right row"),
):
    """Join each row of left with the row of right whose last key is nearest, others equal."""
    left, right = left.with_row_index(rows[0]), right.with_row_index(rows[1])
    groups = [f"by {index}" for index in range(len(left_on) - 1)] or None
    keys = [*(groups or []), "on"]
    starts, ends = (
        side.select(
            pl.col(row).alias(name),
            *(cs.by_name(column).alias(key) for column, key in zip(columns, keys)),
        )
        .drop_nulls()
        .with_columns(pl.col("on").to_physical())
        .sort("on", maintain_order=True)
        for side, row, name, columns in (
            (left, rows[0], "left", left_on),
            (right, rows[1], "right", right_on),
        )
    )
    ends = ends.with_columns(end=pl.col("on"))
    shared = [name for name, other in zip(left_on, right_on) if name == other]

    def found(strategy):
        options = {"on": "on", "by": groups, "strategy": strategy, "check_sortedness": False}
        span = (pl.col("on").cast(wide) - pl.col("end").cast(wide)).abs()
        # An infinity is next to itself.
        distance = pl.when(pl.col("on") == pl.col("end")).then(0).otherwise(span)
        return starts.join_asof(ends, **options).select("left", "right", distance=distance)

    pairs = found("forward" if strategy == "forward" else "backward")
    if strategy == "nearest":
        # polars takes the larger of two values at one distance.
        after = found("forward").rename({"right": "later", "distance": "wait"})
        is_later = (pl.col("wait") < pl.col("distance")).fill_null(pl.col("right").is_null())
        pairs = pairs.join(after, on="left").with_columns(
            right=pl.when(is_later).then("later").otherwise("right"),
            distance=pl.when(is_later).then("wait").otherwise("distance"),
        )
    if tolerance is not None:
        pairs = pairs.filter(pl.col("distance") <= tolerance)
    pairs = pairs.select(pl.col("left").alias(rows[0]), pl.col("right").alias(rows[1]))
    return (
        left.join(pairs, on=rows[0], how="left", maintain_order="left")
        .join(right.drop(cs.by_name(*shared)), on=rows[1], how="left", maintain_order="left")
        .drop(*rows)
    )
`;

/** The positions of rows in the helper, under names that no column has. */
const ROWS = ['left row', 'right row'];

/** Returns polars code, eager or lazy, that joins each left row with the right row whose key is nearest. */
export function asofCode(
  python: PythonContext,
  { pairs, columns }: JoinPlan,
  { direction, tolerance }: AsofRule,
  { left, right }: JoinFrames,
): string {
  python.import('import polars as pl');
  python.import('import polars.selectors as cs');
  python.helper('asof_join', ASOF_JOIN);
  const namesOn = (side: 'left' | 'right'): string => {
    const renamed = renames(columns, side);
    return python.literal(pairs.map((pair) => renamed.get(pair[side].name) ?? pair[side].name));
  };
  const taken = columns.map(({ name }) => name);
  const rows = ROWS.map((name) => unusedName(name, taken));
  const type = pairs.at(-1)?.left.type;
  return call('asof_join', [
    renameCode(python, left, renames(columns, 'left')),
    renameCode(python, right, renames(columns, 'right')),
    keyword('left_on', namesOn('left')),
    keyword('right_on', namesOn('right')),
    keyword('strategy', python.literal(direction)),
    ...(tolerance === null ? [] : [keyword('tolerance', limitCode(python, tolerance, type))]),
    ...(type === 'float' ? [keyword('wide', 'pl.Float64')] : []),
    ...(rows.join() === ROWS.join()
      ? []
      : [keyword('rows', list(rows.map((name) => python.literal(name))))]),
  ]);
}

/** The helper compares distances between datetimes as microseconds. */
function limitCode(
  python: PythonContext,
  tolerance: number | bigint,
  type: ColumnType | undefined,
): string {
  if (type !== 'datetime') return python.literal(tolerance);
  python.import('from datetime import timedelta');
  return `${call('timedelta', [durationArgument(tolerance)])} // timedelta(microseconds=1)`;
}
