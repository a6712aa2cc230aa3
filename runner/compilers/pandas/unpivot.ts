import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { columnByName } from '../../engines/pandas/kernels/columns/column-access.ts';
import { concatColumns } from '../../engines/pandas/kernels/columns/concat-columns.ts';
import { deferRepeat, nullLike } from '../../engines/pandas/kernels/columns/take-rows.ts';
import type { Unpivot } from '../../plan/relation.ts';
import { widening } from '../../plan/widening.ts';

/** Turns columns into rows. */
export function unpivotFrame(frame: Frame, { keys, values, variable, value }: Unpivot): Frame {
  const length = frame.length * values.length;
  const rows = repeatedRows(frame.length, length);
  const cells = values.map((name): Column => {
    const column = columnByName(frame, name);
    return (
      widening(column.type, value.type)?.column([{ column, constant: false }], frame.length) ??
      column
    );
  });
  return {
    length,
    names: [...keys, variable, value.name],
    columns: [
      // A copy of each key for each value column would be large, and often nobody reads it.
      ...keys.map((key) => deferRepeat(columnByName(frame, key), rows)),
      repeatedNames(values, frame.length),
      concatenated(cells),
    ],
  };
}

function concatenated([first, ...rest]: readonly Column[]): Column {
  return first === undefined ? nullLike({ type: 'string' }, 0) : concatColumns([first, ...rest]);
}

/** The row numbers of the frame, again and again. */
function repeatedRows(rows: number, length: number): Int32Array {
  const repeated = new Int32Array(length);
  for (let row = 0; row < length; row++) repeated[row] = row % rows;
  return repeated;
}

/** Each name as often as the frame has rows. */
function repeatedNames(names: readonly string[], rows: number): Column {
  const codes = new Int32Array(names.length * rows);
  for (let index = 0; index < names.length; index++) {
    codes.fill(index, index * rows, (index + 1) * rows);
  }
  return { type: 'string', codes, dictionary: names };
}
