import { asText } from '../../expressions/coerce.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import type { Explode } from '../relation.ts';
import type { Table } from '../table.ts';

/** Plans an explosion; a column of another type becomes text. @throws ConfigError for an unknown column */
export function planExplode(
  table: Table,
  column: string,
  delimiter: string,
  fields: Readonly<Record<'column' | 'delimiter', string>>,
): Explode {
  const expression = asText(columnReference(table.column(column, fields.column)));
  const isText = expression.kind === 'column';
  const { relation: input } = isText ? table : table.withColumns([{ name: column, expression }]);
  const at = { column: [fields.column], delimiter: [fields.delimiter] };
  return { op: 'explode', input, column, delimiter, at, columns: input.columns };
}
