import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import { polarsWindow } from '../../expressions/polars-window.ts';
import { columnReference, type ColumnReference } from '../../expressions/typed-expression.ts';
import { windowColumn, type WindowCall } from '../../expressions/window-call.ts';
import { unusedName } from '../unused-name.ts';

/** A frame with statistics as further columns, and the column of each call. */
interface MeasuredFrame {
  readonly frame: PolarsFrame;
  readonly columns: ReadonlyMap<WindowCall, ColumnReference>;
}

const AGGREGATES: ReadonlySet<string> = new Set(['mean', 'median', 'std', 'var', 'min', 'max']);

/** Whether a call is one float of all rows. Such calls cannot fail. */
export function isStatistic({ function: called, column, over, type }: WindowCall): boolean {
  if (type !== 'float' || column === null || over.partition.length > 0) return false;
  return (
    called.kind === 'quantile' || (called.kind === 'whole' && AGGREGATES.has(called.aggregate))
  );
}

/**
 * Evaluates statistics over the columns that they read, and adds them as constants. As expressions beside the
 * columns they would hold all columns in memory and be computed once for each use.
 */
export function withStatistics(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  calls: readonly WindowCall[],
): MeasuredFrame {
  if (calls.length === 0) return { frame: { lazy, columns }, columns: new Map() };
  const taken = columns.map(({ name }) => name);
  const names = calls.map(() => {
    const name = unusedName('statistic', taken);
    taken.push(name);
    return name;
  });
  const cells = calls.map((call, index) => {
    const build = new PolarsBuilder(library, windowColumn(call).name);
    return polarsWindow(call, build, library).alias(names[index] ?? '');
  });
  // Only the engine in memory sorts a column once for several quantiles.
  const values = lazy.select(...cells).collectSync();
  const build = new PolarsBuilder(library);
  const constants = names.map((name) => {
    const value = values.getColumn(name).get(0) as number | null;
    return build.literal('float', value).alias(name);
  });
  const added = names.map((name) => ({ name, type: 'float' }) as const);
  return {
    frame: { lazy: lazy.withColumns(...constants), columns: [...columns, ...added] },
    columns: new Map(calls.map((call, index) => [call, referenceTo(added[index])])),
  };
}

function referenceTo(column: { readonly name: string; readonly type: 'float' } | undefined) {
  if (column === undefined) throw new TypeError('Expected a column for each statistic.');
  return columnReference(column);
}
