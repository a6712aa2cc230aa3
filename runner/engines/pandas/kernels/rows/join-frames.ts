import type { JoinedColumn, JoinPlan } from '../../../../domain/join.ts';
import type { Column, Frame } from '../../frame.ts';
import { asofRows } from './asof-rows.ts';
import { columnByName } from '../columns/column-access.ts';
import { concatColumns } from '../columns/concat-columns.ts';
import { toFloats } from '../columns/exact-integers.ts';
import { joinRows, type JoinedRows } from './join-rows.ts';
import { columnLength } from '../columns/null-mask.ts';
import { deferTake, nullLike, takeCells } from '../columns/take-rows.ts';

/** Joins two frames. Columns are gathered on first use. @throws UserError when the result has more rows than a frame can have */
export function joinFrames(left: Frame, right: Frame, plan: JoinPlan): Frame {
  const pairs = plan.pairs.map(
    (pair) => [columnByName(left, pair.left.name), columnByName(right, pair.right.name)] as const,
  );
  const rows = matchRows(pairs, plan);
  const keepsLeft = isEveryRow(rows.left, left.length);
  return {
    length: rows.left.length,
    names: plan.columns.map(({ name }) => name),
    columns: plan.columns.map((column) => {
      if (column.from === 'left')
        return takeSide(columnByName(left, column.source), rows.left, keepsLeft);
      if (column.from === 'right') return deferTake(columnByName(right, column.source), rows.right);
      return keyCells(columnByName(left, column.source), columnByName(right, column.source), {
        rows,
        keepsLeft,
        how: plan.how,
        type: column.type,
      });
    }),
  };
}

function matchRows(pairs: readonly (readonly [Column, Column])[], plan: JoinPlan): JoinedRows {
  const on = pairs.at(-1);
  return plan.asof === undefined || on === undefined
    ? joinRows(pairs, plan.how)
    : asofRows(pairs.slice(0, -1), on, plan.asof);
}

/** Whether the rows are all rows in their order, as where each row matches one other. */
function isEveryRow(rows: Int32Array, length: number): boolean {
  if (rows.length !== length) return false;
  for (let place = 0; place < length; place++) if (rows[place] !== place) return false;
  return true;
}

/** @param isWhole whether the rows are all rows of the column, which is shared then */
function takeSide(column: Column, rows: Int32Array, isWhole: boolean): Column {
  return isWhole ? column : deferTake(column, rows);
}

interface KeyRows extends Pick<JoinPlan, 'how'>, Pick<JoinedColumn, 'type'> {
  readonly rows: JoinedRows;
  readonly keepsLeft: boolean;
}

function keyCells(left: Column, right: Column, { rows, keepsLeft, how, type }: KeyRows): Column {
  if (how === 'inner' || how === 'left') return takeSide(left, rows.left, keepsLeft);
  if (how === 'right') return deferTake(right, rows.right);
  // The right cells follow the left cells in the concatenated column.
  const leftLength = columnLength(left);
  const indices = rows.left.map((row, index) =>
    row === -1 ? leftLength + (rows.right[index] ?? 0) : row,
  );
  return takeCells(concatColumns([asType(left, type), asType(right, type)]), indices);
}

function asType(column: Column, type: JoinedColumn['type']): Column {
  if (column.type === 'null') return nullLike({ type }, columnLength(column));
  if (column.type !== 'integer' || type !== 'float') return column;
  return { type: 'float', values: toFloats(column.values), validity: column.validity };
}
