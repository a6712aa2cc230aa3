import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { PolarsLibrary } from './frame.ts';

/**
 * The expression of one column by its exact name. `pl.col` would expand `*` to all columns and `^…$` as a
 * pattern, so such columns are addressed by position.
 * @param columns the schema of the frame
 */
export function columnExpression(
  library: PolarsLibrary,
  columns: readonly ColumnSchema[],
  name: string,
): pl.Expr {
  if (!isPolarsPattern(name)) return library.col(name);
  return library.nth(columns.findIndex((column) => column.name === name));
}

/** Whether polars expands the name as a pattern. */
export function isPolarsPattern(name: string): boolean {
  return name === '*' || (name.startsWith('^') && name.endsWith('$'));
}
