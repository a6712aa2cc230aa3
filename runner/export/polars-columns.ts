import { isPolarsPattern } from '../engines/polars/column-expression.ts';
import { polarsColumn } from './polars-column.ts';
import type { PythonContext } from './python-context.ts';

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
