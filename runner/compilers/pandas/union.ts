import type { Frame } from '../../engines/pandas/frame.ts';
import { deferConcat, type ColumnPart } from '../../engines/pandas/kernels/columns/defer-concat.ts';
import type { Union } from '../../plan/relation.ts';
import { widening } from '../../plan/widening.ts';

/** Concatenates frames by column name into the schema of the union. */
export function unionFrames({ columns: target }: Union, frames: readonly Frame[]): Frame {
  const parts = frames.map((frame) => ({
    length: frame.length,
    byName: new Map(frame.names.map((name, index) => [name, frame.columns[index]])),
  }));
  const columns = target.map(({ name, type }) => {
    const cells = parts.map(({ length, byName }): ColumnPart => {
      const column = byName.get(name);
      if (column === undefined) return { column: null, length };
      const args = [{ column, constant: false }];
      return { column: widening(column.type, type)?.column(args, length) ?? column, length };
    });
    return deferConcat(type, cells);
  });
  return {
    length: frames.reduce((sum, { length }) => sum + length, 0),
    names: target.map(({ name }) => name),
    columns,
  };
}
