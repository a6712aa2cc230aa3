import type { Connection } from 'snowflake-sdk';
import type { SqlText } from '../../../domain/sql-text.ts';
import { bound, sql, trusted } from '../../../domain/sql-text.ts';
import type { WatermarkType } from '../../../domain/watermark.ts';
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
import { ask, perform, withClient, type RawCell } from './snowflake-client.ts';
import { readingStatement } from './snowflake-statement.ts';
import type { ResultColumn } from './snowflake-types.ts';

/** The new rows of a source. */
export async function snowflakeWindow(
  target: ConnectionTarget,
  read: IncrementalRead,
): Promise<ReadWindow> {
  const { values } = new WindowStatements(read, {
    ...STANDARD_QUOTES,
    valueOf: ({ value }) => bound(value),
  });
  readingStatement(values);
  return await withClient(target, async (client) => {
    const column = await columnOf(client, values);
    const facts = column === undefined ? undefined : factsOf(column);
    if (facts === undefined) throw noWatermarkType(read.column, column?.getType() ?? 'unknown');
    const { type, cast, shown } = facts;
    checkWatermarkType(read, type);
    const statements = new WindowStatements(read, {
      ...STANDARD_QUOTES,
      valueOf: ({ value }) => sql`CAST(${bound(value)} AS ${trusted(cast)})`,
    });
    const [[maximum] = []] = await rowsOf(client, statements.maximum(shown));
    const nulls = read.seeksNulls ? await rowsOf(client, statements.nulls) : [];
    const mark = watermarkOf(read.column, type, typeof maximum === 'string' ? maximum : null);
    return { source: statements.upTo(mark), mark, hasNulls: nulls.length > 0 };
  });
}

/** What an incremental read needs to know of its column. */
interface WatermarkFacts {
  readonly type: WatermarkType;
  /** The type to which a watermark is cast, so that both are compared as they are stored. */
  readonly cast: string;
  /** The SQL that shows a value exactly, given its SQL. */
  readonly shown: (value: string) => string;
}

const asText = (value: string): string => `TO_VARCHAR(${value})`;
const asMoment = (value: string): string => `TO_VARCHAR(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.FF9')`;
const inUtc = (value: string): string => asMoment(`CONVERT_TIMEZONE('UTC', ${value})`);

const FACTS: Readonly<Record<string, WatermarkFacts>> = {
  text: { type: 'string', cast: 'VARCHAR', shown: (value) => value },
  date: {
    type: 'date',
    cast: 'DATE',
    shown: (value) => `TO_VARCHAR(${value}, 'YYYY-MM-DD')`,
  },
  timestamp_ntz: { type: 'datetime', cast: 'TIMESTAMP_NTZ(9)', shown: asMoment },
  timestamp_ltz: { type: 'datetime', cast: 'TIMESTAMP_LTZ(9)', shown: inUtc },
  // The zone of the session is UTC.
  timestamp_tz: { type: 'datetime', cast: 'TIMESTAMP_TZ(9)', shown: inUtc },
};

function factsOf(column: ResultColumn): WatermarkFacts | undefined {
  if (column.getType() !== 'fixed') return FACTS[column.getType()];
  const scale = column.getScale();
  const cast = `NUMBER(38, ${scale})`;
  return { type: scale === 0 ? 'integer' : 'decimal', cast, shown: asText };
}

/** The only column of a query, which is not executed. */
async function columnOf(client: Connection, text: SqlText): Promise<ResultColumn | undefined> {
  const described = await perform(client, readingStatement(text), 'change', { describeOnly: true });
  return described.getColumns()?.[0];
}

async function rowsOf(client: Connection, text: SqlText): Promise<readonly (readonly RawCell[])[]> {
  return await ask(client, readingStatement(text), 'rows');
}
