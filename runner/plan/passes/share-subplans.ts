import { isDiscovered, inputsOf, type NodeOutput, type Relation } from '../relation.ts';
import { relationKey } from './relation-key.ts';

/** The outputs of a node by handle. */
export type OutputsOfNode = readonly (readonly [handle: string, output: NodeOutput])[];

/**
 * Finds the nodes whose outputs are those of an earlier node, since they do the same with the same data.
 * @param nodes the outputs of the nodes in the order of their evaluation
 * @returns for each node the first one with its outputs, which may be itself
 */
export function sharedSubplans(
  nodes: ReadonlyMap<string, OutputsOfNode>,
): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  const found = new Map<string, string>();
  for (const [id, outputs] of nodes) {
    const isShared = outputs.every(([, output]) => isRepeatable(output));
    const keys = outputs.map(([handle, output]) => [handle, relationKey(output)]);
    const key = isShared ? JSON.stringify(keys) : id;
    const first = firsts.get(key) ?? id;
    firsts.set(key, first);
    found.set(id, first);
  }
  return found;
}

/** Whether an operator returns and reports the same each time and has no other effect. A script may say so. */
const REPEATABLE: Readonly<Record<Exclude<Relation['op'], 'opaque'>, boolean>> = {
  source: true,
  input: true,
  project: true,
  window: true,
  filter: true,
  sort: true,
  slice: true,
  sample: true,
  distinct: true,
  duplicates: true,
  aggregate: true,
  join: true,
  cross: true,
  union: true,
  unpivot: true,
  explode: true,
  bin: true,
  digest: true,
  describe: true,
  correlate: true,
  pivot: true,
  check: true,
  nullReport: true,
  artifact: true,
  sink: false,
};

const KNOWN = new WeakMap<Relation, boolean>();

/** Whether an output is the same each time, with all that it is computed from. */
export function isRepeatable(output: NodeOutput): boolean {
  if (isDiscovered(output)) {
    return output.op === 'discoveredPivot' && isRepeatable(output.input);
  }
  const known = KNOWN.get(output);
  if (known !== undefined) return known;
  const isStable = output.op === 'opaque' ? output.deterministic : REPEATABLE[output.op];
  const repeatable = isStable && inputsOf(output).every(isRepeatable);
  KNOWN.set(output, repeatable);
  return repeatable;
}
