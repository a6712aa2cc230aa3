import { combineBalanced } from '../../expressions/combine-balanced.ts';
import { logicalAnd } from '../../expressions/operations/logic.ts';
import { columnsUsed, type TypedExpression } from '../../expressions/typed-expression.ts';
import { applyByOperator, type ByOperator } from '../by-operator.ts';
import type { Filter, Relation } from '../relation.ts';
import { mapInputs, readersOf } from '../rewrite.ts';
import { isFallible } from '../traits.ts';
import { belowFields, belowJoin, belowKeys, belowPartitions } from './predicates-below.ts';

/**
 * Moves the conditions of filters to the inputs, so that other operators see fewer rows. Rows, order, types
 * and failures stay:
 *
 * - A condition that can fail stays where it is, and none moves below an operator that can fail.
 * - A condition moves below an operator only if it decides about whole groups of rows that the operator reads
 *   together: it does not below a slice, a sample or bins, and only on keys below groups and partitions.
 * - A relation with several readers keeps its rows for the others.
 */
export function pushFilters(root: Relation): Relation {
  const readers = readersOf(root);
  const known = new Map<Relation, Relation>();
  const push: Push = (relation, pending) => {
    const isBarrier = isFallible(relation) || (readers.get(relation) ?? 0) > 1;
    if (pending.length === 0) {
      const found =
        known.get(relation) ?? (isFallible(relation) ? stay : pushed)(relation, [], push);
      known.set(relation, found);
      return found;
    }
    return isBarrier ? filtered(push(relation, []), pending) : pushed(relation, pending, push);
  };
  return push(root, []);
}

type Conditions = readonly TypedExpression[];
/** Returns a relation with the rows for which all conditions are true. */
type Push = (relation: Relation, pending: Conditions) => Relation;
type PushBelow<R extends Relation> = (relation: R, pending: Conditions, push: Push) => Relation;
/** The condition over the input of an operator; null when it cannot move there. */
type Below<R extends Relation> = (
  relation: R,
  condition: TypedExpression,
) => TypedExpression | null;

function pushed(relation: Relation, pending: Conditions, push: Push): Relation {
  return applyByOperator(PUSH, relation, pending, push);
}

const PUSH: ByOperator<[pending: Conditions, push: Push], Relation> = {
  source: stay,
  input: stay,
  filter: merged,
  project: move(({ fields }, condition) => belowFields(fields, condition)),
  window: move(({ fields }, condition) => belowPartitions(fields, condition)),
  sort: move((_sort, condition) => condition),
  distinct: move(({ keys, columns }, condition) => belowKeys(keys, columns, condition)),
  duplicates: move(({ keys, columns }, condition) => belowKeys(keys, columns, condition)),
  aggregate: move(({ keys, columns }, condition) => belowKeys(keys, columns, condition)),
  pivot: move(({ index, columns }, condition) => belowKeys(index, columns, condition)),
  unpivot: move(({ keys }, condition) => readsOnly(condition, keys)),
  explode: move(({ column }, condition) => unlessRead(column, condition)),
  digest: move(({ column }, condition) => unlessRead(column, condition)),
  join: (relation, pending, push) => {
    const sides = pending.map((condition) => belowJoin(relation.plan, condition));
    const of = (side: 'left' | 'right'): Conditions =>
      sides.flatMap((found) => (found?.side === side ? [found.condition] : []));
    const left = push(relation.left, of('left'));
    const right = push(relation.right, of('right'));
    const isSame = left === relation.left && right === relation.right;
    return filtered(
      isSame ? relation : { ...relation, left, right },
      pending.filter((_, at) => sides[at] === null),
    );
  },
  union: (relation, pending, push) => {
    const isMoved = (condition: TypedExpression): boolean =>
      relation.inputs.every((input) => hasColumns(input, relation, columnsUsed(condition)));
    const moved = pending.filter(isMoved);
    const kept = pending.filter((condition) => !isMoved(condition));
    return filtered(
      mapInputs(relation, (input) => push(input, moved)),
      kept,
    );
  },
  // Which rows it has depends on all rows of the input.
  slice: stay,
  sample: stay,
  bin: stay,
  describe: stay,
  correlate: stay,
  cross: stay,
  // It reports the rows of its input.
  check: stay,
  nullReport: stay,
  artifact: stay,
  opaque: stay,
  sink: stay,
};

/** The conditions stay above the operator. */
function stay(relation: Relation, pending: Conditions, push: Push): Relation {
  return filtered(
    mapInputs(relation, (input) => push(input, [])),
    pending,
  );
}

/** Moves the conditions for which there is one over the input. */
function move<R extends Relation & { readonly input: Relation }>(below: Below<R>): PushBelow<R> {
  return (relation, pending, push) => {
    const found = pending.map((condition) => below(relation, condition));
    const moved = found.filter((condition) => condition !== null);
    const kept = pending.filter((_, at) => found[at] === null);
    return filtered(
      mapInputs(relation, (input) => push(input, moved)),
      kept,
    );
  };
}

/** The conditions of a filter and those above it move on together. */
function merged(relation: Filter, pending: Conditions, push: Push): Relation {
  const own = conditionsOf(relation.predicate);
  if (!own.every(isMovable)) return stay(relation, pending, push);
  const result = push(relation.input, [...own, ...pending]);
  const isSame = pending.length === 0 && result.op === 'filter' && result.input === relation.input;
  return isSame ? relation : result;
}

function conditionsOf(predicate: TypedExpression): Conditions {
  return predicate.kind === 'call' && predicate.operation === logicalAnd
    ? predicate.args.flatMap(conditionsOf)
    : [predicate];
}

/** A constant has no value for each row. */
function isMovable(condition: TypedExpression): boolean {
  return condition.type === 'boolean' && columnsUsed(condition).length > 0;
}

function filtered(input: Relation, conditions: Conditions): Relation {
  const predicate = combineBalanced(logicalAnd, conditions);
  if (predicate === null) return input;
  return { op: 'filter', input, predicate, columns: input.columns };
}

function readsOnly(condition: TypedExpression, names: readonly string[]): TypedExpression | null {
  return columnsUsed(condition).every((name) => names.includes(name)) ? condition : null;
}

function unlessRead(column: string, condition: TypedExpression): TypedExpression | null {
  return columnsUsed(condition).includes(column) ? null : condition;
}

/** Whether an input of a union has the columns with the types of the union. */
function hasColumns(input: Relation, union: Relation, names: readonly string[]): boolean {
  const typeIn = ({ columns }: Relation, name: string): string | undefined =>
    columns.find((column) => column.name === name)?.type;
  return names.every((name) => typeIn(input, name) === typeIn(union, name));
}
