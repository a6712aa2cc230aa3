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

/**
 * Expressions that together are the columns of the names, in order. Many columns are one expression, so a
 * plan can repeat them at little cost.
 * @param columns the schema of the frame
 */
export function columnExpressions(
  library: PolarsLibrary,
  columns: readonly ColumnSchema[],
  names: readonly string[],
): readonly pl.Expr[] {
  if (names.length === 0) return [];
  return names.some(isPolarsPattern)
    ? names.map((name) => columnExpression(library, columns, name))
    : [library.col([...names])];
}

/** Whether polars expands the name as a pattern. */
export function isPolarsPattern(name: string): boolean {
  return name === '*' || (name.startsWith('^') && name.endsWith('$'));
}
