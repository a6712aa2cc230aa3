import { UserError } from '../domain/errors.ts';
import {
  canFail,
  canOverflow,
  hasStrictCast,
  type TypedExpression,
} from '../expressions/typed-expression.ts';
import { applyByOperator, type ByOperator } from './by-operator.ts';
import {
  inputsOf,
  type AggregateCall,
  type AggregateRelation,
  type Relation,
  type Window,
} from './relation.ts';
import type { Artifact, Check } from './operators/reports.ts';

/**
 * What a node makes of the rows of its input, which decides where an engine keeps them: `same` rows · a `subset`,
 * decided for each row · `groups`, which need all rows and are usually few · `other`: another order, fewer rows
 * that others decide, or more of them, possibly more than fit in memory.
 */
export type RowBehaviour = 'same' | 'subset' | 'groups' | 'other';

/** From the weakest to the strongest: a chain behaves like its strongest operator. */
const STRENGTH: readonly RowBehaviour[] = ['same', 'subset', 'groups', 'other'];

/** The behaviour of all operators between a relation and the inputs of its node. */
export function rowBehaviour(relation: Relation): RowBehaviour {
  let strongest = OWN_BEHAVIOUR[relation.op];
  for (const input of operatorsBelow(relation)) {
    const behaviour = OWN_BEHAVIOUR[input.op];
    if (STRENGTH.indexOf(behaviour) > STRENGTH.indexOf(strongest)) strongest = behaviour;
  }
  return strongest;
}

const OWN_BEHAVIOUR: Readonly<Record<Relation['op'], RowBehaviour>> = {
  source: 'same',
  input: 'same',
  project: 'same',
  window: 'same',
  bin: 'same',
  check: 'same',
  nullReport: 'same',
  artifact: 'same',
  sink: 'same',
  filter: 'subset',
  slice: 'subset',
  sample: 'subset',
  aggregate: 'groups',
  describe: 'groups',
  correlate: 'groups',
  pivot: 'groups',
  sort: 'other',
  distinct: 'other',
  duplicates: 'other',
  join: 'other',
  cross: 'other',
  union: 'other',
  unpivot: 'other',
  explode: 'other',
  digest: 'other',
  opaque: 'other',
};

/** Whether the operator makes groups, which are few and cost all rows. */
export function makesGroups({ op }: Relation): boolean {
  return OWN_BEHAVIOUR[op] === 'groups';
}

/**
 * Whether some inputs make an operator fail: a strict cast, checked integer arithmetic, a sum of integers, a
 * check, a script, a sample of more rows than there are, a product of too many rows, an explosion of JSON arrays.
 * Such a failure is an effect of its node. No pass removes the operator or moves a filter, a slice or a
 * limit below it.
 */
export function isFallible(relation: Relation): boolean {
  return applyByOperator(FAILS, relation);
}

const never = (): boolean => false;
const byExpressions = (relation: Relation): boolean => failingExpressions(relation).length > 0;

const FAILS: ByOperator<[], boolean> = {
  source: never,
  input: never,
  project: byExpressions,
  window: byExpressions,
  filter: byExpressions,
  bin: never,
  check: (check) => check.mode === 'error' || byExpressions(check),
  nullReport: never,
  artifact: never,
  sink: never,
  slice: never,
  sample: ({ size }) => 'rows' in size,
  aggregate: ({ calls }) => calls.some(sumCanOverflow),
  describe: never,
  correlate: never,
  pivot: never,
  sort: never,
  distinct: never,
  duplicates: never,
  join: never,
  cross: () => true,
  union: never,
  unpivot: never,
  explode: ({ delimiter }) => delimiter === '',
  digest: never,
  opaque: () => true,
};

/** The operators between a relation and the inputs of its node, the innermost first, and the relation itself. */
export function operatorsOf(relation: Relation): readonly Relation[] {
  return [...operatorsBelow(relation), relation];
}

/** The operators that report something, between a relation and the inputs of its node, the innermost first. */
export function reportingOperators(relation: Relation): readonly (Check | Artifact)[] {
  return operatorsOf(relation).filter(
    (operator) => operator.op === 'check' || operator.op === 'artifact',
  );
}

/** The fallible operators between a relation and the inputs of its node, the innermost first. */
export function fallibleOperators(relation: Relation): readonly Relation[] {
  return operatorsOf(relation).filter(isFallible);
}

/** Whether a strict cast can make the rows of the node fail. A check is evaluated where it is anyway. */
export function castsStrictly(relation: Relation): boolean {
  return fallibleOperators(relation).some(
    (operator) => operator.op !== 'check' && failingExpressions(operator).some(hasStrictCast),
  );
}

/** Whether integers of the node can overflow: a run fails then, and exported Python wraps them around. */
export function overflowsIntegers(relation: Relation): boolean {
  return (
    wrapsRows(relation) ||
    fallibleOperators(relation).some((operator) => operator.op === 'aggregate')
  );
}

/** Whether integers that the node computes row by row can overflow. */
export function wrapsRows(relation: Relation): boolean {
  return fallibleOperators(relation).some((operator) =>
    failingExpressions(operator).some(canOverflow),
  );
}

/** Whether the node keeps, or reports, the rows of a predicate. */
export function selectsRows(relation: Relation): boolean {
  return operatorsOf(relation).some(({ op }) => op === 'filter' || op === 'check');
}

/** The columns of an operator that some values make fail. */
export function failingColumns(relation: Relation): readonly string[] {
  if (relation.op !== 'project' && relation.op !== 'window') return [];
  return relation.fields.flatMap(({ name, expression }) => (canFail(expression) ? [name] : []));
}

/** The expressions of an operator that are evaluated for each row of its input and can fail. */
export function failingExpressions(relation: Relation): readonly TypedExpression[] {
  if (relation.op === 'filter') return canFail(relation.predicate) ? [relation.predicate] : [];
  if (relation.op === 'check') return failingTest(relation);
  if (relation.op !== 'project' && relation.op !== 'window') return [];
  return relation.fields.map(({ expression }) => expression).filter(canFail);
}

function failingTest({ test }: Check): readonly TypedExpression[] {
  return test.kind === 'rows' && canFail(test.violation) ? [test.violation] : [];
}

/**
 * The error of an aggregation in which an integer sum or product left 64 bits. The value is not in it, since
 * an engine may stop at a part of it.
 */
export function aggregateOverflow({ calls }: AggregateRelation): UserError {
  const suspects = calls
    .filter(sumCanOverflow)
    .map(({ aggregate, column }) => `the ${aggregate} of "${column.name}"`);
  return new UserError(
    `An integer is beyond the range of 64 bits: ${suspects.join(' or ')}. Cast the column to float first.`,
  );
}

/**
 * The error of a window relation in which an integer left 64 bits. A row alone does not show it, since a
 * window call reads other rows.
 */
export function windowOverflow(relation: Window): UserError {
  const suspects = failingColumns(relation).map((name) => `"${name}"`);
  return new UserError(
    `An integer is beyond the range of 64 bits in ${suspects.join(' or ')}. Cast the column that it is computed from to float first.`,
  );
}

/** All operators of a node below a relation, inputs first. */
function operatorsBelow(root: Relation): readonly Relation[] {
  const seen = new Set<Relation>();
  const visit = (relation: Relation): void => {
    for (const input of relation.op === 'input' ? [] : inputsOf(relation)) {
      if (seen.has(input)) continue;
      visit(input);
      seen.add(input);
    }
  };
  visit(root);
  return [...seen];
}

function sumCanOverflow({ aggregate, column }: AggregateCall): boolean {
  return (aggregate === 'sum' || aggregate === 'prod') && column.type !== 'float';
}
