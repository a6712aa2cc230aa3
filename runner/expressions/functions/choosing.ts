import type { ColumnType } from '../../domain/column.ts';
import { booleanOf } from '../check-operator.ts';
import { coerce, commonType, settled } from '../coerce.ts';
import { choose, coalesce, extreme, nullIf } from '../operations/conditional.ts';
import { describe, failAt, type Argument, type Scope } from '../scope.ts';
import { call, literal, type Typed } from '../typed.ts';

/** `if(condition, then, otherwise)` */
export function choosing(args: readonly Argument[], scope: Scope): Typed {
  const [condition, then, otherwise] = args;
  if (condition === undefined || then === undefined || otherwise === undefined) {
    throw new TypeError('if needs three arguments');
  }
  const test = booleanOf(condition, scope, 'if');
  const { type, nodes } = unified([then, otherwise], scope);
  // A part that is never taken is not computed, so that it cannot fail: polars drops it too.
  const [taken, other] = nodes;
  if (test.kind === 'literal' && taken && other) return test.value === true ? taken : other;
  return type === null ? literal(null, null) : call(choose(type), test, ...nodes);
}

/** All values as one type. Null: there are only nulls. */
function unified(
  args: readonly Argument[],
  scope: Scope,
): { readonly type: ColumnType | null; readonly nodes: readonly Typed[] } {
  let sample: Typed = literal(null, null);
  for (const { node, at } of args) {
    const type = commonType(sample, node);
    const fits = type === 'nulls' || (type !== null && coerce(node, type) !== null);
    if (!fits) {
      failAt(
        scope,
        at,
        `This is ${describe(node)}, and another value here is ${describe(sample)}. Cast one of them.`,
      );
    }
    sample = type === 'nulls' ? sample : literal(type, null);
  }
  const { type } = sample;
  if (type === null) return { type, nodes: args.map(({ node }) => node) };
  return { type, nodes: args.map(({ node }) => settled(coerce(settled(node), type) ?? node)) };
}

function folded(
  args: readonly Argument[],
  scope: Scope,
  operation: (type: ColumnType) => Parameters<typeof call>[0],
): Typed {
  const { type, nodes } = unified(args, scope);
  if (type === null) return literal(null, null);
  return nodes.reduce((left, right) => call(operation(type), left, right));
}

export const coalescing = (args: readonly Argument[], scope: Scope): Typed =>
  folded(args, scope, coalesce);

export const greatest = (args: readonly Argument[], scope: Scope): Typed =>
  folded(args, scope, (type) => extreme('greatest', type));

export const least = (args: readonly Argument[], scope: Scope): Typed =>
  folded(args, scope, (type) => extreme('least', type));

export const nullingIf = (args: readonly Argument[], scope: Scope): Typed =>
  folded(args, scope, nullIf);
