import mysql, { type FieldPacket } from 'mysql2';
import { bound, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { WatermarkType, WatermarkValue } from '../../../domain/watermark.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import {
  checkWatermarkType,
  noWatermarkType,
  watermarkOf,
  WindowStatements,
  type IncrementalRead,
  type ReadWindow,
} from '../../sql/incremental.ts';
import { answerOf } from './mysql-answer.ts';
import { withClient } from './mysql-client.ts';
import { quotedName, quotedTable } from './mysql-literals.ts';
import { beginReading } from './mysql-read.ts';

/** The new rows of a source. A TIMESTAMP is in UTC. */
export async function mysqlWindow(
  target: ConnectionTarget,
  read: IncrementalRead,
): Promise<ReadWindow> {
  return await withClient(target, async (client) => {
    await beginReading(client);
    const statements = new WindowStatements(read, { quotedName, quotedTable, valueOf });
    const { fields, rows } = await answerOf(client, statements.maximum());
    const [field] = fields;
    if (field === undefined) throw new Error('The server sent no column of a query');
    const type = typeOf(field);
    if (type === undefined) throw noWatermarkType(read.column, nameOf(field));
    checkWatermarkType(read, type);
    const nulls = read.seeksNulls ? (await answerOf(client, statements.nulls)).rows : [];
    const mark = watermarkOf(read.column, type, rows[0]?.[0]?.toString('utf8') ?? null);
    return { source: statements.upTo(mark), mark, hasNulls: nulls.length > 0 };
  });
}

/** A number as text would be compared as a float. A text has the collation of its column. */
function valueOf({ type, value }: WatermarkValue): SqlText {
  const text = bound(value);
  switch (type) {
    case 'integer':
      return sql`CAST(${text} AS ${trusted(value.startsWith('-') ? 'SIGNED' : 'UNSIGNED')})`;
    case 'decimal':
      return sql`CAST(${text} AS ${trusted(`DECIMAL(65, ${scaleOf(value)})`)})`;
    case 'date':
      return sql`CAST(${text} AS DATE)`;
    case 'datetime':
      return sql`CAST(${text} AS DATETIME(6))`;
    case 'string':
      return text;
  }
}

function scaleOf(decimal: string): number {
  return decimal.split('.')[1]?.length ?? 0;
}

const { Types } = mysql;
const TYPES: ReadonlyMap<number, WatermarkType> = new Map([
  [Types.TINY, 'integer'],
  [Types.SHORT, 'integer'],
  [Types.INT24, 'integer'],
  [Types.LONG, 'integer'],
  [Types.LONGLONG, 'integer'],
  [Types.DECIMAL, 'decimal'],
  [Types.NEWDECIMAL, 'decimal'],
  [Types.DATE, 'date'],
  [Types.NEWDATE, 'date'],
  [Types.DATETIME, 'datetime'],
  [Types.TIMESTAMP, 'datetime'],
]);

const TEXT_TYPES: ReadonlySet<number> = new Set([
  Types.VARCHAR,
  Types.VAR_STRING,
  Types.STRING,
  Types.TINY_BLOB,
  Types.MEDIUM_BLOB,
  Types.LONG_BLOB,
  Types.BLOB,
]);

/** The character set of bytes. */
const BINARY = 63;

function typeOf({ columnType = -1, characterSet }: FieldPacket): WatermarkType | undefined {
  if (TEXT_TYPES.has(columnType)) return characterSet === BINARY ? undefined : 'string';
  return TYPES.get(columnType);
}

function nameOf({ columnType = -1 }: FieldPacket): string {
  if (TEXT_TYPES.has(columnType)) return 'BINARY';
  const found = Object.entries(Types).find(([, code]) => code === columnType);
  return found?.[0] ?? 'unknown';
}
