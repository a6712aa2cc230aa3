import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import { call, keyword, list } from '../../python/code.ts';
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
  return call('cs.by_name', [code, keyword('require_all', 'True')]);
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
  return list(items);
}

/**
 * The expression of several columns by their exact names, of which a method makes one for each.
 * @param code the list of names as Python code; null: all columns of the frame
 */
export function polarsCells(
  python: PythonContext,
  names: readonly string[],
  code: string | null,
): string {
  if (code === null) return call('pl.all');
  const selection = polarsSelection(python, names, code);
  return selection === code ? call('pl.col', [code]) : selection;
}
