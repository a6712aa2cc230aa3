import { isPolarsPattern } from '../engines/polars/column-expression.ts';
import type { PythonContext } from './python-context.ts';

/** The Python polars expression of one column by its exact name, also of names such as `*`. */
export function polarsColumn(python: PythonContext, name: string, code: string): string {
  if (!isPolarsPattern(name)) return `pl.col(${code})`;
  python.import('import polars.selectors as cs');
  return `cs.by_name(${code})`;
}

/** The same as an operand: operators between selectors, such as `~` and `|`, would pick columns. */
export function polarsOperand(python: PythonContext, name: string, code: string): string {
  const column = polarsColumn(python, name, code);
  return isPolarsPattern(name) ? `${column}.as_expr()` : column;
}

/**
 * The argument of a Python polars `select` of several columns by their exact names.
 * @param code the list of names as Python
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
 * A list of columns as Python polars takes it in `sort` and `group_by`, by their exact names.
 * @param path where the config has the list of names
 */
export function polarsColumns(
  python: PythonContext,
  names: readonly string[],
  path: readonly string[],
): string {
  if (!names.some(isPolarsPattern)) return python.value(path);
  const items = names.map((name, index) =>
    polarsColumn(python, name, python.value([...path, index])),
  );
  return `[${items.join(', ')}]`;
}
