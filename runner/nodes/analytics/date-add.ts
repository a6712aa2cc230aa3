import { UserError } from '../../domain/errors.ts';
import {
  CALENDAR_UNITS_IN_PLURAL,
  maxCountOf,
  singularOf,
} from '../../expressions/values/calendar.ts';
import { dateAdd as addition } from '../../expressions/operations/calendar.ts';
import { call, literal } from '../../expressions/typed-expression.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { columnField, integerField, selectField } from '../form.ts';
import { dateColumn } from '../rules/date-column.ts';
import { ISO_TEXTS } from '../rules/date-format.ts';
import { newColumnField } from '../rules/derived-columns.ts';
import { dateAddExamples } from './examples/date-add-examples.ts';

export const dateAdd = defineNode({
  id: 'dateAdd',
  label: 'Add to Date',
  category: 'analytics',
  description: `Adds a time to a date. A day that the target month lacks becomes its last day. Text is read as ${ISO_TEXTS}; other text gives null, as does a result outside the years 1 to 9999.`,
  form: {
    column: columnField('Date'),
    amount: integerField('Amount', { help: 'A negative amount subtracts.' }),
    unit: selectField('Unit', CALENDAR_UNITS_IN_PLURAL, { default: 'days' }),
    new_column: newColumnField,
  },
  lower({ column, amount, unit: units, new_column: name }, inputs) {
    const input = inputs.one();
    const date = dateColumn(input, column, 'column');
    const unit = singularOf(units);
    attributeToField('amount', () => {
      checkAmount(amount, maxCountOf(unit));
    });
    const count = {
      ...literal('integer', BigInt(amount)),
      written: { at: ['amount'], value: amount },
    };
    const expression = call(addition(unit, amount), date, count);
    return input.withColumns([{ name, expression, nameAt: ['new_column'] }]);
  },
  examples: dateAddExamples,
});

/** @throws UserError for an amount that no date can bear */
function checkAmount(amount: number, max: number): void {
  if (Math.abs(amount) <= max) return;
  throw new UserError(`The amount must be from -${max} to ${max}, and is ${amount}.`);
}
