import { deferColumn } from '../../engines/pandas/deferred-column.ts';
import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { takeCells, takeRows } from '../../engines/pandas/kernels/columns/take-rows.ts';
import { validMask } from '../../engines/pandas/kernels/columns/null-mask.ts';
import {
  toCompiledExpression,
  type CompiledExpression,
} from '../../expressions/compiled-expression.ts';
import { toColumn } from '../../expressions/to-column.ts';
import { canFail, type TypedExpression } from '../../expressions/typed-expression.ts';
import { allColumns, type Names } from '../../plan/passes/columns-needed.ts';
import type { Project, Window } from '../../plan/relation.ts';

/** With fewer rows, computing a column costs no more than to defer it. */
const MIN_DEFERRED_ROWS = 4_096;
/** A deferred column is computed as a whole for a reader of more than this share of its rows. */
const MAX_PEEK_SHARE = 1 / 4;

/**
 * The columns of a projection. A column that no later operator reads is computed for the rows that a sample
 * shows, unless it can fail: a failure is an effect of its node.
 * @param needed the columns that are read of all rows. Default: all
 */
export function projectFrame(
  frame: Frame,
  relation: Project | Window,
  needed: Names = allColumns(relation),
): Frame {
  const byName = new Map(frame.names.map((name, index) => [name, frame.columns[index]]));
  const isDeferred = (name: string, expression: TypedExpression): boolean =>
    frame.length >= MIN_DEFERRED_ROWS && !needed.has(name) && !canFail(expression);
  const columns = relation.fields.map(({ name, expression }): Column => {
    const existing = expression.kind === 'column' ? byName.get(expression.name) : undefined;
    if (existing !== undefined) return existing;
    const compiled = toCompiledExpression(expression);
    return isDeferred(name, expression) ? deferred(compiled, frame) : toColumn(compiled, frame);
  });
  return { length: frame.length, names: relation.fields.map(({ name }) => name), columns };
}

/** The column of an expression that computes each cell from its own row. */
function deferred(expression: CompiledExpression, frame: Frame): Column {
  const read = columnsOf(frame, expression.columnsUsed);
  const column: Column = deferColumn(expression.type, {
    length: frame.length,
    load: () => toColumn(expression, read),
    peek: (rows) =>
      rows.length > frame.length * MAX_PEEK_SHARE
        ? takeCells(column, rows)
        : cellsAt(expression, read, rows),
    table: () => null,
    mask: () => validMask(column),
  });
  return column;
}

/** The columns that an expression reads: a deferred column keeps no others in memory. */
function columnsOf(frame: Frame, names: readonly string[]): Frame {
  const read = new Set(names);
  const places = frame.names.flatMap((name, place) => (read.has(name) ? [place] : []));
  return {
    length: frame.length,
    names: places.map((place) => frame.names[place] ?? ''),
    columns: places.flatMap((place) => frame.columns[place] ?? []),
  };
}

/** The cells of some rows; -1 yields null, whatever the expression is of nulls. */
function cellsAt(expression: CompiledExpression, frame: Frame, rows: Int32Array): Column {
  const present = rows.filter((row) => row !== -1);
  const cells = toColumn(expression, takeRows(frame, present));
  if (present.length === rows.length) return cells;
  let place = 0;
  return takeCells(
    cells,
    rows.map((row) => (row === -1 ? -1 : place++)),
  );
}
