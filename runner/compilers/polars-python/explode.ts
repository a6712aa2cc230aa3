import { polarsColumn } from '../../expressions/polars-column-code.ts';
import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import type { Explode } from '../../plan/relation.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';
import { rowPartsCode } from '../row-parts.ts';

/** Returns polars code, eager or lazy, that splits the texts of a column into rows. */
export function explodeCode(python: PythonContext, relation: Explode, frame: string): string {
  const { column, at } = relation;
  const name = parameterCode(python, at.column) ?? python.literal(column);
  const cells = polarsColumn(python, column, name);
  python.binds('cells');
  const parts = rowPartsCode(python, relation, 'cells');
  const type = 'pl.List(pl.String)';
  const split = call('map_batches', [
    `lambda cells: ${call('pl.Series', [parts, keyword('dtype', type)])}`,
    keyword('return_dtype', type),
  ]);
  const links = [
    call('with_columns', [chain(cells, [split])]),
    call('explode', [isPolarsPattern(column) ? cells : name]),
  ];
  return chain(frame, links);
}
