import { isNotNullOperation, logicalAnd, logicalOr } from '../../expressions/operations/logic.ts';
import { combineBalanced } from '../../expressions/combine-balanced.ts';
import { call, columnReference } from '../../expressions/typed-expression.ts';
import { defineNode } from '../definition.ts';
import { dropNullsExamples } from './examples/drop-nulls-examples.ts';
import { optionalColumnsField, selectField } from '../form.ts';

export const dropNulls = defineNode({
  id: 'dropNulls',
  label: 'Drop Nulls',
  category: 'clean',
  description:
    'Drops the rows in which any or all of the columns are null. Empty text is not null.',
  form: {
    subset: optionalColumnsField('Columns', { help: 'The columns to check. Empty: all.' }),
    how: selectField('Drop when', ['any', 'all'], {
      default: 'any',
      message: 'must be any or all',
      help: 'any: at least one of the columns is null. all: every column is null.',
    }),
  },
  lower({ subset, how }, inputs) {
    const input = inputs.one();
    const checked = input.columnsOrAll(subset, 'subset');
    const predicates = checked.map((column) => call(isNotNullOperation, columnReference(column)));
    const keep = combineBalanced(how === 'any' ? logicalAnd : logicalOr, predicates);
    const at = { columns: ['subset'], how: ['how'] };
    return keep === null ? input : input.filter(keep, at);
  },
  examples: dropNullsExamples,
});
