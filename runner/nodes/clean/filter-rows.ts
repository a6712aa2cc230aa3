import { z } from 'zod';
import { defineNode } from '../definition.ts';
import { filterRowsExamples } from './examples/filter-rows-examples.ts';
import { columnField, type FormField } from '../form.ts';
import { oneOfMessage } from '../rules/one-of-message.ts';
import {
  ACCEPTED_OPERATORS,
  ALIAS_LIST,
  OPERATOR_SPELLINGS,
  OPERATORS,
  rowPredicate,
  scalar,
  type AcceptedOperator,
} from '../rules/row-predicate.ts';

const operator: FormField<AcceptedOperator> = {
  label: 'Test',
  type: 'select',
  required: true,
  default: '==',
  options: OPERATORS,
  help: `contains, startswith and endswith match the value literally. Aliases: ${ALIAS_LIST}.`,
  schema: z.enum(ACCEPTED_OPERATORS, {
    error: oneOfMessage({
      values: ACCEPTED_OPERATORS,
      listed: OPERATORS,
      spellings: OPERATOR_SPELLINGS,
    }),
  }),
};

const NULL_VALUE = 'no cell equals null: the test "isnull" finds nulls, "notnull" the others';

/** Whether a test needs no value. */
function isNullTest(test: unknown): boolean {
  return test === 'isnull' || test === 'notnull';
}

export const filterRows = defineNode({
  id: 'filterRows',
  label: 'Filter Rows',
  category: 'clean',
  description: 'Keeps the rows for which a test of one column is true. Null passes only isnull.',
  form: {
    column: columnField('Column', { help: 'The column to test.' }),
    operator,
    value: {
      label: 'Value',
      type: 'string',
      required: false,
      default: '',
      requiredWhen: ({ operator: test }) => !isNullTest(test),
      readWhen: ({ operator: test }) => !isNullTest(test),
      help: 'Converted to the type of the column. A number is compared with the numbers that the cells of a text column stand for, and a text that is no number matches "!=" only. For "in", a list or comma-separated values; null in a list matches nothing.',
      schema: z
        .union([scalar, z.array(scalar.nullable())], 'must be a value or a list of values')
        .nullish(),
    },
    value2: {
      label: 'Upper bound',
      type: 'string',
      required: false,
      requiredWhen: ({ operator: test }) => test === 'between',
      readWhen: ({ operator: test }) => test === 'between',
      help: 'Only for "between"; both bounds are inclusive.',
      schema: scalar.nullish(),
    },
  },
  refine: (config) =>
    config.superRefine(({ value, value2 }, context) => {
      for (const [key, given] of Object.entries({ value, value2 })) {
        if (given === null) context.addIssue({ code: 'custom', path: [key], message: NULL_VALUE });
      }
    }),
  lower(config, inputs) {
    const input = inputs.one();
    return input.filter(rowPredicate(config, input.columns));
  },
  examples: filterRowsExamples,
});
