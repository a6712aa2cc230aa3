import { defineNode } from '../definition.ts';
import { optionalColumnsField } from '../form.ts';
import { checkedColumns, columnsText, inMode, modeField } from './check-fields.ts';
import { assertNotNullExamples } from './examples/assert-not-null-examples.ts';

export const assertNotNull = defineNode({
  id: 'assertNotNull',
  label: 'Assert Not Null',
  category: 'quality',
  description:
    'Checks that the columns have no nulls. Empty text is not null. The rows pass through.',
  form: {
    columns: optionalColumnsField('Columns', {
      dropsRepeats: true,
      help: 'The columns to check. Empty: all.',
    }),
    mode: modeField,
  },
  lower({ columns, mode }, inputs) {
    const input = inputs.one();
    const names = checkedColumns(input, columns);
    const isAll = columns.length === 0;
    return input.check({
      test: { kind: 'notNull', names, at: isAll ? undefined : ['columns'] },
      ...inMode(mode),
      rule: [isAll ? 'No column may have a null' : `${columnsText(names)} must not be null`],
      shown: names,
    });
  },
  examples: assertNotNullExamples,
});
