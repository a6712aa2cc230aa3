import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { concatColumns } from '../../engines/pandas/kernels/concat-columns.ts';
import { nullLike } from '../../engines/pandas/kernels/take-rows.ts';
import type { Union } from '../../plan/relation.ts';
import { widening } from '../../plan/widening.ts';

/** Concatenates frames by column name into the schema of the union. */
export function unionFrames({ columns: target }: Union, frames: readonly Frame[]): Frame {
  const parts = frames.map((frame) => ({
    length: frame.length,
    byName: new Map(frame.names.map((name, index) => [name, frame.columns[index]])),
  }));
  const columns = target.map(({ name, type }) => {
    const cells = parts.map(({ length, byName }): Column => {
      const column = byName.get(name);
      if (column === undefined) return nullLike({ type }, length);
      const args = [{ column, constant: false }];
      return widening(column.type, type)?.column(args, length) ?? column;
    });
    const [first, ...rest] = cells;
    return first === undefined ? nullLike({ type }, 0) : concatColumns([first, ...rest]);
  });
  return {
    length: frames.reduce((sum, { length }) => sum + length, 0),
    names: target.map(({ name }) => name),
    columns,
  };
}
