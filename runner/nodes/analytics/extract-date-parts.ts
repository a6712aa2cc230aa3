import { z } from 'zod';
import { datePart, weekday } from '../../expressions/operations/date-parts.ts';
import { call } from '../../expressions/typed-expression.ts';
import { attributeToField, checkDistinctNames } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { columnField, type FormField } from '../form.ts';
import { dateColumn } from '../rules/date-column.ts';
import { ISO_TEXTS } from '../rules/date-format.ts';
import { oneOfMessage } from '../rules/one-of-message.ts';
import { extractDatePartsExamples } from './examples/extract-date-parts-examples.ts';

const OPERATIONS = {
  year: datePart('year'),
  month: datePart('month'),
  day: datePart('day'),
  weekday,
  hour: datePart('hour'),
};
const PARTS = ['year', 'month', 'day', 'weekday', 'hour'] as const;

const parts: FormField<readonly (typeof PARTS)[number][]> = {
  label: 'Parts',
  type: 'string_list',
  required: true,
  placeholder: '["year", "month"]',
  help: 'One new integer column each, named COLUMN_PART: year, month, day, weekday (Monday is 0) and hour.',
  schema: z
    .array(z.enum(PARTS, { error: oneOfMessage({ values: PARTS }) }), 'must be a list of parts')
    .min(1, 'needs at least one part'),
};

export const extractDateParts = defineNode({
  id: 'extractDateParts',
  label: 'Extract Date Parts',
  category: 'analytics',
  description: `Adds parts of a date as integer columns. Text is read as ${ISO_TEXTS}; the parts of other text are null.`,
  form: { column: columnField('Column'), parts },
  lower({ column: name, parts: names }, inputs) {
    const input = inputs.one();
    const date = dateColumn(input, name, 'column');
    const fields = names.map((part) => ({
      name: `${name}_${part}`,
      expression: call(OPERATIONS[part], date),
    }));
    attributeToField('parts', () => {
      checkDistinctNames(fields.map((field) => field.name));
    });
    return input.withColumns(fields);
  },
  examples: extractDatePartsExamples,
});
