import type { AsofRule, JoinPlan } from '../../plan/builders/join-plan.ts';
import { call, keyword, list } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { JoinFrames } from '../python-emitter.ts';
import { unusedName } from '../unused-name.ts';
import { renameCode, renames } from './rename.ts';

const ASOF_JOIN = `
def asof_join(left, right, on, by, strategy, tolerance=None, rows=("left row", "right row")):
    """Join each row of left with the row of right whose key is nearest. Null keys match nothing."""
    left, right = left.with_row_index(rows[0]), right.with_row_index(rows[1])
    keys = {name: f"by {index}" for index, name in enumerate(by)} | {on: "on"}
    starts, ends = (
        side.select(pl.col(row).alias(name), *(cs.by_name(key).alias(keys[key]) for key in keys))
        .drop_nulls()
        .with_columns(pl.col("on").to_physical())
        .sort("on", maintain_order=True)
        for side, row, name in ((left, rows[0], "left"), (right, rows[1], "right"))
    )
    ends = ends.with_columns(end=pl.col("on"))
    groups = [keys[name] for name in by] or None

    def found(strategy):
        options = {"on": "on", "by": groups, "strategy": strategy, "check_sortedness": False}
        span = (pl.col("on") - pl.col("end")).abs()
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
        .join(right.drop(cs.by_name(*keys)), on=rows[1], how="left", maintain_order="left")
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
  const names = pairs.map((pair) => pair.left.name);
  const taken = columns.map(({ name }) => name);
  const rows = ROWS.map((name) => unusedName(name, taken));
  return call('asof_join', [
    renameCode(python, left, renames(columns, 'left')),
    renameCode(python, right, renames(columns, 'right')),
    keyword('on', python.literal(names.at(-1))),
    keyword('by', python.literal(names.slice(0, -1))),
    keyword('strategy', python.literal(direction)),
    ...(tolerance === null ? [] : [keyword('tolerance', python.literal(tolerance))]),
    ...(rows.join() === ROWS.join()
      ? []
      : [keyword('rows', list(rows.map((name) => python.literal(name))))]),
  ]);
}
