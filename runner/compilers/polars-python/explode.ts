import { polarsColumn } from '../../expressions/polars-column-code.ts';
import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import type { Explode } from '../../plan/relation.ts';
import { assign, call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';

/** Emits polars code, eager or lazy, that splits the texts of a column into rows. */
export function emitExplode(
  python: PythonContext,
  { column, delimiter, at }: Explode,
  frame: string,
): void {
  const name = parameterCode(python, at.column) ?? python.literal(column);
  const by = parameterCode(python, at.delimiter) ?? python.literal(delimiter);
  const cells = polarsColumn(python, column, name);
  const links = [
    call('with_columns', [chain(cells, ['str', call('split', [by])])]),
    call('explode', [isPolarsPattern(column) ? cells : name]),
  ];
  python.line(assign(python.target, chain(frame, links)));
}
