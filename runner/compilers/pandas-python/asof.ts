import type { ColumnType } from '../../domain/column.ts';
import type { AsofRule } from '../../domain/join.ts';
import type { Join } from '../../plan/relation.ts';
import { call, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { durationArgument } from '../duration-code.ts';
import type { JoinFrames } from '../python-emitter.ts';
import { suffixesArgument } from './suffixes.ts';

const ASOF_JOIN = `
def asof_join(
    left, right, left_on, right_on, suffixes=("_x", "_y"), match=pd.merge_asof, **options
):
    """Join each row of left with the row of right whose last key is nearest, others equal."""
    *by, on = keys = [f"key {index}" for index in range(len(left_on))]
    starts, ends = (
        side[names].set_axis(keys, axis="columns").dropna().sort_values(on, kind="stable")
        for side, names in ((left, left_on), (right, right_on))
    )
    ends["row"] = ends.index
    found = match(starts, ends, on=on, by=by or None, **options)["row"]
    rows = pd.Series(found.to_numpy(), index=starts.index).reindex(left.index)
    shared = [name for name, other in zip(left_on, right_on) if name == other]
    added = right.drop(columns=shared).reindex(rows).set_axis(left.index)
    return left.merge(added, left_index=True, right_index=True, suffixes=suffixes)
`;

const MERGE_INTEGERS = `
def merge_integers(left, right, on, by, direction, tolerance=None):
    """Like pd.merge_asof for integers, also with distances beyond 64 bits."""
    right = right.assign(end=right[on])

    def found(way):
        pairs = pd.merge_asof(left, right, on=on, by=by, direction=way)
        start, end = (
            pairs[name].fillna(0).to_numpy("int64").view("uint64") for name in (on, "end")
        )
        span = pd.Series(start - end if way == "backward" else end - start, dtype="UInt64")
        return pairs.assign(distance=span.where(pairs["row"].notna()))

    pairs = found("forward" if direction == "forward" else "backward")
    if direction == "nearest":
        after = found("forward")
        is_later = (after["distance"] < pairs["distance"]).fillna(pairs["row"].isna())
        pairs = pairs.where(~is_later, after)
    if tolerance is not None:
        pairs = pairs.where((pairs["distance"] <= tolerance).fillna(False))
    return pairs
`;

/** Returns pandas code that joins each left row with the right row whose key is nearest. */
export function asofCode(
  python: PythonContext,
  { plan: { pairs }, suffixes }: Join,
  { direction, tolerance }: AsofRule,
  { left, right }: JoinFrames,
): string {
  python.helper('asof_join', ASOF_JOIN);
  const type = pairs.at(-1)?.left.type;
  const wraps = type === 'integer' && (direction === 'nearest' || tolerance !== null);
  if (wraps) python.helper('merge_integers', MERGE_INTEGERS);
  return call('asof_join', [
    left,
    right,
    keyword('left_on', python.literal(pairs.map((pair) => pair.left.name))),
    keyword('right_on', python.literal(pairs.map((pair) => pair.right.name))),
    ...suffixesArgument(python, suffixes),
    ...(wraps ? [keyword('match', 'merge_integers')] : []),
    keyword('direction', python.literal(direction)),
    ...(tolerance === null ? [] : [keyword('tolerance', limitCode(python, tolerance, type))]),
  ]);
}

function limitCode(
  python: PythonContext,
  tolerance: number | bigint,
  type: ColumnType | undefined,
): string {
  return type === 'datetime'
    ? call('pd.Timedelta', [durationArgument(tolerance)])
    : python.literal(tolerance);
}
