import type { Relation } from './relation.ts';

/**
 * A function for each operator. Compilers and derivations are such tables, so that a new operator is a type
 * error wherever it is missing.
 */
export type ByOperator<Args extends readonly unknown[], Result> = {
  readonly [Op in Relation['op']]: (
    relation: Extract<Relation, { readonly op: Op }>,
    ...args: Args
  ) => Result;
};

/** Calls the function of a relation's operator. */
export function applyByOperator<Args extends readonly unknown[], Result>(
  table: ByOperator<Args, Result>,
  relation: Relation,
  ...args: Args
): Result {
  const operate = table[relation.op] as (relation: Relation, ...args: Args) => Result;
  return operate(relation, ...args);
}
