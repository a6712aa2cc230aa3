import { z } from 'zod';
import { isNumeric } from '../../domain/column.ts';
import { combineBalanced } from '../../expressions/combine-balanced.ts';
import { coalesce, ifThenElse } from '../../expressions/operations/conditional.ts';
import {
  comparison,
  logicalAnd,
  logicalNot,
  logicalOr,
} from '../../expressions/operations/logic.ts';
import { implicitFloat, integerToFloat } from '../../expressions/operations/numeric-casts.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import { readFloat } from '../../expressions/values/number-text.ts';
import type { ConfigWarning } from '../config-warning.ts';
import { defineNode } from '../definition.ts';
import { columnsField, selectField, type FormField } from '../form.ts';
import { distinctColumns } from '../rules/derived-columns.ts';
import { OUTLIER_METHODS, outlierRanges, type OutlierRange } from '../rules/outlier-range.ts';
import { requireTypes } from '../rules/required-types.ts';
import { removeOutliersExamples } from './examples/remove-outliers-examples.ts';

/** With a smaller one, the rounding of the mean would decide which values are outliers. */
const PROPOSED_THRESHOLD = 0.01;

/**
 * A number, which may be a text. The form proposes the range; the schema takes any number, unless there is a maximum.
 */
function numberField(
  label: string,
  options: {
    readonly default: number;
    readonly min: number;
    readonly max?: number;
    readonly help: string;
  },
): FormField<number> {
  const { min, max } = options;
  const number = z.number('must be a number');
  const schema =
    max === undefined
      ? number
      : number.min(min, `must be from ${min} to ${max}`).max(max, `must be from ${min} to ${max}`);
  return {
    label,
    type: 'number',
    required: false,
    ...options,
    schema: z.preprocess(numberOfText, schema),
  };
}

function numberOfText(value: unknown): unknown {
  return typeof value === 'string' ? (readFloat(value) ?? value) : value;
}

export const removeOutliers = defineNode({
  id: 'removeOutliers',
  label: 'Remove Outliers',
  category: 'analytics',
  description:
    'Drops the rows with values far from the others, or moves such values to the nearest bound. Nulls are kept. The bounds of all columns are those of the whole input.',
  form: {
    columns: columnsField('Columns', {
      help: 'Columns of integers or floats. A row is dropped for an outlier in any of them.',
    }),
    method: selectField('Method', OUTLIER_METHODS, {
      default: 'iqr',
      help: 'iqr: beyond the first and third quartile by more than their distance times the factor. zscore: farther from the mean than the threshold times the standard deviation. percentile: below the lower or above the upper percentile.',
    }),
    action: selectField('Action', ['drop', 'clip'], {
      default: 'drop',
      help: 'drop removes the row. clip replaces the value by the bound; integers become floats.',
    }),
    factor: numberField('Factor', { default: 1.5, min: 0, help: 'For iqr.' }),
    threshold: numberField('Threshold', {
      default: 3,
      min: PROPOSED_THRESHOLD,
      help: 'For zscore.',
    }),
    lower: numberField('Lower percentile', {
      default: 1,
      min: 0,
      max: 100,
      help: 'For percentile.',
    }),
    upper: numberField('Upper percentile', {
      default: 99,
      min: 0,
      max: 100,
      help: 'For percentile.',
    }),
  },
  warnings: ({ method, lower, upper }) =>
    method === 'percentile' && lower > upper ? [EMPTY_RANGE] : [],
  lower({ columns: names, action, ...rule }, inputs) {
    const input = inputs.one();
    const columns = distinctColumns(input, names, 'columns');
    requireTypes(columns, 'columns', ['integer', 'float']);
    const numbers = columns.filter(({ type }) => isNumeric(type));
    const taken = input.columns.map(({ name }) => name);
    const ranges = outlierRanges(numbers, rule, taken);
    const statistics = ranges.flatMap((range) => range.statistics);
    const measured = input.withWindowColumns(statistics);
    const isKept = combineBalanced(logicalAnd, ranges.map(isInside));
    if (isKept === null) return input;
    const result =
      action === 'drop' ? measured.filter(isKept) : measured.withColumns(ranges.map(clipped));
    return result.without(statistics.map(({ name }) => name));
  },
  examples: removeOutliersExamples,
});

const EMPTY_RANGE: ConfigWarning = {
  field: 'lower',
  code: 'empty_range',
  message:
    '"lower" is above "upper", so that each number is an outlier: exchange the two percentiles.',
};

/** True for null, and where the column has no bounds. */
function isInside({ column, low, high }: OutlierRange): TypedExpression {
  const value = numberOf(column);
  const outside = call(
    logicalOr,
    call(comparison('<', 'float'), value, low),
    call(comparison('>', 'float'), value, high),
  );
  return call(logicalNot, call(coalesce('boolean'), outside, literal('boolean', false)));
}

function clipped({ column, low, high }: OutlierRange) {
  const value = numberOf(column);
  const float = column.type === 'integer' ? call(integerToFloat, columnReference(column)) : value;
  const choose = ifThenElse('float');
  const isAbove = call(comparison('>', 'float'), value, high);
  const isBelow = call(comparison('<', 'float'), value, low);
  const expression = call(choose, isBelow, low, call(choose, isAbove, high, float));
  return { name: column.name, expression };
}

function numberOf(column: OutlierRange['column']): TypedExpression {
  const cell = columnReference(column);
  return column.type === 'integer' ? call(implicitFloat, cell) : cell;
}
