import type { Connection } from 'tedious';
import type { SqlText } from '../../../domain/sql-text.ts';
import { bound, sql, trusted } from '../../../domain/sql-text.ts';
import type { WatermarkType } from '../../../domain/watermark.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import {
  checkWatermarkType,
  noWatermarkType,
  watermarkOf,
  WindowStatements,
  type IncrementalRead,
  type ReadWindow,
} from '../../sql/incremental.ts';
import { ask, execute, withClient, type RawCell } from './mssql-client.ts';
import { quotedName, quotedTable } from './mssql-names.ts';
import { endReading, READ_TRANSACTION } from './mssql-read.ts';
import { readingStatement } from './mssql-statement.ts';

/** The new rows of a source. */
export async function mssqlWindow(
  target: ConnectionTarget,
  read: IncrementalRead,
): Promise<ReadWindow> {
  const dialect = { quotedName, quotedTable, isLimitedByTop: true } as const;
  const { values } = new WindowStatements(read, {
    ...dialect,
    valueOf: ({ value }) => bound(value),
  });
  readingStatement(values);
  return await withClient(target, async (client) => {
    await execute(client, READ_TRANSACTION);
    const name = await typeNameOf(client, values);
    const type = typeOf(name);
    if (type === undefined) throw noWatermarkType(read.column, name);
    checkWatermarkType(read, type);
    const statements = new WindowStatements(read, {
      ...dialect,
      valueOf: ({ value }) => sql`CAST(${bound(value)} AS ${trusted(castOf(name, type))})`,
    });
    // 121 is ISO 8601 with all digits of a moment, and means nothing for other types.
    const shown = (value: string): string => `CONVERT(nvarchar(max), ${value}, 121)`;
    const [[maximum] = []] = await rowsOf(client, statements.maximum(shown));
    const nulls = read.seeksNulls ? await rowsOf(client, statements.nulls) : [];
    await endReading(client);
    const text = typeof maximum === 'string' ? maximum : null;
    const mark = watermarkOf(read.column, type, text);
    return { source: statements.upTo(mark), mark, hasNulls: nulls.length > 0 };
  });
}

/** The types by the beginnings of their names. */
const TYPES: Readonly<Record<string, WatermarkType>> = {
  tinyint: 'integer',
  smallint: 'integer',
  int: 'integer',
  bigint: 'integer',
  decimal: 'decimal',
  numeric: 'decimal',
  date: 'date',
  datetime: 'datetime',
  smalldatetime: 'datetime',
  datetime2: 'datetime',
  datetimeoffset: 'datetime',
  char: 'string',
  nchar: 'string',
  varchar: 'string',
  nvarchar: 'string',
};

function typeOf(name: string): WatermarkType | undefined {
  return TYPES[name.split('(')[0] ?? ''];
}

/** Each value is cast to the type of the column, so that both are compared as they are stored. */
function castOf(name: string, type: WatermarkType): string {
  return type === 'string' ? 'nvarchar(max)' : name;
}

/** The type of the only column of a query, which is not executed. */
async function typeNameOf(client: Connection, text: SqlText): Promise<string> {
  const { sql: statement, values } = readingStatement(text);
  const parameters = values.map((value, place) => `@p${place} ${parameterType(value)}`).join(', ');
  const [[name] = []] = await ask(
    client,
    'SELECT system_type_name FROM sys.dm_exec_describe_first_result_set(@p0, @p1, 0)',
    [statement, parameters],
  );
  if (typeof name === 'string') return name;
  // The server says what is wrong with the query only when it is executed.
  await rowsOf(client, text);
  return 'unknown';
}

function parameterType(value: unknown): string {
  if (typeof value === 'boolean') return 'bit';
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return 'bigint';
  return typeof value === 'number' ? 'float' : 'nvarchar(max)';
}

async function rowsOf(client: Connection, text: SqlText): Promise<readonly (readonly RawCell[])[]> {
  const statement = readingStatement(text);
  return await ask(client, statement.sql, statement.values, 'rows');
}
