import { z } from 'zod';
import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import type { LiteralValue } from '../../expressions/literal.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { pivotExamples } from './examples/pivot-examples.ts';
import { columnField, columnsField, selectField, type FormField } from '../form.ts';
import { convertTo } from '../rules/config-value.ts';

const FUNCTIONS = ['sum', 'mean', 'min', 'max', 'median', 'first', 'last', 'count'] as const;

const value = z.union(
  [z.string(), z.number(), z.bigint(), z.boolean(), z.null()],
  'must be a text, a number, a boolean or null',
);
type HeadValue = z.infer<typeof value>;

const headsField: FormField<readonly HeadValue[] | undefined> = {
  label: 'Heads',
  type: 'string_list',
  required: false,
  help: 'The values of the column that become columns, in this order. Empty: all that it has, sorted. With a list, the columns are known before the flow runs, and nodes below the pivot can be exported as Python.',
  schema: z.array(value, 'must be a list of values').optional(),
};

export const pivot = defineNode({
  id: 'pivot',
  label: 'Pivot Table',
  category: 'reshape',
  description:
    'Turns the values of a column into columns. Their cells aggregate the rows with this value; a combination without rows is null. Rows are sorted by the index, new columns by value; null is last and its column is named null.',
  form: {
    index: columnsField('Index', { help: 'The columns that identify a row of the result.' }),
    columns: columnField('Columns from', { oneOfList: true, help: 'Its values become columns.' }),
    values: columnField('Cells from', { help: 'The column to aggregate.' }),
    aggfunc: selectField('Function', FUNCTIONS, {
      default: 'sum',
      spellings: { avg: 'mean', average: 'mean', maximum: 'max', minimum: 'min' },
    }),
    heads: headsField,
  },
  lower({ index, columns, values, aggfunc, heads = [] }, inputs) {
    const input = inputs.one();
    const column = input.column(columns, 'columns');
    return input.pivot({
      index,
      column: columns,
      value: values,
      aggregate: aggfunc,
      heads: heads.length === 0 ? null : heads.map((head) => headValue(head, column)),
      fields: { index: 'index', column: 'columns', value: 'values', heads: 'heads' },
    });
  },
  examples: pivotExamples,
});

/** Reads a head as a value of the column. @throws ConfigError */
function headValue(head: HeadValue, { name, type }: ColumnSchema): LiteralValue {
  const converted = head === null ? null : convertTo(head, type);
  return attributeToField('heads', () => {
    if (head !== null && converted === null) {
      throw new UserError(`The head "${String(head)}" does not fit the column "${name}".`);
    }
    return converted?.value ?? null;
  });
}
