import { z } from 'zod';
import { DTYPES, type ColumnSchema, type Dtype } from '../../domain/column.ts';
import { TYPES_BY_FOREIGN_NAME } from '../../domain/types/type-names.ts';
import type { FormField } from '../form.ts';
import { columnMapping } from './column-mapping.ts';
import { oneOfMessage } from './one-of-message.ts';

const type = z.enum(DTYPES, {
  error: oneOfMessage({ values: DTYPES, spellings: TYPES_BY_FOREIGN_NAME }),
});

/** The columns that a script returns, with their types. */
export const declaredColumnsField: FormField<Readonly<Record<string, Dtype>> | undefined> = {
  label: 'Columns',
  type: 'mapping',
  required: false,
  placeholder: '{"id": "integer", "amount": "float"}',
  help: 'The columns of the result and their types: integer, float, boolean, string or datetime. With them, the nodes below are checked before the flow runs and all of them can be exported. Empty: those that the result has.',
  schema: columnMapping(type, 'must have a type for each column').optional(),
};

/** The declared columns; null when there are none. */
export function declaredColumns(
  columns: Readonly<Record<string, Dtype>> | undefined,
): readonly ColumnSchema[] | null {
  const entries = Object.entries(columns ?? {});
  return entries.length === 0 ? null : entries.map(([name, dtype]) => ({ name, type: dtype }));
}
