import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import type { Explode } from '../../plan/relation.ts';

/** Splits the texts of a column into a row for each part. */
export function explodePlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  { column, delimiter }: Explode,
): pl.LazyDataFrame {
  const cells = columnExpression(library, columns, column);
  return lazy.withColumns(cells.str.split(delimiter)).explode(cells);
}
