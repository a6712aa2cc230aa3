import { z } from 'zod';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { exactJson } from '../../domain/exact-json.ts';
import type { JsonValue } from '../../domain/json.ts';
import { typeOfValue } from '../../domain/types/type-of-value.ts';
import { asText } from '../../expressions/coerce.ts';
import { isIn, isNullOperation, logicalOr } from '../../expressions/operations/logic.ts';
import { call, columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { Literal, WrittenValue } from '../../expressions/literal.ts';
import type { RulePart } from '../../plan/operators/reports.ts';
import { defineNode } from '../definition.ts';
import { booleanField, columnField, type FormField } from '../form.ts';
import { convertCompared } from '../rules/config-value.ts';
import { scalar } from '../rules/row-predicate.ts';
import { inMode, listParts, modeField, mustBeTrue, ruleValue } from './check-fields.ts';
import { assertValuesInSetExamples } from './examples/assert-values-in-set-examples.ts';

type Allowed = readonly (z.infer<typeof scalar> | null)[];

const allowedField: FormField<Allowed> = {
  label: 'Allowed values',
  type: 'json',
  required: true,
  default: [],
  placeholder: '["open", "closed"]',
  help: 'A list. A value matches only a column of its own type: the text "1" is not the number 1. True is 1 and false 0 in a column of booleans. Dates are ISO texts.',
  schema: z.array(scalar.nullable(), 'must be a list of values').min(1, 'needs at least one value'),
};

export const assertValuesInSet = defineNode({
  id: 'assertValuesInSet',
  label: 'Assert Values In Set',
  category: 'quality',
  description:
    'Checks that a column has only values of a list. Null is allowed unless the config says otherwise. The rows pass through.',
  form: {
    column: columnField('Column', { help: 'The column to check.' }),
    allowed: allowedField,
    allow_null: booleanField('Allow null', {
      default: true,
      help: 'Whether null is allowed. Null in the list does not allow it.',
    }),
    mode: modeField,
  },
  lower({ column: name, allowed, allow_null: allowNull, mode }, inputs) {
    const input = inputs.one();
    const column = input.column(name, 'column');
    return input.check({
      test: mustBeTrue(isAllowed(column, allowed, allowNull)),
      ...inMode(mode),
      rule: [`"${name}" must be `, ...optionsText(allowed, allowNull)],
      shown: [name],
      neverEqual: { column: name, values: valuesOfOtherTypes(column, allowed) },
    });
  },
  examples: assertValuesInSetExamples,
});

function optionsText(allowed: Allowed, withNull: boolean): readonly RulePart[] {
  const values = allowed.flatMap((value, index) =>
    value === null ? [] : [{ text: ruleValue(exactJson.stringify(value)), at: ['allowed', index] }],
  );
  return listParts([...values, ...(withNull ? ['null'] : [])], 'or');
}

function isAllowed(column: ColumnSchema, allowed: Allowed, withNull: boolean): TypedExpression {
  const cell = columnReference(column);
  const listed = isListed(cell, column.type, allowed);
  return withNull ? call(logicalOr, listed, call(isNullOperation, cell)) : listed;
}

function isListed(cell: TypedExpression, type: ColumnType, allowed: Allowed): TypedExpression {
  if (type === 'null') return call(isIn('string', []), asText(cell));
  const literals = allowed.flatMap((value, index): Literal[] => {
    const converted =
      value === null || !hasKindOf(type, value) ? null : convertCompared(value, type);
    return converted === null ? [] : [{ ...converted, written: { at: ['allowed', index], value } }];
  });
  const values = literals.map(({ value }) => value);
  return call(isIn(type, values), cell, ...literals);
}

function valuesOfOtherTypes({ type }: ColumnSchema, allowed: Allowed): readonly WrittenValue[] {
  if (type === 'null') return [];
  return allowed.flatMap((value, index) =>
    value === null || hasKindOf(type, value) ? [] : [{ at: ['allowed', index], value }],
  );
}

/** Whether a value of JSON can be one of the column without a conversion. JSON has no dates. */
function hasKindOf(type: ColumnType, value: Exclude<JsonValue, null>): boolean {
  const own = typeOfValue(value);
  if (type === 'integer' || type === 'float') return own === 'integer' || own === 'float';
  // A boolean cell equals 1 or 0.
  if (type === 'boolean' && (Number(value) === 0 || Number(value) === 1)) return own !== 'string';
  return type === 'datetime' ? own === 'string' : own === type;
}
