import { z } from 'zod';
import { UserError } from '../../domain/errors.ts';
import { checkFields, columnChecks } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { sortRowsExamples } from './examples/sort-rows-examples.ts';
import { columnsField, selectField, type FormField } from '../form.ts';

/** Clients write 1 and 0 in a list. */
const direction = z.union([
  z.boolean(),
  z.union([z.literal(0), z.literal(1)]).transform((one) => one === 1),
]);

const ascending: FormField<boolean | readonly boolean[]> = {
  label: 'Ascending',
  type: 'boolean',
  required: false,
  default: true,
  help: 'true: smallest first. A list has one direction for each column.',
  schema: z.union(
    [z.boolean(), z.array(direction).min(1)],
    'must be true or false, or a list with one of them for each column',
  ),
};

export const sortRows = defineNode({
  id: 'sortRows',
  label: 'Sort Rows',
  category: 'clean',
  description:
    'Sorts the rows by one or more columns. The sort is stable; text is sorted by code point.',
  form: {
    columns: columnsField('Columns', {
      help: 'The first column has precedence; each further column orders the ties.',
    }),
    ascending,
    na_position: selectField('Nulls', ['first', 'last'], {
      default: 'last',
      message: 'must be first or last',
      help: 'Where nulls are placed, regardless of the direction.',
    }),
  },
  lower({ columns, ascending: directions, na_position: nulls }, inputs) {
    const input = inputs.one();
    const countCheck = (): void => {
      checkDirectionCount(columns.length, directions);
    };
    checkFields([...columnChecks('columns', columns, input.columns), ['ascending', countCheck]]);
    const keys = columns.map((column, index) => ({
      column,
      descending: (typeof directions === 'boolean' ? directions : directions[index]) === false,
    }));
    const at = { columns: ['columns'], ascending: ['ascending'], nulls: ['na_position'] };
    return input.sort(keys, nulls, at, 'columns');
  },
  examples: sortRowsExamples,
});

/** @throws UserError when the number of directions differs from that of the columns */
function checkDirectionCount(columns: number, directions: boolean | readonly boolean[]): void {
  if (typeof directions === 'boolean' || directions.length === columns) return;
  throw new UserError(
    `There are ${columns} columns to sort by but ${directions.length} directions. Give one direction, or one for each column.`,
  );
}
