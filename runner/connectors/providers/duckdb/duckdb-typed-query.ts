import type { DuckDBConnection } from '@duckdb/node-api';
import type { SqlSource } from '../../../domain/sql-source.ts';
import { joined, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { roundsDecimals, type LongDecimals, type TextRows } from '../../sql/long-decimals.ts';
import { sourceText } from '../../sql/source-text.ts';
import type { TypedQuery } from '../../sql/typed-query.ts';
import { readingDuckdb } from './duckdb-file.ts';
import { describeResult, statementOf, warningsOf, type ResultColumn } from './duckdb-statement.ts';

/** Reads no rows. Null: the type of a column depends on its values. */
export async function duckdbTypedQuery(
  target: ConnectionTarget,
  source: SqlSource,
): Promise<TypedQuery | null> {
  return await readingDuckdb(target, async ({ connection }) => {
    const columns = await describeResult(connection, statementOf(source));
    if (columns.some(({ reading }) => reading.isWide === true)) return null;
    const decimals = columns.flatMap(longDecimals);
    const rows = placed(sourceText(source), columns, trusted('*'));
    if (await roundsDecimals(rows, decimals, (asked) => textRows(connection, asked))) return null;
    return {
      dialect: 'duckdb',
      text: typedText(fenced(sourceText(source)), columns),
      columns: columns.map(({ name, reading: { type } }) => ({ name, type })),
      warnings: warningsOf(columns),
    };
  });
}

/** OFFSET keeps DuckDB from moving filters into a query or a view, below a condition that protects a cast. */
function fenced(text: SqlText): SqlText {
  return sql`SELECT * FROM (${text}\n) AS q OFFSET 0`;
}

/** The cells are those of a read. */
function typedText(source: SqlText, columns: readonly ResultColumn[]): SqlText {
  const cells = columns.map(({ reading }, place) => {
    const cell = reading.cell(`p${place}`);
    return trusted(`${reading.type === 'string' ? `${cell} COLLATE C` : cell} AS c${place}`);
  });
  return placed(source, columns, joined(cells, ', '));
}

/** Cells of a source of columns `p0`, `p1`, … */
function placed(source: SqlText, columns: readonly ResultColumn[], cells: SqlText): SqlText {
  const places = columns.map((_, place) => trusted(`p${place}`));
  // A comment may end the statement, so the parenthesis is on a line of its own.
  return sql`SELECT ${cells} FROM (${source}
) AS q(${joined(places, ', ')})`;
}

function longDecimals({ reading }: ResultColumn, place: number): LongDecimals[] {
  const { decimalScale: scale } = reading;
  return scale === undefined ? [] : [{ text: trusted(`CAST(p${place} AS VARCHAR)`), scale }];
}

async function textRows(
  connection: DuckDBConnection,
  { texts, values }: SqlText,
): Promise<TextRows> {
  const { sql: statement, values: bound } = statementOf({ kind: 'query', texts, values });
  const rows = (await connection.runAndReadAll(statement, bound)).getRows();
  return rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))));
}
