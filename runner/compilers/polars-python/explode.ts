import { polarsColumn } from '../../expressions/polars-column-code.ts';
import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import type { Explode } from '../../plan/relation.ts';
import { call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';

/** Returns polars code, eager or lazy, that splits the texts of a column into rows. */
export function explodeCode(
  python: PythonContext,
  { column, delimiter, at }: Explode,
  frame: string,
): string {
  const name = parameterCode(python, at.column) ?? python.literal(column);
  const by = parameterCode(python, at.delimiter) ?? python.literal(delimiter);
  const cells = polarsColumn(python, column, name);
  const links = [
    call('with_columns', [chain(cells, ['str', call('split', [by])])]),
    call('explode', [isPolarsPattern(column) ? cells : name]),
  ];
  return chain(frame, links);
}
