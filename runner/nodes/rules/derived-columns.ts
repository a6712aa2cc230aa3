import { z } from 'zod';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import { call, columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import { checkDistinctNames, checkFields, columnChecks } from '../../plan/builders/field-checks.ts';
import type { Field } from '../../plan/relation.ts';
import type { Table } from '../../plan/table.ts';
import { widening } from '../../plan/widening.ts';
import { booleanField, columnsField, textField, type FormField } from '../form.ts';

/** The columns from which a node makes another one: at least two. */
export const severalColumns = (help: string): FormField<readonly string[]> => ({
  ...columnsField('Columns', { help }),
  schema: z
    .array(z.string('a column name must be text'), 'must be a list of column names')
    .min(2, 'needs at least two columns'),
});

/** The name of the column that a node makes. */
export const newColumnField: FormField<string> = textField(
  'New column',
  z.string('must be text').min(1, 'needs the name of the new column'),
  {
    placeholder: 'new',
    help: 'The last column of the result. An existing column with this name is replaced in place.',
  },
);

/** Whether the columns that a node reads stay in the table. */
export const keepOriginalField: FormField<boolean> = booleanField('Keep originals', {
  default: true,
  help: 'If false, the columns that were read are dropped.',
});

/** The columns of a list of distinct names. @param field the config key of the names */
export function distinctColumns(
  input: Table,
  names: readonly string[],
  field: string,
): readonly ColumnSchema[] {
  const distinct = (): void => {
    checkDistinctNames(names);
  };
  checkFields([...columnChecks(field, names, input.columns), [field, distinct]]);
  return names.map((name) => findColumn(input.columns, name));
}

/** Adds columns and then drops those that were read, unless a new column has their name. */
export function withDerivedColumns(
  input: Table,
  fields: readonly Field[],
  dropped: readonly string[],
): Table {
  const added = new Set(fields.map(({ name }) => name));
  return input.withColumns(fields).without(dropped.filter((name) => !added.has(name)));
}

/** The cells of a column as values of a supertype of its type. */
export function widenedColumn(column: ColumnSchema, type: ColumnType): TypedExpression {
  const cell = columnReference(column);
  const operation = widening(column.type, type);
  return operation === null ? cell : call(operation, cell);
}
