import { applyByOperator, type ByOperator } from './by-operator.ts';
import { inputsOf, type Input, type Join, type Relation } from './relation.ts';

/**
 * The input of a node whose leading rows determine the leading rows of the result, together with all rows of
 * the other inputs. Null when the leading rows do not follow from those of one input.
 */
export function leadingInput(relation: Relation): Input | null {
  const whole: Relation[] = [];
  let current = relation;
  while (current.op !== 'input') {
    const leading = applyByOperator(LEADING, current);
    if (leading === null) return null;
    whole.push(...leading.whole);
    current = leading.input;
  }
  const input = current;
  return whole.some((one) => reads(one, input)) ? null : input;
}

/** An input of an operator of which the leading rows are enough, and the inputs of which all rows count. */
interface Leading {
  readonly input: Relation;
  readonly whole: readonly Relation[];
}

/** Null for an operator whose leading rows may come from anywhere. */
const LEADING: ByOperator<readonly [], Leading | null> = {
  source: () => null,
  input: () => null,
  project: only,
  window: () => null,
  filter: only,
  sort: () => null,
  slice: only,
  sample: () => null,
  distinct: (relation) => (relation.keep === 'first' ? only(relation) : null),
  duplicates: () => null,
  aggregate: () => null,
  join: leadingSide,
  cross: () => null,
  union: () => null,
  unpivot: () => null,
  explode: only,
  digest: only,
  // All rows determine the edges.
  bin: () => null,
  pivot: () => null,
  describe: () => null,
  correlate: () => null,
  opaque: () => null,
  check: only,
  nullReport: only,
  artifact: only,
  sink: only,
};

function only({ input }: { readonly input: Relation }): Leading {
  return { input, whole: [] };
}

/** An outer join has rows of the right side at its end, also if few rows of the left side are known. */
function leadingSide({ left, right, plan }: Join): Leading | null {
  if (plan.how === 'outer') return null;
  return plan.how === 'right' ? { input: right, whole: [left] } : { input: left, whole: [right] };
}

function reads(relation: Relation, input: Input): boolean {
  if (relation === input) return true;
  return relation.op !== 'input' && inputsOf(relation).some((one) => reads(one, input));
}
