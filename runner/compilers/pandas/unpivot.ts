import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { columnByName } from '../../engines/pandas/kernels/column-access.ts';
import { concatColumns } from '../../engines/pandas/kernels/concat-columns.ts';
import { nullLike } from '../../engines/pandas/kernels/take-rows.ts';
import type { Unpivot } from '../../plan/relation.ts';
import { widening } from '../../plan/widening.ts';

/** Turns columns into rows. */
export function unpivotFrame(frame: Frame, { keys, values, variable, value }: Unpivot): Frame {
  const repeated = (column: Column): Column => concatenated(values.map(() => column));
  const cells = values.map((name): Column => {
    const column = columnByName(frame, name);
    return (
      widening(column.type, value.type)?.column([{ column, constant: false }], frame.length) ??
      column
    );
  });
  return {
    length: frame.length * values.length,
    names: [...keys, variable, value.name],
    columns: [
      ...keys.map((key) => repeated(columnByName(frame, key))),
      repeatedNames(values, frame.length),
      concatenated(cells),
    ],
  };
}

function concatenated([first, ...rest]: readonly Column[]): Column {
  return first === undefined ? nullLike({ type: 'string' }, 0) : concatColumns([first, ...rest]);
}

/** Each name as often as the frame has rows. */
function repeatedNames(names: readonly string[], rows: number): Column {
  const codes = new Int32Array(names.length * rows);
  for (let index = 0; index < names.length; index++) {
    codes.fill(index, index * rows, (index + 1) * rows);
  }
  return { type: 'string', codes, dictionary: names };
}
