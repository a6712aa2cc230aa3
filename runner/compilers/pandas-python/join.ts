import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import type { JoinPlan } from '../../plan/builders/join-plan.ts';
import type { Join } from '../../plan/relation.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { dict } from '../../python/code.ts';

const HAS_MATCH = `
def has_match(left, right, left_on, right_on):
    """Return whether each row of left has a match in right. Null keys match nothing."""
    keys = right[right_on].dropna().drop_duplicates().set_axis(left_on, axis="columns")
    found = left[left_on].merge(keys, on=left_on, how="left", indicator="found")["found"]
    return (found == "both").to_numpy()
`;

const OUTER_JOIN = `
def outer_join(left, right, left_on, right_on, suffixes):
    """Join all rows of both frames, in left order; unmatched right rows come last."""
    options = {"left_on": left_on, "right_on": right_on, "suffixes": suffixes}
    matched = left.merge(right.dropna(subset=right_on), how="left", **options)
    rest = right[~has_match(right, left, right_on, left_on)]
    rest = left.iloc[:0].merge(rest, how="right", **options)
    return pd.concat([matched, rest], ignore_index=True)
`;

/** The variables of both sides of a join. */
export interface JoinFrames {
  readonly left: string;
  readonly right: string;
}

/** Emits pandas code that joins two frames. */
export function emitJoin(
  python: PythonContext,
  { plan, suffixes }: Join,
  frames: JoinFrames,
): void {
  const leftOn = python.literal(plan.pairs.map(({ left }) => left.name));
  const rightOn = python.literal(plan.pairs.map(({ right }) => right.name));
  const mixed = plan.pairs.filter(({ left, right }) => left.type !== right.type);
  const namesOf = (side: 'left' | 'right'): string[] => mixed.map((pair) => pair[side].name);
  const args: JoinCode = {
    left: exactKeys(frames.left, namesOf('left')),
    right: exactKeys(frames.right, namesOf('right')),
    leftOn,
    rightOn,
    keys: leftOn === rightOn ? `on=${leftOn}` : `left_on=${leftOn}, right_on=${rightOn}`,
    suffixes: `(${suffixes.map((suffix) => python.literal(suffix)).join(', ')})`,
  };
  python.line(`${python.target} = ${joinCode(python, plan, args)}${keyCast(plan)}`);
}

/**
 * The code of an input with keys as Python objects, so that integers and floats compare exactly. Otherwise
 * pandas would round the integers.
 */
function exactKeys(frame: string, names: readonly string[]): string {
  if (names.length === 0) return frame;
  const types = dict(names.map((name) => [name, 'object'] as const));
  return `${frame}.astype(${types})`;
}

interface JoinCode {
  readonly left: string;
  readonly right: string;
  readonly leftOn: string;
  readonly rightOn: string;
  readonly keys: string;
  readonly suffixes: string;
}

function joinCode(python: PythonContext, { how }: JoinPlan, code: JoinCode): string {
  const { left, right, leftOn, rightOn, keys, suffixes } = code;
  switch (how) {
    case 'inner':
    case 'left':
      // pandas matches null keys with each other, so drop them.
      return `${left}.merge(${right}.dropna(subset=${rightOn}), ${keys}, how="${how}", suffixes=${suffixes})`;
    case 'right':
      return `${left}.dropna(subset=${leftOn}).merge(${right}, ${keys}, how="right", suffixes=${suffixes})`;
    case 'outer':
      python.helper('has_match', HAS_MATCH);
      python.helper('outer_join', OUTER_JOIN);
      return `outer_join(${left}, ${right}, ${leftOn}, ${rightOn}, ${suffixes})`;
    case 'semi':
    case 'anti': {
      python.helper('has_match', HAS_MATCH);
      const not = how === 'anti' ? '~' : '';
      return `${left}[${not}has_match(${left}, ${right}, ${leftOn}, ${rightOn})].reset_index(drop=True)`;
    }
  }
}

/** Casts the keys of mixed types to their type in the plan, since pandas returns them as objects. */
function keyCast({ pairs, columns }: JoinPlan): string {
  const mixed = pairs.filter(({ left, right }) => left.type !== right.type);
  const names = {
    left: new Set(mixed.map(({ left }) => left.name)),
    right: new Set(mixed.map(({ right }) => right.name)),
  };
  const types = columns
    .filter(({ from, source }) => names[from === 'key' ? 'left' : from].has(source))
    .map(({ name, type }) => [name, `"${COLUMN_TYPE_TABLE[type].pandasPython}"`] as const);
  return types.length === 0 ? '' : `.astype(${dict(types)})`;
}
