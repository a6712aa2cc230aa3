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
      help: 'Converted to the type of the column. For "in", a list or comma-separated values; null in a list matches nothing.',
      schema: z
        .union([scalar, z.array(scalar.nullable())], 'must be a value or a list of values')
        .optional(),
    },
    value2: {
      label: 'Upper bound',
      type: 'string',
      required: false,
      help: 'Only for "between"; both bounds are inclusive.',
      schema: scalar.optional(),
    },
  },
  lower(config, inputs) {
    const input = inputs.one();
    return input.filter(rowPredicate(config, input.columns));
  },
  examples: filterRowsExamples,
});
