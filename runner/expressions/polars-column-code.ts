import { isPolarsPattern } from '../engines/polars/column-expression.ts';
import type { PythonContext } from '../python/python-context.ts';

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
