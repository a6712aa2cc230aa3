import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { withRounded, type ColumnSchema } from '../../../domain/column.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { writeCanonicalParquet } from '../../../formats/canonical-parquet.ts';
import {
  CAST_TO_TEXT,
  firstRounded,
  MAX_COMPARED,
  type RoundedColumn,
} from '../../../formats/rounded-cells.ts';
import { EXACT_DIGITS } from '../../../formats/rounded-decimal.ts';
import { roundedMessage } from '../../../formats/rounded-decimal.ts';
import { columnValues } from '../../../formats/sample-rows.ts';
import { PARQUET_SCAN_OPTIONS } from '../../../formats/parquet-scan-options.ts';
import { rejectDatesOutOfRange } from '../../../formats/parquet/reject-dates-out-of-range.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { readingDuckdb, type OpenDuckdb } from './duckdb-file.ts';
import {
  describeResult,
  statementOf,
  warningsOf,
  type DuckdbStatement,
  type ResultColumn,
} from './duckdb-statement.ts';
import { quotedText } from './quoted-text.ts';

/** Reads rows in one statement, which writes them to a columnar file in bounded memory. */
export async function readDuckdb(target: ConnectionTarget, read: SqlRead): Promise<StagedRows> {
  const reading = async (database: OpenDuckdb): Promise<StagedRows> => {
    const statement = statementOf(read.source);
    const columns = await describeResult(database.connection, statement);
    const copied = path.join(database.folder, `${randomUUID()}.parquet`);
    const rowCount = await copyTo(copied, database, { ...statement, columns, read });
    const rounded = await roundedColumns(copied, columns);
    const places = new Set(rounded.map(({ place }) => place));
    return {
      isColumnar: true,
      columns: withRounded(await columnarFile(copied, columns, read), (_column, at) =>
        places.has(at),
      ),
      rowCount,
      warnings: [...warningsOf(columns), ...rounded.map(({ warning }) => warning)],
    };
  };
  return await readingDuckdb(target, reading);
}

interface Copy extends DuckdbStatement {
  readonly columns: readonly ResultColumn[];
  readonly read: SqlRead;
}

/** Names of people may differ only in letter case, so columns are named by their places. */
async function copyTo(
  file: string,
  { connection }: OpenDuckdb,
  { sql, values, columns, read: { maxRows } }: Copy,
): Promise<number> {
  const places = columns.map((_, place) => `p${place}`);
  const cells = columns.flatMap(({ reading }, place) => {
    const cell = reading.cell(`p${place}`);
    const text = `CAST(p${place} AS VARCHAR)`;
    const wide = `CASE WHEN ${cell} IS NULL THEN ${text} END AS w${place}`;
    const digits = `trim(replace(replace(${text}, '.', ''), '-', ''), '0')`;
    const long = `CASE WHEN length(${digits}) > ${EXACT_DIGITS} THEN ${text} END AS w${place}`;
    return [
      `${cell} AS c${place}`,
      ...(reading.isWide === true ? [wide] : []),
      ...(reading.decimalScale === undefined ? [] : [long]),
    ];
  });
  const limit = maxRows === null ? '' : ` LIMIT ${maxRows}`;
  // A comment may end the statement, so the parenthesis is on a line of its own.
  const query = `SELECT ${cells.join(', ')} FROM (${sql}\n) AS q(${places.join(', ')})${limit}`;
  const result = await connection.runAndReadAll(
    `COPY (${query}) TO ${quotedText(file)} (FORMAT parquet)`,
    values,
  );
  return Number(result.getRows()[0]?.[0] ?? 0);
}

/** The columns of decimals that floats round. */
async function roundedColumns(
  copied: string,
  columns: readonly ResultColumn[],
): Promise<readonly RoundedColumn[]> {
  const rounded: RoundedColumn[] = [];
  for (const [place, { name, reading }] of columns.entries()) {
    if (reading.decimalScale === undefined) continue;
    const cell = polars.col(`w${place}`);
    const rows = polars.scanParquet(copied, PARQUET_SCAN_OPTIONS).select(cell);
    const long = await rows.filter(cell.isNotNull()).unique().limit(MAX_COMPARED).collect();
    const texts = columnValues(long.getColumn(`w${place}`)).map(String);
    const found = firstRounded(texts, reading.decimalScale);
    if (found === undefined) continue;
    rounded.push({ place, warning: roundedMessage(name, found, CAST_TO_TEXT) });
  }
  return rounded;
}

/** Names the columns, and makes texts of integers where one needs more than 64 bits. */
async function columnarFile(
  copied: string,
  columns: readonly ResultColumn[],
  { file, columns: planned }: SqlRead,
): Promise<readonly ColumnSchema[]> {
  const rows = polars.scanParquet(copied, PARQUET_SCAN_OPTIONS);
  const wide = columns.flatMap(({ reading }, place) => (reading.isWide === true ? [place] : []));
  const counts = wide.map((place) => polars.col(`w${place}`).count());
  const found = wide.length === 0 ? null : await rows.select(...counts).collect();
  const isText = (place: number): boolean =>
    wide.includes(place) && Number(found?.getColumn(`w${place}`).get(0) ?? 0) > 0;
  const named = columns.map(({ name, reading }, place): ColumnSchema => ({
    name: planned?.[place]?.name ?? name,
    type: isText(place) ? 'string' : reading.type,
  }));
  const cells = named.map(({ name }, place) => {
    const cell = polars.col(`c${place}`);
    if (!isText(place)) return cell.alias(name);
    const text = polars.col(`w${place}`);
    const own = polars.when(text.isNotNull()).then(text);
    return own.otherwise(cell.cast(polars.Utf8)).alias(name);
  });
  await writeCanonicalParquet(rows.select(...cells), file);
  const dates = named.flatMap(({ type }, place) => (type === 'datetime' ? [place] : []));
  await rejectDatesOutOfRange(
    polars,
    file,
    dates,
    named.map(({ name }) => name),
  );
  return named;
}
