import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { PolarsLibrary } from './frame.ts';

/**
 * The expression of one column by its exact name. `pl.col` alone reads `*` as "all columns" and
 * `^…$` as a pattern; such names are addressed by their place.
 * @param columns the columns of the frame that the expression is used on
 */
export function columnExpression(
  library: PolarsLibrary,
  columns: readonly ColumnSchema[],
  name: string,
): pl.Expr {
  if (!isPolarsPattern(name)) return library.col(name);
  return library.nth(columns.findIndex((column) => column.name === name));
}

/** Whether polars takes the text as more than one column's plain name. */
export function isPolarsPattern(name: string): boolean {
  return name === '*' || (name.startsWith('^') && name.endsWith('$'));
}
