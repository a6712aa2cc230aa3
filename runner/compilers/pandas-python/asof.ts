import type { AsofRule } from '../../plan/builders/join-plan.ts';
import type { Join } from '../../plan/relation.ts';
import { call, keyword, tuple } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { JoinFrames } from '../python-emitter.ts';

const ASOF_JOIN = `
def asof_join(left, right, on, by, suffixes, **options):
    """Join each row of left with the row of right whose key is nearest. Null keys match nothing."""
    keys = [*by, on]
    starts, ends = (side[keys].dropna().sort_values(on, kind="stable") for side in (left, right))
    ends[0] = ends.index
    found = pd.merge_asof(starts, ends, on=on, by=by or None, **options)[0]
    rows = pd.Series(found.to_numpy(), index=starts.index).reindex(left.index)
    added = right.drop(columns=keys).reindex(rows).set_axis(left.index)
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
  const names = pairs.map((pair) => pair.left.name);
  const isDate = pairs.at(-1)?.left.type === 'datetime';
  const limit = isDate
    ? call('pd.Timedelta', [keyword('microseconds', String(tolerance))])
    : python.literal(tolerance);
  return call('asof_join', [
    left,
    right,
    keyword('on', python.literal(names.at(-1))),
    keyword('by', python.literal(names.slice(0, -1))),
    keyword('suffixes', tuple(suffixes.map((suffix) => python.literal(suffix)))),
    keyword('direction', python.literal(direction)),
    ...(tolerance === null ? [] : [keyword('tolerance', limit)]),
  ]);
}
