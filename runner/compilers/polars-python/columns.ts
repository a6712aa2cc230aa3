import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { PythonContext } from '../../python/python-context.ts';

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
