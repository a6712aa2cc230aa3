import { isPolarsPattern } from '../engines/polars/column-expression.ts';
import type { PythonContext } from './python-context.ts';

/** The Python polars expression of a column by its exact name, also for names such as `*`. */
export function polarsColumn(python: PythonContext, name: string, code: string): string {
  if (!isPolarsPattern(name)) return `pl.col(${code})`;
  python.import('import polars.selectors as cs');
  return `cs.by_name(${code})`;
}

/** Like polarsColumn, for operands: on selectors, `~` and `|` would be set operations. */
export function polarsOperand(python: PythonContext, name: string, code: string): string {
  const column = polarsColumn(python, name, code);
  return isPolarsPattern(name) ? `${column}.as_expr()` : column;
}

/**
 * The argument of a Python polars `select` of several columns by their exact names.
 * @param code the list of names as Python code
 */
export function polarsSelection(
  python: PythonContext,
  names: readonly string[],
  code: string,
): string {
  if (!names.some(isPolarsPattern)) return code;
  python.import('import polars.selectors as cs');
  return `cs.by_name(${code}, require_all=True)`;
}

/**
 * The argument of a Python polars `sort` or `group_by` for several columns by their exact names.
 * @param at where the config has the list of names
 */
export function polarsColumns(
  python: PythonContext,
  names: readonly string[],
  at: readonly (string | number)[] | undefined,
): string {
  const parameter = (path: readonly (string | number)[]): string | null =>
    at === undefined ? null : python.parameterAt([...at, ...path]);
  if (!names.some(isPolarsPattern)) return parameter([]) ?? python.literal(names);
  const items = names.map((name, index) =>
    polarsColumn(python, name, parameter([index]) ?? python.literal(name)),
  );
  return `[${items.join(', ')}]`;
}
