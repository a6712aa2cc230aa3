import { z } from 'zod';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { ConfigError } from '../../domain/errors.ts';
import type { JsonValue } from '../../domain/json.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import { supertype } from '../../domain/types/supertype.ts';
import { typeOfValue } from '../../domain/types/type-of-value.ts';
import { firstMatch } from '../../expressions/operations/first-match.ts';
import {
  isNotNullOperation,
  isNullOperation,
  logicalAnd,
  logicalOr,
} from '../../expressions/operations/logic.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
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

const condition = z
  .object({
    column: columnName,
    operator: z
      .enum(operators, {
        error: oneOfMessage({
          values: operators,
          listed: OPERATORS.filter(isConditionOperator),
          spellings: OPERATOR_SPELLINGS,
        }),
      })
      .default('=='),
    value: scalar.nullable().optional(),
  })
  .superRefine(({ operator, value }, context) => {
    if (value !== undefined || operator === 'isnull' || operator === 'notnull') return;
    const message = `the test "${operator}" needs a value`;
    context.addIssue({ code: 'custom', path: ['value'], message });
  });

const rule = z.object({
  match: z.enum(['all', 'any'], 'must be "all" or "any"').default('all'),
  conditions: z
    .array(condition, 'must be a list of conditions')
    .min(1, 'needs at least one condition'),
  result: scalar.nullable().default(null),
});
type Rule = z.infer<typeof rule>;

const rules: FormField<readonly Rule[]> = {
  label: 'Rules',
  type: 'json',
  required: true,
  default: [],
  mainForm: (value) => (isList(value) ? value.map(combinedRule) : value),
  help: `A list such as [{"column": "amount", "operator": ">", "value": 100, "result": "large"}], or with several conditions [{"match": "any", "conditions": [{"column": "amount", "operator": ">", "value": 100}, {"column": "kind", "value": "gift"}], "result": "large"}]. match is "all" without the key, operator "==" and result null. A value null matches nothing. The operators are those of filterRows without between and in. Aliases: ${ALIAS_LIST}.`,
  schema: z.array(rule, 'must be a list of rules').min(1, 'needs at least one rule'),
};

const otherwise: FormField<Scalar | null> = {
  label: 'Default',
  type: 'string',
  required: false,
  default: '',
  help: 'The value of rows that match no rule. Without the key it is null.',
  schema: scalar.nullable(),
};

export const conditionalColumn = defineNode({
  id: 'conditionalColumn',
  label: 'Conditional Column',
  category: 'analytics',
  description:
    'Computes a column by rules: the first rule that a row matches has the result. Integers and floats become floats; other mixed results become text.',
  form: { new_column: newColumnField, default: otherwise, rules },
  impliedConfig: (config) => (Object.hasOwn(config, 'default') ? {} : { default: null }),
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

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The keys of a condition in a rule that has only one. */
const CONDITION_KEYS = ['column', 'operator', 'value'] as const;

/** A rule with a list of conditions. A rule without one is its only condition itself. */
function combinedRule(one: JsonValue): JsonValue {
  if (typeof one !== 'object' || one === null || isList(one)) return one;
  const { conditions = null } = one;
  if (isList(conditions) && conditions.length > 0) return one;
  const only = Object.fromEntries(
    CONDITION_KEYS.flatMap((key): [string, JsonValue][] => {
      const value = one[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const rest = Object.entries(one).filter(([key]) => !CONDITION_KEYS.some((each) => each === key));
  return { ...Object.fromEntries(rest), conditions: [only] };
}

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
        matchesNothing(one)
          ? neverTrue(findColumn(columns, one.column))
          : rowPredicate(one, columns, at),
      );
    })
    .reduce((left, right) => call(connective, left, right));
}

/** Whether a condition compares with null: only isnull and notnull find it. */
function matchesNothing({ operator, value }: Rule['conditions'][number]): boolean {
  return value === null && operator !== 'isnull' && operator !== 'notnull';
}

function neverTrue(column: ColumnSchema): TypedExpression {
  const cell = columnReference(column);
  return call(logicalAnd, call(isNullOperation, cell), call(isNotNullOperation, cell));
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
