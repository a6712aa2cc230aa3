import { UserError } from '../../../../domain/errors.ts';
import type { ColumnSchema } from '../../../../domain/column.ts';
import type { Column, Frame } from '../../frame.ts';

/** The column of a name. @throws UserError when the frame has no such column */
export function columnByName(frame: Frame, name: string): Column {
  const column = frame.columns[frame.names.indexOf(name)];
  if (column === undefined) throw new UserError(`There is no column "${name}".`);
  return column;
}

/** Replaces the column of a name, or appends a new one. */
export function withColumn(frame: Frame, name: string, column: Column): Frame {
  return withColumns(frame, [{ name, column }]);
}

/** Replaces the columns of these names and appends those that are new, in time linear in all columns. */
export function withColumns(
  frame: Frame,
  additions: readonly { readonly name: string; readonly column: Column }[],
): Frame {
  const columns = new Map(frame.names.map((name, index) => [name, frame.columns[index]]));
  for (const { name, column } of additions) columns.set(name, column);
  return {
    length: frame.length,
    names: [...columns.keys()],
    columns: [...columns.values()].filter((column) => column !== undefined),
  };
}

/** The schema of a frame. */
export function schemaOf(frame: Frame): readonly ColumnSchema[] {
  return frame.columns.map((column, index) => ({
    name: frame.names[index] ?? '',
    type: column.type,
  }));
}
