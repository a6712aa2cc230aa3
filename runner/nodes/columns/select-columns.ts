import { defineNode } from '../definition.ts';
import { selectColumnsExamples } from './examples/select-columns-examples.ts';
import { columnsField } from '../form.ts';

export const selectColumns = defineNode({
  id: 'selectColumns',
  label: 'Select Columns',
  category: 'columns',
  description: 'Keeps the named columns in the given order and drops all others.',
  form: {
    columns: columnsField('Columns', {
      help: 'The columns to keep, in the order of the result.',
    }),
  },
  lower: ({ columns }, inputs) => inputs.one().select(columns, 'columns'),
  examples: selectColumnsExamples,
});
