import type { z } from 'zod';
import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { compareByCodePoint } from '../../engines/pandas/kernels/columns/text-order.ts';
import type { Relation } from '../../engines/pandas/kernels/cells/predicates.ts';
import { logicalAnd } from '../../expressions/operations/logic.ts';
import { booleanToInteger } from '../../expressions/operations/numeric-casts.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import { attributeToField, checkFields } from '../../plan/builders/field-checks.ts';
import type { RulePart } from '../../plan/operators/reports.ts';
import { defineNode } from '../definition.ts';
import { booleanField, columnField, type FormField } from '../form.ts';
import { convertConfigValue } from '../rules/config-value.ts';
import { compareTextAsNumber, isNumberForText } from '../rules/number-in-text.ts';
import { compare, scalar } from '../rules/row-predicate.ts';
import { inMode, modeField, mustBeTrue, ruleValue } from './check-fields.ts';
import { assertValueRangeExamples } from './examples/assert-value-range-examples.ts';

type Bound = z.infer<typeof scalar> | null;

function boundField(label: string): FormField<Bound> {
  return {
    label,
    type: 'json',
    required: false,
    default: null,
    help: 'A number, a text or an ISO date. For a number every cell is read as a number: the text "10" is 10, true is 1, and a text that is no number violates the range. A text is read as the type of the column. Null: no bound.',
    schema: scalar.nullable(),
  };
}

export const assertValueRange = defineNode({
  id: 'assertValueRange',
  label: 'Assert Value Range',
  category: 'quality',
  description:
    'Checks that the values of a column are within bounds. Null violates them, and so does a text that is no number where a bound is one. The rows pass through.',
  form: {
    column: columnField('Column', { help: 'The column to check.' }),
    min: boundField('Minimum'),
    max: boundField('Maximum'),
    inclusive: booleanField('Inclusive', {
      default: true,
      help: 'Whether the bounds themselves are allowed.',
    }),
    mode: modeField,
  },
  refine: (config) =>
    config.refine(({ min, max }) => min !== null || max !== null, {
      path: ['min'],
      message: 'or max is needed',
    }),
  lower({ column: name, min, max, inclusive, mode }, inputs) {
    const input = inputs.one();
    const column = input.column(name, 'column');
    checkFields([
      ['min', () => (min === null ? null : boundOf('min', min, column))],
      ['max', () => (max === null ? null : boundOf('max', max, column))],
    ]);
    const bounds = [
      ...(min === null ? [] : [boundOf('min', min, column)]),
      ...(max === null ? [] : [boundOf('max', max, column)]),
    ];
    attributeToField('min', () => {
      checkOrder(bounds);
    });
    return input.check({
      test: mustBeTrue(withinBounds(bounds, inclusive)),
      ...inMode(mode),
      rule: [`"${name}" must be `, ...rangeText(bounds, inclusive)],
      shown: [name],
    });
  },
  examples: assertValueRangeExamples,
});

interface RangeBound {
  readonly key: 'min' | 'max';
  readonly value: NonNullable<Bound>;
  readonly literal: Literal;
  /** Whether a cell is on the allowed side of the bound. */
  readonly test: (inclusive: boolean) => TypedExpression;
}

function boundOf(
  key: RangeBound['key'],
  value: NonNullable<Bound>,
  column: ColumnSchema,
): RangeBound {
  const at = [key];
  const relation = (inclusive: boolean): Relation => {
    if (key === 'min') return inclusive ? '>=' : '>';
    return inclusive ? '<=' : '<';
  };
  if (isNumberForText(value, column)) {
    return {
      key,
      value,
      literal: numberLiteral(value),
      test: (inclusive) => compareTextAsNumber(relation(inclusive), column, value, at),
    };
  }
  const isForBoolean =
    column.type === 'boolean' && (typeof value === 'number' || typeof value === 'bigint');
  const cell = columnReference(column);
  const compared = isForBoolean ? call(booleanToInteger, cell) : cell;
  const converted = convertConfigValue(value, { name: column.name, type: compared.type });
  const literal = { ...converted, written: { at, value } };
  return {
    key,
    value,
    literal,
    test: (inclusive) => compare(relation(inclusive), compared, literal),
  };
}

function numberLiteral(value: number | bigint): Literal {
  return typeof value === 'bigint' ? literal('integer', value) : literal('float', value);
}

/** @throws UserError when the minimum is greater than the maximum */
function checkOrder([low, high]: readonly RangeBound[]): void {
  // A rounded number could be beyond the other one. JavaScript compares bigint and number without rounding.
  const [from = null, to = null] = [low, high].map(
    (bound) => bound?.literal.exact?.floor ?? bound?.literal.value,
  );
  if (from === null || to === null) return;
  const isText = typeof from === 'string';
  // A number and a text are no bounds of one order.
  if (isText !== (typeof to === 'string')) return;
  if (isText && typeof to === 'string' ? compareByCodePoint(from, to) <= 0 : from <= to) return;
  throw new UserError('The minimum must not be greater than the maximum.');
}

function withinBounds(bounds: readonly RangeBound[], inclusive: boolean): TypedExpression {
  const [first, second] = bounds.map(({ test }) => test(inclusive));
  if (first === undefined) throw new Error('A range has a bound.');
  return second === undefined ? first : call(logicalAnd, first, second);
}

function rangeText(bounds: readonly RangeBound[], inclusive: boolean): readonly RulePart[] {
  const [first, second] = bounds.map(({ key, value }) => ({
    text: ruleValue(String(value)),
    at: [key],
  }));
  if (first === undefined) return [];
  const excluded = inclusive ? '' : ', both excluded';
  if (second !== undefined) return ['between ', first, ' and ', second, excluded];
  const isLow = bounds[0]?.key === 'min';
  if (inclusive) return [isLow ? 'at least ' : 'at most ', first];
  return [isLow ? 'greater than ' : 'less than ', first];
}
