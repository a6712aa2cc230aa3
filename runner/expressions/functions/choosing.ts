import type { ColumnType } from '../../domain/column.ts';
import { booleanOf } from '../check-operator.ts';
import { coerce, commonType, settled } from '../coerce.ts';
import { choose, coalesce, extreme, nullIf } from '../operations/conditional.ts';
import { describe, failAt, type Argument, type Scope } from '../scope.ts';
import { call, literal, type Typed } from '../typed.ts';
import { documented, type FunctionEntry } from './entry.ts';

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
  return balanced(nodes, (left, right) => call(operation(type), left, right));
}

/** Joins neighbours first: engines bound how deep calls are nested, and some forms repeat operands. */
function balanced(nodes: readonly Typed[], join: (left: Typed, right: Typed) => Typed): Typed {
  const [first, second] = nodes;
  if (first === undefined) throw new TypeError('There is nothing to join.');
  if (second === undefined) return first;
  const half = Math.ceil(nodes.length / 2);
  return join(balanced(nodes.slice(0, half), join), balanced(nodes.slice(half), join));
}

const takesOneOrMore = [1, Infinity] as const;

export const conditional: FunctionEntry = {
  parameters: [3, 3],
  usage: 'if(condition, then, otherwise)',
  doc: documented(
    'One of two values. A condition that is null counts as false.',
    ["if(quantity > 5, 'many', 'few')", 'many'],
    ["if(refund > 0, 'yes', 'no')", 'no'],
  ),
  check: choosing,
};

export const coalescing: FunctionEntry = {
  parameters: takesOneOrMore,
  usage: 'coalesce(a, b, …)',
  doc: documented('The first value that is not null.', ['coalesce(refund, price)', 12.5]),
  check: (args, scope) => folded(args, scope, coalesce),
};

export const nullingIf: FunctionEntry = {
  parameters: [2, 2],
  usage: 'nullif(a, b)',
  doc: documented('The first value, or null where both are equal.', ['nullif(quantity, 7)', null]),
  check: (args, scope) => folded(args, scope, nullIf),
};

export const greatest: FunctionEntry = {
  parameters: takesOneOrMore,
  usage: 'greatest(a, b, …)',
  doc: documented(
    'The greatest of the values; nulls are left out.',
    ['greatest(price, quantity)', 12.5],
    ['greatest(refund, 1)', 1],
  ),
  check: (args, scope) => folded(args, scope, (type) => extreme('greatest', type)),
};

export const least: FunctionEntry = {
  parameters: takesOneOrMore,
  usage: 'least(a, b, …)',
  doc: documented('The least of the values; nulls are left out.', ['least(price, quantity)', 7]),
  check: (args, scope) => folded(args, scope, (type) => extreme('least', type)),
};
