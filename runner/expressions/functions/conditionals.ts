import type { ColumnType } from '../../domain/column.ts';
import { requireBoolean } from '../check-operator.ts';
import { coerce, commonType, withNaNAsNull } from '../coerce.ts';
import { ifThenElse, coalesce, greatestOrLeast, nullIf } from '../operations/conditional.ts';
import { describeType, failAt, type Argument, type Scope } from '../scope.ts';
import { call, literal, type TypedExpression } from '../typed-expression.ts';
import { documented, type FunctionEntry } from './function-entry.ts';

/** Checks `if(condition, then, otherwise)`. */
export function checkIf(args: readonly Argument[], scope: Scope): TypedExpression {
  const [condition, then, otherwise] = args;
  if (condition === undefined || then === undefined || otherwise === undefined) {
    throw new TypeError('if needs three arguments');
  }
  const test = requireBoolean(condition, scope, 'if');
  const { type, nodes } = unifyTypes([then, otherwise], scope);
  // Drop a branch that cannot be reached, so that it cannot fail the run: polars drops it too.
  const [taken, other] = nodes;
  if (test.kind === 'literal' && taken && other) return test.value === true ? taken : other;
  return type === 'null' ? literal('null', null) : call(ifThenElse(type), test, ...nodes);
}

/** Coerces all values to one type; the type is `null` when every value is null. */
function unifyTypes(
  args: readonly Argument[],
  scope: Scope,
): { readonly type: ColumnType; readonly nodes: readonly TypedExpression[] } {
  let sample: TypedExpression = literal('null', null);
  for (const { node, at } of args) {
    const type = commonType(sample, node);
    if (type === null || coerce(node, type) === null) {
      failAt(
        scope,
        at,
        `This is ${describeType(node)}, and another value here is ${describeType(sample)}. Cast one of them.`,
      );
    }
    sample = literal(type, null);
  }
  const { type } = sample;
  return {
    type,
    nodes: args.map(({ node }) => withNaNAsNull(coerce(withNaNAsNull(node), type) ?? node)),
  };
}

/** Calls an operation on all arguments, coerced to one type; a single argument is the result itself. */
function callOnAll(
  args: readonly Argument[],
  scope: Scope,
  operation: (type: ColumnType) => Parameters<typeof call>[0],
): TypedExpression {
  const { type, nodes } = unifyTypes(args, scope);
  if (type === 'null') return literal('null', null);
  const [first, ...others] = nodes;
  return others.length === 0 && first ? first : call(operation(type), ...nodes);
}

const ONE_OR_MORE = [1, Infinity] as const;

export const ifFunction: FunctionEntry = {
  parameters: [3, 3],
  usage: 'if(condition, then, otherwise)',
  doc: documented(
    'One of two values. A condition that is null counts as false.',
    ["if(quantity > 5, 'many', 'few')", 'many'],
    ["if(refund > 0, 'yes', 'no')", 'no'],
  ),
  check: checkIf,
};

export const coalesceFunction: FunctionEntry = {
  parameters: ONE_OR_MORE,
  usage: 'coalesce(a, b, …)',
  doc: documented('The first value that is not null.', ['coalesce(refund, price)', 12.5]),
  check: (args, scope) => callOnAll(args, scope, coalesce),
};

export const nullIfFunction: FunctionEntry = {
  parameters: [2, 2],
  usage: 'nullif(a, b)',
  doc: documented('The first value, or null where both are equal.', ['nullif(quantity, 7)', null]),
  check: (args, scope) => callOnAll(args, scope, nullIf),
};

export const greatest: FunctionEntry = {
  parameters: ONE_OR_MORE,
  usage: 'greatest(a, b, …)',
  doc: documented(
    'The greatest of the values; nulls are left out.',
    ['greatest(price, quantity)', 12.5],
    ['greatest(refund, 1)', 1],
  ),
  check: (args, scope) => callOnAll(args, scope, (type) => greatestOrLeast('greatest', type)),
};

export const least: FunctionEntry = {
  parameters: ONE_OR_MORE,
  usage: 'least(a, b, …)',
  doc: documented('The least of the values; nulls are left out.', ['least(price, quantity)', 7]),
  check: (args, scope) => callOnAll(args, scope, (type) => greatestOrLeast('least', type)),
};
