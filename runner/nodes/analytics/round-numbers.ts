import { isNumeric } from '../../domain/column.ts';
import { MAX_DIGITS, rounded } from '../../expressions/operations/rounding.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import { defineNode } from '../definition.ts';
import { columnsField, integerField } from '../form.ts';
import { distinctColumns } from '../rules/derived-columns.ts';
import { requireTypes } from '../rules/required-types.ts';
import { roundNumbersExamples } from './examples/round-numbers-examples.ts';

export const roundNumbers = defineNode({
  id: 'roundNumbers',
  label: 'Round Numbers',
  category: 'analytics',
  description: 'Rounds numbers half to even. Integers stay integers and floats stay floats.',
  form: {
    columns: columnsField('Columns', { help: 'Columns of integers or floats.' }),
    decimals: integerField('Decimals', {
      min: -MAX_DIGITS,
      max: MAX_DIGITS,
      default: 0,
      help: 'Digits after the decimal point. Negative: -2 rounds to hundreds.',
    }),
  },
  lower({ columns: names, decimals }, inputs) {
    const input = inputs.one();
    const columns = distinctColumns(input, names, 'columns');
    requireTypes(columns, 'columns', ['integer', 'float']);
    const numbers = columns.filter(({ type }) => isNumeric(type));
    return input.withColumns(
      numbers.map((column) => ({
        name: column.name,
        expression: rounded(columnReference(column), decimals),
      })),
    );
  },
  examples: roundNumbersExamples,
});
