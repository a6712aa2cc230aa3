import type { DuckDBConnection } from '@duckdb/node-api';
import { bound, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { WatermarkType, WatermarkValue } from '../../../domain/watermark.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import {
  checkWatermarkType,
  noWatermarkType,
  STANDARD_QUOTES,
  watermarkOf,
  WindowStatements,
  type IncrementalRead,
  type ReadWindow,
} from '../../sql/incremental.ts';
import { readingDuckdb } from './duckdb-file.ts';
import { duckdbLibrary } from './duckdb-library.ts';
import { statementOf } from './duckdb-statement.ts';

/** The new rows of a source. */
export async function duckdbWindow(
  target: ConnectionTarget,
  read: IncrementalRead,
): Promise<ReadWindow> {
  return await readingDuckdb(target, async ({ connection }) => {
    const column = await columnOf(connection, read);
    const statements = new WindowStatements(read, {
      ...STANDARD_QUOTES,
      valueOf: ({ value }) => column.parsed(bound(value)),
    });
    const [[maximum] = []] = await rowsOf(connection, statements.maximum(column.shown));
    const nulls = read.seeksNulls ? await rowsOf(connection, statements.nulls) : [];
    const mark = watermarkOf(read.column, column.type, maximum ?? null);
    return { source: statements.upTo(mark), mark, hasNulls: nulls.length > 0 };
  });
}

/** How the values of a column are written as texts, and texts as values. */
interface WindowColumn {
  readonly type: WatermarkType;
  readonly shown: (value: string) => string;
  readonly parsed: (text: SqlText) => SqlText;
}

const TYPES: Readonly<Record<string, WatermarkType>> = {
  TINYINT: 'integer',
  SMALLINT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'integer',
  UTINYINT: 'integer',
  USMALLINT: 'integer',
  UINTEGER: 'integer',
  UBIGINT: 'integer',
  HUGEINT: 'integer',
  UHUGEINT: 'integer',
  DECIMAL: 'decimal',
  DATE: 'date',
  TIMESTAMP: 'datetime',
  TIMESTAMP_S: 'datetime',
  TIMESTAMP_MS: 'datetime',
  TIMESTAMP_NS: 'datetime',
  TIMESTAMP_TZ: 'datetime',
  VARCHAR: 'string',
};

/** No row is computed. */
async function columnOf(
  connection: DuckDBConnection,
  read: IncrementalRead,
): Promise<WindowColumn> {
  const unknown = { ...STANDARD_QUOTES, valueOf: ({ value }: WatermarkValue) => bound(value) };
  const { texts, values } = new WindowStatements(read, unknown).values;
  const statement = statementOf({ kind: 'query', texts, values });
  const described = await connection.run(`(${statement.sql}\n) LIMIT 0`, statement.values);
  const [columnType] = described.columnTypes();
  const name = columnType === undefined ? '' : duckdbLibrary().DuckDBTypeId[columnType.typeId];
  const type = TYPES[name];
  if (columnType === undefined || type === undefined) {
    throw noWatermarkType(read.column, columnType?.toString() ?? 'unknown');
  }
  checkWatermarkType(read, type);
  return { type, ...(name === 'TIMESTAMP_TZ' ? IN_UTC : castTo(columnType.toString())) };
}

function castTo(typeName: string): Omit<WindowColumn, 'type'> {
  return {
    shown: (value) => `CAST(${value} AS VARCHAR)`,
    parsed: (text) => sql`CAST(${text} AS ${trusted(typeName)})`,
  };
}

/** The text of a datetime with a zone depends on the zone of the machine. */
const IN_UTC: Omit<WindowColumn, 'type'> = {
  shown: (value) => `CAST((${value} AT TIME ZONE 'UTC') AS VARCHAR)`,
  parsed: (text) => sql`(CAST(${text} AS TIMESTAMP) AT TIME ZONE 'UTC')`,
};

async function rowsOf(
  connection: DuckDBConnection,
  { texts, values }: SqlText,
): Promise<readonly (readonly (string | null)[])[]> {
  const statement = statementOf({ kind: 'query', texts, values });
  const result = await connection.runAndReadAll(statement.sql, statement.values);
  return result.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell))));
}
