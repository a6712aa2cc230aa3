import { asofCode } from './asof.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import type { JoinPlan } from '../../domain/join.ts';
import type { Join } from '../../plan/relation.ts';
import { call, chain, dict, keyword, subscript, type NamedCode } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { pythonText } from '../../python/python-literal.ts';
import type { JoinFrames } from '../python-emitter.ts';
import { RESET_INDEX } from './rows.ts';
import { suffixesArgument } from './suffixes.ts';

const HAS_MATCH = `
def has_match(left, right, left_on, right_on):
    """Return whether each row of left has a match in right. Null keys match nothing."""
    keys = right[right_on].dropna().drop_duplicates().set_axis(left_on, axis="columns")
    found = left[left_on].merge(keys, on=left_on, how="left", indicator="found")["found"]
    return (found == "both").to_numpy()
`;

const OUTER_JOIN = `
def outer_join(left, right, left_on, right_on, suffixes=("_x", "_y")):
    """Join all rows of both frames, in left order; unmatched right rows come last."""
    options = {"left_on": left_on, "right_on": right_on, "suffixes": suffixes}
    matched = left.merge(right.dropna(subset=right_on), how="left", **options)
    rest = right[~has_match(right, left, right_on, left_on)]
    rest = left.iloc[:0].merge(rest, how="right", **options)
    return pd.concat([matched, rest], ignore_index=True)
`;

/** Returns pandas code that joins two frames. */
export function joinCode(python: PythonContext, relation: Join, frames: JoinFrames): string {
  const { plan, suffixes } = relation;
  if (plan.asof !== undefined) return asofCode(python, relation, plan.asof, frames);
  const mixed = plan.pairs.filter(({ left, right }) => left.type !== right.type);
  const side = (name: 'left' | 'right'): SideCode => ({
    frame: exactKeys(
      frames[name],
      mixed.map((pair) => pair[name].name),
    ),
    on: python.literal(plan.pairs.map((pair) => pair[name].name)),
  });
  const joined = sidesCode(python, plan, {
    left: side('left'),
    right: side('right'),
    suffixes: suffixesArgument(python, suffixes),
  });
  const types = castTypes(plan);
  return types.length === 0 ? joined : chain(joined, [call('astype', [dict(types)])]);
}

/**
 * The code of an input with keys as Python objects, so that integers and floats compare exactly. Otherwise
 * pandas would round the integers.
 */
function exactKeys(frame: string, names: readonly string[]): string {
  if (names.length === 0) return frame;
  const types = dict(names.map((name) => [name, 'object'] as const));
  return chain(frame, [call('astype', [types])]);
}

/** The code of a side and of the list of its keys. */
interface SideCode {
  readonly frame: string;
  readonly on: string;
}

interface JoinCode {
  readonly left: SideCode;
  readonly right: SideCode;
  readonly suffixes: readonly string[];
}

function sidesCode(python: PythonContext, { how }: JoinPlan, code: JoinCode): string {
  const { left, right, suffixes } = code;
  switch (how) {
    case 'inner':
    case 'left':
      return mergeCode(python, how, { ...code, right: withoutNullKeys(right) });
    case 'right':
      return mergeCode(python, how, { ...code, left: withoutNullKeys(left) });
    case 'outer':
      python.helper('has_match', HAS_MATCH);
      python.helper('outer_join', OUTER_JOIN);
      return call('outer_join', [left.frame, right.frame, left.on, right.on, ...suffixes]);
    case 'semi':
    case 'anti': {
      python.helper('has_match', HAS_MATCH);
      const found = call('has_match', [left.frame, right.frame, left.on, right.on]);
      return chain(subscript(left.frame, how === 'anti' ? `~${found}` : found), [RESET_INDEX]);
    }
  }
}

/** pandas matches null keys with each other, so one side must have none. */
function withoutNullKeys({ frame, on }: SideCode): SideCode {
  return { frame: chain(frame, [call('dropna', [keyword('subset', on)])]), on };
}

function mergeCode(
  python: PythonContext,
  how: 'inner' | 'left' | 'right',
  { left, right, suffixes }: JoinCode,
): string {
  const keys =
    left.on === right.on
      ? [keyword('on', left.on)]
      : [keyword('left_on', left.on), keyword('right_on', right.on)];
  const merge = call('merge', [
    right.frame,
    ...keys,
    keyword('how', python.literal(how)),
    ...suffixes,
  ]);
  return chain(left.frame, [merge]);
}

/** The types of the keys of mixed types, which pandas returns as objects. */
function castTypes({ pairs, columns }: JoinPlan): readonly NamedCode[] {
  const mixed = pairs.filter(({ left, right }) => left.type !== right.type);
  const names = {
    left: new Set(mixed.map(({ left }) => left.name)),
    right: new Set(mixed.map(({ right }) => right.name)),
  };
  return columns
    .filter(({ from, source }) => names[from === 'key' ? 'left' : from].has(source))
    .map(({ name, type }) => [name, pythonText(COLUMN_TYPE_TABLE[type].pandasPython)]);
}
