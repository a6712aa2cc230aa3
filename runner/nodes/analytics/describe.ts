import { defineNode } from '../definition.ts';
import { optionalColumnsField } from '../form.ts';
import { describeExamples } from './examples/describe-examples.ts';

export const describe = defineNode({
  id: 'describe',
  label: 'Describe',
  category: 'analytics',
  description:
    'Makes a profile of the table: one row for each column with its name and type, the numbers of values, nulls and distinct values, and the least and the greatest value as text, such as 10, 2.5, true and 2024-02-29 00:00:00. Text is compared by code point. Mean, standard deviation (n - 1), quartiles and median are floats; columns other than integers and floats have none. Quantiles are interpolated linearly. Nulls count as no value.',
  form: {
    columns: optionalColumnsField('Columns', {
      help: 'The columns to describe, in the order of the rows. Empty: all.',
    }),
  },
  lower({ columns }, inputs) {
    return inputs.one().describe(columns, 'columns');
  },
  examples: describeExamples,
});
