import { UserError } from '../../../domain/errors.ts';
import type { ColumnSchema } from '../../../domain/column.ts';
import type { Column, Frame } from '../frame.ts';

/** The column of a name. @throws UserError when the frame has no such column */
export function columnByName(frame: Frame, name: string): Column {
  const column = frame.columns[frame.names.indexOf(name)];
  if (column === undefined) throw new UserError(`There is no column "${name}".`);
  return column;
}

/** Replaces the column of a name, or appends a new one. */
export function withColumn(frame: Frame, name: string, column: Column): Frame {
  const at = frame.names.indexOf(name);
  if (at === -1) {
    return {
      length: frame.length,
      names: [...frame.names, name],
      columns: [...frame.columns, column],
    };
  }
  return { ...frame, columns: frame.columns.with(at, column) };
}

/** The schema of a frame. */
export function schemaOf(frame: Frame): readonly ColumnSchema[] {
  return frame.columns.map((column, index) => ({
    name: frame.names[index] ?? '',
    type: column.type,
  }));
}
