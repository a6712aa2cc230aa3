import { BSON, type Document } from 'mongodb';
import type { ColumnSchema, ColumnType } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import { microsecondsOf } from '../../sql/moments.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { CELL_VALUES, stagedRows, type StagedRow } from '../../sql/staged-cells.ts';

/** The rows of the file as documents. Null is stored, so that the column remains. @throws UserError */
export async function* documentsOf(write: SqlWrite): AsyncGenerator<Document> {
  for await (const rows of stagedRows(write.file)) {
    for (const row of rows) yield documentOf(write, row);
  }
}

/** Checks that fields can have the names of the columns. @throws UserError */
export function checkFieldNames({ columns }: SqlWrite): void {
  for (const { name } of columns) {
    if (name !== '' && !name.startsWith('$') && !/[.\0]/.test(name)) continue;
    throw new UserError(
      `The column "${name}" has a name that MongoDB would not read as one field. Rename it: without dots, and without $ at the beginning.`,
    );
  }
}

/** The columns that identify a row: only an upsert has some. */
export function keysOf({ mode, keys }: SqlWrite): readonly string[] {
  return mode === 'upsert' ? keys : [];
}

function documentOf(write: SqlWrite, row: StagedRow): Document {
  const keys = keysOf(write);
  const { columns } = write;
  const fields = columns.map((column, place): [string, unknown] => {
    const cell = row[place] ?? null;
    if (cell === null && keys.includes(column.name)) {
      throw new UserError(`A row has no value in the key column "${column.name}".`);
    }
    return [column.name, cell === null ? null : valueOf(column, cell)];
  });
  const { _id: id, ...others } = Object.fromEntries<unknown>(fields);
  return { _id: id ?? new BSON.ObjectId(), ...others };
}

const VALUES: Readonly<Record<ColumnType, (text: string) => unknown>> = {
  integer: (text) => BSON.Long.fromBigInt(BigInt(text)),
  float: (text) => {
    const value = Number(CELL_VALUES.float(text));
    // A number of JavaScript without a fraction would become an integer.
    return Number.isNaN(value) ? null : new BSON.Double(value);
  },
  boolean: CELL_VALUES.boolean,
  datetime: microsecondsOf,
  string: CELL_VALUES.string,
  null: CELL_VALUES.null,
};

/** What reads of a collection give for the identity of a document. */
const OBJECT_ID = /^[0-9a-f]{24}$/;

function valueOf({ name, type }: ColumnSchema, cell: string): unknown {
  if (type === 'datetime') return dateOf(name, cell);
  if (name === '_id' && type === 'string' && OBJECT_ID.test(cell)) {
    return BSON.ObjectId.createFromHexString(cell);
  }
  return VALUES[type](cell);
}

function dateOf(name: string, cell: string): Date {
  const microseconds = microsecondsOf(cell) ?? 0n;
  if (microseconds % 1000n === 0n) return new Date(Number(microseconds / 1000n));
  throw new UserError(
    `The column "${name}" has datetimes with microseconds, and MongoDB has milliseconds. Truncate them, or cast the column to text.`,
  );
}
