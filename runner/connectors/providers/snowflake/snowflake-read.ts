import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Connection, RowStatement } from 'snowflake-sdk';
import type { ConnectionTarget } from '../../connection-target.ts';
import { csvLine } from '../../../formats/csv-line.ts';
import { checkResultNames } from '../../sql/result-names.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { WAIT_LIMITS } from '../../sql/wait-limits.ts';
import { perform, readRows, withClient, type RawCell } from './snowflake-client.ts';
import { statementOf } from './snowflake-statement.ts';
import { readingOf, type ColumnReading } from './snowflake-types.ts';

/** So many characters are written to the file at once. */
const TEXT_LENGTH = 1 << 16;

/**
 * Reads the rows of one query, which sees one state of the tables. A long result is fetched in parts; the driver
 * waits while the file takes no more.
 */
export async function readSnowflake(
  target: ConnectionTarget,
  read: SqlRead,
  limits = WAIT_LIMITS,
): Promise<StagedRows> {
  const statement = statementOf(read.source);
  return await withClient(
    target,
    async (client) => {
      if (read.maxRows !== null) {
        // Of zero rows the server would send all.
        const rows = Math.max(1, read.maxRows);
        await perform(client, { sql: `ALTER SESSION SET ROWS_PER_RESULTSET = ${rows}` }, 'answer');
      }
      return await stagedRows(client, await perform(client, statement, 'rows'), read);
    },
    limits,
  );
}

async function stagedRows(
  client: Connection,
  result: RowStatement,
  { file, maxRows }: Pick<SqlRead, 'file' | 'maxRows'>,
): Promise<StagedRows> {
  const columns = result.getColumns() ?? [];
  const names = columns.map((column) => column.getName());
  checkResultNames(names);
  const readings = columns.map(readingOf);
  let rowCount = 0;
  const texts = async function* (rows: AsyncIterable<readonly RawCell[]>): AsyncGenerator<string> {
    let text = '';
    for await (const row of rows) {
      if (rowCount === maxRows) break;
      rowCount += 1;
      text += lineOf(readings, row);
      if (text.length < TEXT_LENGTH) continue;
      yield text;
      text = '';
    }
    yield text;
  };
  await readRows(client, result, 'rows', (rows) => pipeline(rows, texts, createWriteStream(file)));
  return {
    columns: names.map((name, place) => ({ name, type: readings[place]?.type ?? 'string' })),
    rowCount,
    warnings: names.flatMap((name, place) => {
      const remark = readings[place]?.remark;
      return remark === undefined ? [] : [`Column "${name}" ${remark}.`];
    }),
    decimals: columns.flatMap((column, place) => {
      const isDecimal = column.getType() === 'fixed' && readings[place]?.type === 'float';
      return isDecimal ? [{ place, scale: column.getScale() }] : [];
    }),
  };
}

function lineOf(readings: readonly ColumnReading[], row: readonly RawCell[]): string {
  const cells = readings.map((reading, place) => {
    const cell = row[place] ?? null;
    return cell === null ? null : reading.write(cell);
  });
  return csvLine(cells.length === 1 ? [...cells, '0'] : cells);
}
