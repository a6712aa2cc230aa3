import {
  isDiscovered,
  type Input,
  type NodeOutput,
  type Relation,
  type Source,
} from './relation.ts';
import { mapInputs } from './rewrite.ts';
import { relationKey } from './passes/relation-key.ts';
import { fallibleOperators, isFallible } from './traits.ts';

/** The operators of a node and of all nodes before it as one plan, whose leaves are the inputs of the flow. */
export interface InlinedPlan {
  readonly relation: Relation;
  readonly sources: ReadonlyMap<Input, Source>;
}

/**
 * Puts the plan of each earlier node in the place of an input. Equal plans become one relation. Operators that
 * only report or write are left out, unless they can fail.
 * @returns null if no engine evaluates the plan as a whole: it has a script, columns that only execution shows,
 * or a chart whose tables can fail
 */
export function inlineInputs(output: NodeOutput): InlinedPlan | null {
  if (isDiscovered(output)) return null;
  const sources = new Map<Input, Source>();
  const known = new Map<string, Relation>();
  const obstacles: Relation[] = [];
  const visit = (relation: Relation): Relation => {
    if (relation.op === 'input') return visit(relation.relation);
    const key = relationKey(relation);
    const found = known.get(key) ?? inlined(relation);
    known.set(key, found);
    return found;
  };
  const inlined = (relation: Relation): Relation => {
    if (relation.op === 'source') return leaf(relation);
    if (!canInline(relation)) obstacles.push(relation);
    return isSilent(relation) ? visit(relation.input) : mapInputs(relation, visit);
  };
  const leaf = (source: Source): Input => {
    const { columns } = source;
    const position = sources.size;
    const input: Input = { op: 'input', handle: 'source', position, relation: source, columns };
    sources.set(input, source);
    return input;
  };
  const relation = visit(output);
  return obstacles.length === 0 ? { relation, sources } : null;
}

function canInline(relation: Relation): boolean {
  if (relation.op === 'opaque') return false;
  if (relation.op !== 'artifact') return true;
  return Object.values(relation.tables).every((table) => fallibleOperators(table).length === 0);
}

/** Whether the operator passes its rows through and cannot fail. */
function isSilent(
  relation: Relation,
): relation is Extract<Relation, { op: 'artifact' | 'sink' | 'check' | 'nullReport' }> {
  if (relation.op === 'check') return !isFallible(relation);
  return relation.op === 'artifact' || relation.op === 'sink' || relation.op === 'nullReport';
}
