import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { asText } from '../../expressions/coerce.ts';
import { toPandasPython } from '../../expressions/to-pandas-python.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import type { Pivot } from '../../plan/operators/pivot.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { newColumns } from './new-columns.ts';

/** Returns pandas code that turns the values of a column into columns. */
export function pivotCode(
  python: PythonContext,
  { index, column, value, heads }: Pivot,
  frame: string,
): string {
  const text = toPandasPython(asText(columnReference(column)), frame, python);
  const hasNull = heads.some(({ isNull }) => isNull);
  const names = hasNull ? chain(text, [call('fillna', [python.literal('null')])]) : text;
  const isText = column.type === 'string' && !hasNull;
  const existing = [...index, column.name, value.name];
  const by = python.literal(index);
  const links = [
    ...(isText ? [] : newColumns('assign', [{ name: column.name, code: names }], existing)),
    call('pivot', [
      keyword('index', by),
      keyword('columns', python.literal(column.name)),
      keyword('values', python.literal(value.name)),
    ]),
    call('reindex', [keyword('columns', python.literal(heads.map(({ name }) => name)))]),
    call('astype', [python.literal(COLUMN_TYPE_TABLE[value.type].pandasPython)]),
    call('rename_axis', [keyword('columns', 'None')]),
    call('reset_index'),
    call('sort_values', [by, keyword('kind', python.literal('stable')), 'ignore_index=True']),
  ];
  return chain(frame, links);
}
