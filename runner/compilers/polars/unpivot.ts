import type pl from 'nodejs-polars';
import { columnExpression, columnExpressions } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import type { Unpivot } from '../../plan/relation.ts';
import { widening } from '../../plan/widening.ts';

/**
 * Turns columns into rows. The streaming engine runs the library's own unpivot batch by batch, which mixes
 * the rows of different columns, so this concatenates one selection per column.
 */
export function unpivotPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  { keys, values, variable, value }: Unpivot,
): pl.LazyDataFrame {
  const build = new PolarsBuilder(library);
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const repeated = columnExpressions(library, columns, keys);
  const selections = values.map((name) => {
    const column = columnExpression(library, columns, name);
    const operation = widening(types.get(name) ?? value.type, value.type);
    return lazy.select(
      ...repeated,
      build.text(name).alias(variable),
      (operation?.polars(build, column) ?? column).alias(value.name),
    );
  });
  return library.concat(selections, { how: 'vertical' });
}
