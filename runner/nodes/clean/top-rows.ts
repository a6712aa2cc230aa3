import { unusedName } from '../../domain/unused-name.ts';
import { comparison } from '../../expressions/operations/logic.ts';
import { call, columnReference, literal } from '../../expressions/typed-expression.ts';
import { windowCall } from '../../expressions/window-call.ts';
import type { Table } from '../../plan/table.ts';
import { defineNode } from '../definition.ts';
import { booleanField, columnsField, integerField, optionalColumnsField } from '../form.ts';
import { distinctColumns } from '../rules/derived-columns.ts';
import { topRowsExamples } from './examples/top-rows-examples.ts';

export const topRows = defineNode({
  id: 'topRows',
  label: 'Top Rows',
  category: 'clean',
  description:
    'Keeps the rows with the largest or smallest values, of the whole table or of each group, and sorts them.',
  form: {
    by: columnsField('By', {
      help: 'The first column has precedence; each further column orders the ties. Nulls are last; rows with equal values keep their order.',
    }),
    n: integerField('Rows', { min: 1, default: 10, help: 'The maximum number of rows to keep.' }),
    per_group: optionalColumnsField('Per group', {
      help: 'Keeps so many rows of each combination of these columns; null is a value. Empty: of the table.',
    }),
    descending: booleanField('Largest first', {
      default: true,
      help: 'If false, the smallest values are kept.',
    }),
  },
  lower({ by, n, per_group: groups, descending }, inputs) {
    const input = inputs.one();
    const keys = distinctColumns(input, by, 'by').map(columnReference);
    const partition = distinctColumns(input, groups, 'per_group').map(columnReference);
    const sorted = (table: Table): Table =>
      table.sort(
        by.map((column) => ({ column, descending })),
        'last',
        { columns: ['by'] },
        'by',
      );
    if (groups.length === 0) {
      return sorted(input).slice({ offset: 0, length: n }, { length: ['n'] });
    }
    const names = input.columns.map(({ name }) => name);
    const place = unusedName('place', names);
    const order = { keys, descending };
    const number = { kind: 'row number', first: 1 } as const;
    const expression = windowCall(number, null, 'integer', { partition, order });
    const limit = { ...literal('integer', BigInt(n)), written: { at: ['n'], value: n } };
    const isFirst = call(
      comparison('<=', 'integer'),
      columnReference({ name: place, type: 'integer' }),
      limit,
    );
    const first = input.withWindowColumns([{ name: place, expression }]).filter(isFirst);
    return sorted(first.without([place]));
  },
  examples: topRowsExamples,
});
