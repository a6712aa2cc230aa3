import { supertype } from '../../domain/types/supertype.ts';
import { coalesce } from '../../expressions/operations/conditional.ts';
import { call, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { defineNode } from '../definition.ts';
import {
  distinctColumns,
  keepOriginalField,
  newColumnField,
  severalColumns,
  widenedColumn,
  withDerivedColumns,
} from '../rules/derived-columns.ts';
import { coalesceColumnsExamples } from './examples/coalesce-columns-examples.ts';

export const coalesceColumns = defineNode({
  id: 'coalesceColumns',
  label: 'Coalesce Columns',
  category: 'columns',
  description:
    'Takes the first value of several columns that is not null. Integers and floats become floats; other mixed types become text.',
  form: {
    columns: severalColumns('The columns in the order in which a value is searched.'),
    new_column: newColumnField,
    keep_original: keepOriginalField,
  },
  lower({ columns: names, new_column: name, keep_original: keepsOriginal }, inputs) {
    const input = inputs.one();
    const columns = distinctColumns(input, names, 'columns');
    const field = { name, expression: firstValue(columns), nameAt: ['new_column'] };
    return withDerivedColumns(input, [field], keepsOriginal ? [] : names);
  },
  examples: coalesceColumnsExamples,
});

function firstValue(columns: readonly ColumnSchema[]): TypedExpression {
  const type = columns.reduce<ColumnType>((common, one) => supertype(common, one.type), 'null');
  const cells = columns.map((column) => widenedColumn(column, type));
  // A column without a type has no value to find.
  const [first] = cells;
  return type === 'null' && first !== undefined ? first : call(coalesce(type), ...cells);
}
