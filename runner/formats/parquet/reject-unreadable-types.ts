import { UserError } from '../../domain/errors.ts';
import { arrowFields, type ArrowField } from './arrow-schema.ts';
import type { ColumnReading } from './footer/column-reading.ts';
import type { ParquetFooter } from './footer/parquet-footer.ts';
import { rejectRepeatedNames } from './reject-repeated-names.ts';

/**
 * Rejects a Parquet or Arrow file with types that abort the library's process when it reads them: extension
 * types, such as periods and intervals of pandas, and some rare ones; and one with a name of several columns.
 * @returns the columns of its schema of Arrow
 * @throws UserError that names the column and its type, or columns of one name
 */
export async function rejectUnreadableTypes(path: string): Promise<readonly ArrowField[]> {
  const fields = await arrowFields(path);
  for (const { name, unreadable } of fields) {
    if (unreadable !== null) throw unreadableColumn(name, unreadable);
  }
  rejectRepeatedNames(fields.map(({ name }) => name));
  return fields;
}

/**
 * Rejects a Parquet file that has such a type by its footer, which every writer writes.
 * @param readings those of the columns
 * @throws UserError that names the column and its type, or columns of one name
 */
export function rejectUnreadableColumns(
  { columns }: ParquetFooter,
  readings: readonly ColumnReading[],
): void {
  for (const [place, reading] of readings.entries()) {
    if (typeof reading === 'string') continue;
    throw unreadableColumn(columns[place]?.name ?? '', reading.unreadable);
  }
  rejectRepeatedNames(columns.map(({ name }) => name));
}

/** The error of a column of a type that has no column type. */
export function unreadableColumn(name: string, type: string): UserError {
  return new UserError(
    `Column "${name}" has the type ${type}, which cannot be read. Convert it to a basic type, such as text, or leave it out.`,
  );
}
