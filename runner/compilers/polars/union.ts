import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import { widening } from '../../plan/widening.ts';

/** Projects a plan to the columns and types of a union. */
export function alignPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  target: readonly ColumnSchema[],
): pl.LazyDataFrame {
  const build = new PolarsBuilder(library);
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const cells = target.map(({ name, type }) => {
    const from = types.get(name);
    if (from === undefined) return build.literal(type, null).alias(name);
    const column = columnExpression(library, columns, name);
    return (widening(from, type)?.polars(build, column) ?? column).alias(name);
  });
  return lazy.select(...cells);
}
