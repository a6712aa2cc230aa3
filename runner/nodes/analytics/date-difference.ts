import {
  dateDifference as difference,
  DURATION_UNIT_NAMES,
} from '../../expressions/operations/date-parts.ts';
import { call } from '../../expressions/typed-expression.ts';
import { defineNode } from '../definition.ts';
import { columnField, selectField } from '../form.ts';
import { dateColumn } from '../rules/date-column.ts';
import { ISO_TEXTS } from '../rules/date-format.ts';
import { newColumnField } from '../rules/derived-columns.ts';
import { dateDifferenceExamples } from './examples/date-difference-examples.ts';

export const dateDifference = defineNode({
  id: 'dateDifference',
  label: 'Date Difference',
  category: 'analytics',
  description: `Adds the time from one date to another as a float. Text is read as ${ISO_TEXTS}; other text gives null.`,
  form: {
    start_column: columnField('Start'),
    end_column: columnField('End', { help: 'A date before the start gives a negative time.' }),
    unit: selectField('Unit', DURATION_UNIT_NAMES, { default: 'days' }),
    new_column: newColumnField,
  },
  lower({ start_column: start, end_column: end, unit, new_column: name }, inputs) {
    const input = inputs.one();
    const dates = [
      dateColumn(input, start, 'start_column'),
      dateColumn(input, end, 'end_column'),
    ] as const;
    const expression = call(difference(unit), ...dates);
    return input.withColumns([{ name, expression, nameAt: ['new_column'] }]);
  },
  examples: dateDifferenceExamples,
});
