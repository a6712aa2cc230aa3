import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { bound, type SqlText } from '../../../domain/sql-text.ts';
import type { WatermarkValue } from '../../../domain/watermark.ts';
import {
  checkWatermarkType,
  noWatermarkType,
  STANDARD_QUOTES,
  watermarkOf,
  WindowStatements,
  type IncrementalRead,
  type ReadWindow,
} from '../../sql/incremental.ts';
import { firstRow } from './sqlite-read.ts';

/** The new rows of a source. Values have types, not columns: a datetime is the text that it is stored as. */
export function sqliteWindow(database: DatabaseSync, read: IncrementalRead): ReadWindow {
  database.exec('BEGIN');
  const statements = new WindowStatements(read, { ...STANDARD_QUOTES, valueOf });
  const [maximum = null] = firstRow(database, statements.maximum()) ?? [];
  const mark = markOf(read, maximum);
  const hasNulls = read.seeksNulls && firstRow(database, statements.nulls) !== null;
  return { source: statements.upTo(mark), mark, hasNulls };
}

/** Not a cast, which would have SQLite convert the cells of a column without a type. */
function valueOf({ type, value }: WatermarkValue): SqlText {
  return bound(type === 'integer' ? BigInt(value) : value);
}

function markOf(read: IncrementalRead, maximum: SQLOutputValue): WatermarkValue | null {
  if (maximum === null) return null;
  if (typeof maximum === 'number') throw noWatermarkType(read.column, 'REAL');
  if (maximum instanceof Uint8Array) throw noWatermarkType(read.column, 'BLOB');
  const type = typeof maximum === 'bigint' ? 'integer' : 'string';
  checkWatermarkType(read, type);
  return watermarkOf(read.column, type, String(maximum));
}
