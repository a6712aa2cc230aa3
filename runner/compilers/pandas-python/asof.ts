import type { AsofRule } from '../../plan/builders/join-plan.ts';
import type { Join } from '../../plan/relation.ts';
import { call, keyword, tuple } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { JoinFrames } from '../python-emitter.ts';

const ASOF_JOIN = `
def asof_join(left, right, left_on, right_on, suffixes, **options):
    """Join each row of left with the row of right whose last key is nearest, and others are equal."""
    *by, on = keys = [f"key {index}" for index in range(len(left_on))]
    starts, ends = (
        side[names].set_axis(keys, axis="columns").dropna().sort_values(on, kind="stable")
        for side, names in ((left, left_on), (right, right_on))
    )
    ends["row"] = ends.index
    found = pd.merge_asof(starts, ends, on=on, by=by or None, **options)["row"]
    rows = pd.Series(found.to_numpy(), index=starts.index).reindex(left.index)
    shared = [name for name, other in zip(left_on, right_on) if name == other]
    added = right.drop(columns=shared).reindex(rows).set_axis(left.index)
    return left.merge(added, left_index=True, right_index=True, suffixes=suffixes)
`;

/** Returns pandas code that joins each left row with the right row whose key is nearest. */
export function asofCode(
  python: PythonContext,
  { plan: { pairs }, suffixes }: Join,
  { direction, tolerance }: AsofRule,
  { left, right }: JoinFrames,
): string {
  python.helper('asof_join', ASOF_JOIN);
  const isDate = pairs.at(-1)?.left.type === 'datetime';
  const limit = isDate
    ? call('pd.Timedelta', [keyword('microseconds', String(tolerance))])
    : python.literal(tolerance);
  return call('asof_join', [
    left,
    right,
    keyword('left_on', python.literal(pairs.map((pair) => pair.left.name))),
    keyword('right_on', python.literal(pairs.map((pair) => pair.right.name))),
    keyword('suffixes', tuple(suffixes.map((suffix) => python.literal(suffix)))),
    keyword('direction', python.literal(direction)),
    ...(tolerance === null ? [] : [keyword('tolerance', limit)]),
  ]);
}
