import type { ColumnSchema } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { asText } from '../../expressions/coerce.ts';
import { toPandasPython } from '../../expressions/to-pandas-python.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import type { DiscoveredPivot, Pivot } from '../../plan/operators/pivot.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { UNIQUE_HEADS } from '../unique-heads.ts';
import type { PivotFrames } from '../python-emitter.ts';
import { newColumns } from './new-columns.ts';

/** Returns pandas code that turns the values of a column into columns. */
export function pivotCode(python: PythonContext, pivot: Pivot, frame: string): string {
  const { heads } = pivot;
  const hasNull = heads.some(({ isNull }) => isNull);
  const names = python.literal(heads.map(({ name }) => name));
  return pivoted(python, pivot, { frame, hasNull, names });
}

/** Returns pandas code of a pivot whose heads the script has found. */
export function discoveredPivotCode(
  python: PythonContext,
  pivot: DiscoveredPivot,
  { cells, heads }: PivotFrames,
): string {
  const texts = headTexts(python, pivot.column, heads, true);
  const isText = pivot.column.type === 'string';
  if (isText) python.helper(UNIQUE_HEADS.name, UNIQUE_HEADS.source);
  const names = isText ? call(UNIQUE_HEADS.name, [texts]) : texts;
  return pivoted(python, pivot, { frame: cells, hasNull: true, names });
}

/** @param names the code of the names of the new columns, in their order */
function pivoted(
  python: PythonContext,
  { index, column, value }: Pick<Pivot, 'index' | 'column' | 'value'>,
  { frame, hasNull, names }: { frame: string; hasNull: boolean; names: string },
): string {
  const isText = column.type === 'string' && !hasNull;
  const existing = [...index, column.name, value.name];
  const texts = headTexts(python, column, frame, hasNull);
  const by = python.literal(index);
  const links = [
    ...(isText ? [] : newColumns('assign', [{ name: column.name, code: texts }], existing)),
    call('pivot', [
      keyword('index', by),
      keyword('columns', python.literal(column.name)),
      keyword('values', python.literal(value.name)),
    ]),
    call('reindex', [keyword('columns', names)]),
    call('astype', [python.literal(COLUMN_TYPE_TABLE[value.type].pandasPython)]),
    call('rename_axis', [keyword('columns', 'None')]),
    call('reset_index'),
    call('sort_values', [by, keyword('kind', python.literal('stable')), 'ignore_index=True']),
  ];
  return chain(frame, links);
}

function headTexts(
  python: PythonContext,
  column: ColumnSchema,
  frame: string,
  hasNull: boolean,
): string {
  const text = toPandasPython(asText(columnReference(column)), frame, python);
  return hasNull ? chain(text, [call('fillna', [python.literal('null')])]) : text;
}
