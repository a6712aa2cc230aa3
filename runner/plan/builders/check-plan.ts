import { combineBalanced } from '../../expressions/combine-balanced.ts';
import { isNullOperation, logicalOr } from '../../expressions/operations/logic.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Relation } from '../relation.ts';
import type { Check, RulePart } from '../operators/reports.ts';

/** The rows that violate the rule of a check, in order; null for a check of the number of rows. */
export function violationsOf({ input, test }: Check): Relation | null {
  const { columns } = input;
  switch (test.kind) {
    case 'rows':
      return { op: 'filter', input, predicate: test.violation, columns };
    case 'notNull':
      return { op: 'filter', input, predicate: anyNull(input, test.names), columns };
    case 'unique':
      return { op: 'duplicates', input, keys: test.keys, at: test.at, columns };
    case 'count':
      return null;
  }
}

/** A rule as text. */
export function ruleText(rule: readonly RulePart[]): string {
  return rule.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

function anyNull({ columns }: Relation, names: readonly string[]): TypedExpression {
  const checked = new Set(names);
  const tests = columns.flatMap((column) =>
    checked.has(column.name) ? [call(isNullOperation, columnReference(column))] : [],
  );
  return combineBalanced(logicalOr, tests) ?? literal('boolean', false);
}
