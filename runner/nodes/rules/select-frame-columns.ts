import { UserError } from '../../domain/errors.ts';
import type { Column, Frame } from '../../engines/pandas/frame.ts';

/**
 * Projects a frame to the named columns, in the given order. The result shares the data.
 * @throws UserError when the frame has no such column
 */
export function selectFrameColumns(frame: Frame, names: readonly string[]): Frame {
  const byName = new Map(frame.names.map((name, index) => [name, frame.columns[index]]));
  const columns = names.map((name): Column => {
    const column = byName.get(name);
    if (column === undefined) throw new UserError(`There is no column "${name}".`);
    return column;
  });
  return { length: frame.length, names: [...names], columns };
}
