import { defineNode } from '../definition.ts';
import { optionalColumnsField } from '../form.ts';
import { checkedColumns, columnsText, inMode, modeField } from './check-fields.ts';
import { assertUniqueExamples } from './examples/assert-unique-examples.ts';

export const assertUnique = defineNode({
  id: 'assertUnique',
  label: 'Assert Unique',
  category: 'quality',
  description:
    'Checks that no two rows have the same values in the columns. Nulls are equal. Every copy counts as a violation. The rows pass through.',
  form: {
    columns: optionalColumnsField('Columns', {
      dropsRepeats: true,
      help: 'The columns whose values together must be unique. Empty: all.',
    }),
    mode: modeField,
  },
  lower({ columns, mode }, inputs) {
    const input = inputs.one();
    const keys = checkedColumns(input, columns);
    return input.check({
      test: { kind: 'unique', keys, at: columns.length === 0 ? undefined : ['columns'] },
      ...inMode(mode),
      rule: [uniqueRule(columns)],
      shown: keys,
    });
  },
  examples: assertUniqueExamples,
});

function uniqueRule(columns: readonly string[]): string {
  if (columns.length === 0) return 'Each row must be unique';
  const together = columns.length === 1 ? '' : ' together';
  return `${columnsText(columns)}${together} must be unique`;
}
