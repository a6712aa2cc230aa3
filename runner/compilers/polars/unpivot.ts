import type pl from 'nodejs-polars';
import {
  columnExpression,
  columnExpressions,
  isPolarsPattern,
} from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import type { Unpivot } from '../../plan/relation.ts';
import { widening } from '../../plan/widening.ts';
import { unusedName } from '../../domain/unused-name.ts';

/**
 * Turns columns into rows. The streaming engine runs the library's own unpivot batch by batch, which mixes
 * the rows of different columns, so a plan concatenates one selection per column. For a thousand columns that
 * plan needs more time and memory than few rows do, so these are unpivoted at once.
 */
export function unpivotPlan(
  library: PolarsLibrary,
  frame: PolarsFrame,
  relation: Unpivot,
): pl.LazyDataFrame {
  const { data = null } = frame;
  const { keys, values } = relation;
  return data !== null && values.length > 0 && ![...keys, ...values].some(isPolarsPattern)
    ? unpivotData(library, { ...frame, data }, relation).lazy()
    : unpivotSelections(library, frame, relation);
}

function unpivotData(
  library: PolarsLibrary,
  { data, columns }: PolarsFrame & { readonly data: pl.DataFrame },
  relation: Unpivot,
): pl.DataFrame {
  const { keys, values, variable, value } = relation;
  const cells = cellsOf(library, columns, relation).map((cell, at) => cell.alias(values[at] ?? ''));
  // The library refuses new names that the frame has.
  const variableName = unusedName(variable, [...keys, ...values]);
  const valueName = unusedName(value.name, [...keys, ...values, variableName]);
  const unpivoted = data
    .select(...columnExpressions(library, columns, keys), ...cells)
    .unpivot([...keys], [...values], { variableName, valueName });
  return unpivoted.rename({ [variableName]: variable, [valueName]: value.name });
}

function unpivotSelections(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  relation: Unpivot,
): pl.LazyDataFrame {
  const { keys, values, variable, value } = relation;
  const build = new PolarsBuilder(library);
  const repeated = columnExpressions(library, columns, keys);
  const selections = cellsOf(library, columns, relation).map((cell, at) =>
    lazy.select(...repeated, build.text(values[at] ?? '').alias(variable), cell.alias(value.name)),
  );
  return library.concat(selections, { how: 'vertical' });
}

/** The cells of each value column as the type of the result. */
function cellsOf(
  library: PolarsLibrary,
  columns: PolarsFrame['columns'],
  { values, value }: Unpivot,
): readonly pl.Expr[] {
  const build = new PolarsBuilder(library);
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return values.map((name) => {
    const column = columnExpression(library, columns, name);
    const operation = widening(types.get(name) ?? value.type, value.type);
    return operation?.polars(build, column) ?? column;
  });
}
