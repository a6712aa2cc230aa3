import type { Frame } from '../../engines/pandas/frame.ts';
import { columnByName } from '../../engines/pandas/kernels/columns/column-access.ts';
import { checkRowCount } from '../../engines/pandas/kernels/rows/row-limit.ts';
import { deferTake } from '../../engines/pandas/kernels/columns/take-rows.ts';
import { checkProduct } from '../../plan/builders/cross-plan.ts';
import type { Cross } from '../../plan/relation.ts';

/** Combines each left row with each right row. @throws UserError when the result would have too many rows */
export function crossFrames(left: Frame, right: Frame, relation: Cross): Frame {
  checkProduct(left.length, right.length, relation);
  const length = left.length * right.length;
  checkRowCount(length, 'The cross join');
  const leftRows = new Int32Array(length);
  const rightRows = new Int32Array(length);
  let at = 0;
  for (let row = 0; row < left.length; row++) {
    for (let match = 0; match < right.length; match++) {
      leftRows[at] = row;
      rightRows[at++] = match;
    }
  }
  return {
    length,
    names: relation.columns.map(({ name }) => name),
    columns: relation.cells.map(({ from, source }) =>
      from === 'right'
        ? deferTake(columnByName(right, source), rightRows)
        : deferTake(columnByName(left, source), leftRows),
    ),
  };
}
