import { castExpression } from '../../expressions/cast.ts';
import { columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { Table } from '../../plan/table.ts';
import { requireTypes } from './required-types.ts';

/**
 * The dates of a column. Each text is read on its own as ISO 8601, with an offset converted to UTC; any other
 * text is null.
 * @param field the config key of the name
 * @throws ConfigError for an unknown column, and for one of another type
 */
export function dateColumn(input: Table, name: string, field: string): TypedExpression {
  const column = input.column(name, field);
  requireTypes([column], field, ['datetime', 'string']);
  return castExpression(columnReference(column), 'datetime', { remedy: null, format: '' });
}
