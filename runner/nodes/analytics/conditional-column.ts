import { z } from 'zod';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { ConfigError } from '../../domain/errors.ts';
import { supertype } from '../../domain/types/supertype.ts';
import { typeOfValue } from '../../domain/types/type-of-value.ts';
import { firstMatch } from '../../expressions/operations/first-match.ts';
import { logicalAnd, logicalOr } from '../../expressions/operations/logic.ts';
import {
  call,
  literal,
  type Literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { ConfigPath } from '../../plan/relation.ts';
import { defineNode } from '../definition.ts';
import type { FormField } from '../form.ts';
import { columnName } from '../rules/column-list.ts';
import { convertTo } from '../rules/config-value.ts';
import { newColumnField } from '../rules/derived-columns.ts';
import { oneOfMessage } from '../rules/one-of-message.ts';
import {
  ACCEPTED_OPERATORS,
  ALIAS_LIST,
  OPERATOR_SPELLINGS,
  OPERATORS,
  rowPredicate,
  scalar,
  type AcceptedOperator,
  type Scalar,
} from '../rules/row-predicate.ts';
import { conditionalColumnExamples } from './examples/conditional-column-examples.ts';

type ConditionOperator = Exclude<AcceptedOperator, 'between' | 'in'>;

const isConditionOperator = (operator: AcceptedOperator): operator is ConditionOperator =>
  operator !== 'between' && operator !== 'in';

const operators = ACCEPTED_OPERATORS.filter(isConditionOperator);

const condition = z.object({
  column: columnName,
  operator: z.enum(operators, {
    error: oneOfMessage({
      values: operators,
      listed: OPERATORS.filter(isConditionOperator),
      spellings: OPERATOR_SPELLINGS,
    }),
  }),
  value: scalar.nullable().optional(),
});

const rule = z.object({
  match: z.enum(['all', 'any'], 'must be "all" or "any"').default('all'),
  conditions: z
    .array(condition, 'must be a list of conditions')
    .min(1, 'needs at least one condition'),
  result: scalar.nullable(),
});
type Rule = z.infer<typeof rule>;

const rules: FormField<readonly Rule[]> = {
  label: 'Rules',
  type: 'json',
  required: true,
  default: [],
  help: `A list of rules {match, conditions, result}. match is "all" or "any" of the conditions {column, operator, value}. The operators are those of filterRows without between and in. Aliases: ${ALIAS_LIST}.`,
  schema: z.array(rule, 'must be a list of rules').min(1, 'needs at least one rule'),
};

const otherwise: FormField<Scalar | null> = {
  label: 'Default',
  type: 'string',
  required: false,
  default: '',
  help: 'The value of rows that match no rule. It can be null.',
  schema: scalar.nullable(),
};

export const conditionalColumn = defineNode({
  id: 'conditionalColumn',
  label: 'Conditional Column',
  category: 'analytics',
  description:
    'Computes a column by rules: the first rule that a row matches has the result. Integers and floats become floats; other mixed results become text.',
  form: { new_column: newColumnField, default: otherwise, rules },
  lower({ new_column: name, default: other, rules: all }, inputs) {
    const input = inputs.one();
    const type = all.reduce<ColumnType>(
      (common, { result }) => supertype(common, typeOfValue(result)),
      typeOfValue(other),
    );
    const args = all.flatMap((one, index) => [
      testOf(one, index, input.columns),
      valueLiteral(one.result, type, ['rules', index, 'result']),
    ]);
    const fallback = valueLiteral(other, type, ['default']);
    const expression = type === 'null' ? fallback : call(firstMatch(type), fallback, ...args);
    return input.withColumns([{ name, expression, nameAt: ['new_column'] }]);
  },
  examples: conditionalColumnExamples,
});

function testOf(
  { match, conditions }: Rule,
  index: number,
  columns: readonly ColumnSchema[],
): TypedExpression {
  const connective = match === 'all' ? logicalAnd : logicalOr;
  return conditions
    .map((one, position) => {
      const at = ['rules', index, 'conditions', position];
      return attributeToRules(`Rule ${index + 1}, condition ${position + 1}`, () =>
        rowPredicate(one, columns, at),
      );
    })
    .reduce((left, right) => call(connective, left, right));
}

/** The fields of a condition are no fields of the form. */
function attributeToRules<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(
      error.issues.map(({ message }) => ({ field: 'rules', message: `${place}: ${message}` })),
    );
  }
}

function valueLiteral(value: Scalar | null, type: ColumnType, at: ConfigPath): Literal {
  const converted = value === null ? null : convertTo(value, type);
  if (converted === null || value === null) return literal(type, null);
  return { ...converted, written: { at, value } };
}
