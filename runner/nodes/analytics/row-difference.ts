import { isNumeric, type ColumnSchema } from '../../domain/column.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { UserError } from '../../domain/errors.ts';
import {
  divideFloats,
  subtractFloats,
  subtractIntegers,
} from '../../expressions/operations/arithmetic.ts';
import { nullAs } from '../../expressions/operations/null-as.ts';
import { integerToFloat } from '../../expressions/operations/numeric-casts.ts';
import { dateDifference } from '../../expressions/operations/date-parts.ts';
import { nanToNull } from '../../expressions/operations/unary-math.ts';
import { call, columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { ColumnReference } from '../../expressions/column-reference.ts';
import { windowCall } from '../../expressions/window-call.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { columnField, integerField, selectField } from '../form.ts';
import { newColumnField } from '../rules/derived-columns.ts';
import { windowFields, windowSpec } from '../rules/window-config.ts';
import { rowDifferenceExamples } from './examples/row-difference-examples.ts';

const METHODS = ['diff', 'pct_change'] as const;

export const rowDifference = defineNode({
  id: 'rowDifference',
  label: 'Row Difference',
  category: 'analytics',
  description:
    'Adds a column with the difference of each value to the value of an earlier row. The rows keep their order.',
  form: {
    target: columnField('Target', { help: 'A column of numbers; for diff also of datetimes.' }),
    method: selectField('Method', METHODS, {
      default: 'diff',
      help: 'diff subtracts the earlier value; of datetimes it is in seconds, a float. pct_change also divides by it: 0.5 is an increase by half, and a change from 0 is infinite.',
      spellings: { difference: 'diff', percent: 'pct_change', percent_change: 'pct_change' },
    }),
    new_column: newColumnField,
    ...windowFields,
    periods: integerField('Periods', {
      min: 1,
      default: 1,
      help: 'The number of rows between the row and the earlier one.',
    }),
  },
  lower({ target, method, new_column: newColumn, periods, ...window }, inputs) {
    const input = inputs.one();
    const column = input.column(target, 'target');
    attributeToField('target', () => {
      checkNumbers(column, method);
    });
    const over = windowSpec(input, window);
    const names = input.columns.map(({ name }) => name);
    // A column of its own, so that it is computed once.
    const earlier = { name: unusedName('earlier', [...names, newColumn]), type: column.type };
    const shift = { kind: 'shift', offset: periods } as const;
    const cell = columnReference(column);
    const difference = method === 'diff' ? differenceOf : changeOf;
    const expression = difference(cell, columnReference(earlier));
    return input
      .withWindowColumns([
        { name: earlier.name, expression: windowCall(shift, cell, column.type, over) },
      ])
      .withColumns([{ name: newColumn, expression, nameAt: ['new_column'] }])
      .without([earlier.name]);
  },
  examples: rowDifferenceExamples,
});

/** @throws UserError for a column that has values without a difference */
function checkNumbers({ name, type }: ColumnSchema, method: (typeof METHODS)[number]): void {
  if (isNumeric(type) || type === 'null') return;
  if (type === 'datetime' && method === 'diff') return;
  const needs = method === 'diff' ? 'numbers or datetimes' : 'numbers';
  throw new UserError(
    `The ${method} of "${name}" needs ${needs}, but the column is of type ${type}. Choose another column, or change its type first.`,
  );
}

function differenceOf(cell: ColumnReference, earlier: ColumnReference): TypedExpression {
  if (cell.type === 'null') return call(nullAs('integer'), cell);
  if (cell.type === 'datetime') return call(dateDifference('seconds'), earlier, cell);
  return cell.type === 'integer'
    ? call(subtractIntegers, cell, earlier)
    : call(nanToNull, call(subtractFloats, cell, earlier));
}

/** In floats: the quotient of integers is one. */
function changeOf(cell: ColumnReference, earlier: ColumnReference): TypedExpression {
  if (cell.type === 'null') return call(nullAs('float'), cell);
  const [value, base] = [cell, earlier].map((number) =>
    number.type === 'integer' ? call(integerToFloat, number) : number,
  ) as [TypedExpression, TypedExpression];
  return call(nanToNull, call(divideFloats, call(subtractFloats, value, base), base));
}
