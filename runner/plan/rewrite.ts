import { inputsOf, type Input, type Relation } from './relation.ts';

/** The relations that an operator reads in its plan. The output of another node is a leaf. */
export function operandsOf(relation: Relation): readonly Relation[] {
  if (relation.op === 'input') return [];
  if (relation.op !== 'artifact') return inputsOf(relation);
  return [relation.input, ...Object.values(relation.tables)];
}

/** The inputs of the node that a plan reads, each once. */
export function leavesOf(root: Relation): readonly Input[] {
  const leaves = new Set<Input>();
  const visit = (relation: Relation): void => {
    if (relation.op === 'input') leaves.add(relation);
    else operandsOf(relation).forEach(visit);
  };
  visit(root);
  return [...leaves];
}

/**
 * Replaces the inputs of an operator by relations with the same columns. The tables of an artifact stay.
 * @returns the same relation when no input changes
 */
export function mapInputs(relation: Relation, map: (input: Relation) => Relation): Relation {
  if (relation.op === 'source' || relation.op === 'input') return relation;
  const before = inputsOf(relation);
  const after = before.map(map);
  return after.every((input, at) => input === before[at]) ? relation : withInputs(relation, after);
}

function withInputs(
  relation: Exclude<Relation, { op: 'source' | 'input' }>,
  inputs: readonly Relation[],
): Relation {
  if (relation.op === 'union' || relation.op === 'opaque') return { ...relation, inputs };
  const [first, second] = inputs;
  if (first === undefined) throw new Error(`The operator ${relation.op} has no input.`);
  if (relation.op !== 'join' && relation.op !== 'cross') return { ...relation, input: first };
  if (second === undefined) throw new Error(`The operator ${relation.op} has one input.`);
  return { ...relation, left: first, right: second };
}

/**
 * Rewrites a plan from its leaves. A relation that several operators read is rewritten once.
 * @param rule gets an operator over rewritten inputs, and the operator as it was
 */
export function rewrite(
  root: Relation,
  rule: (relation: Relation, original: Relation) => Relation,
): Relation {
  const known = new Map<Relation, Relation>();
  const visit = (relation: Relation): Relation => {
    const found = known.get(relation) ?? rule(mapInputs(relation, visit), relation);
    known.set(relation, found);
    return found;
  };
  return visit(root);
}

/** The number of operators that read each relation of a plan. */
export function readersOf(root: Relation): ReadonlyMap<Relation, number> {
  const readers = new Map<Relation, number>();
  const visit = (relation: Relation): void => {
    for (const operand of operandsOf(relation)) {
      const known = readers.get(operand) ?? 0;
      readers.set(operand, known + 1);
      if (known === 0) visit(operand);
    }
  };
  visit(root);
  return readers;
}
