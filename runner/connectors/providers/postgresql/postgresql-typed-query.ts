import type { Client } from 'pg';
import type { SqlSource } from '../../../domain/sql-source.ts';
import { joined, numberedText, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { quotedTable } from '../../sql/identifier.ts';
import { roundsDecimals, type LongDecimals, type TextRows } from '../../sql/long-decimals.ts';
import { sourceText } from '../../sql/source-text.ts';
import type { TypedQuery } from '../../sql/typed-query.ts';
import { ask, withClient } from './postgresql-client.ts';
import { beginReading, columnsOf, warningsOf } from './postgresql-read.ts';
import { readingOf, type ResultColumn } from './postgresql-types.ts';

/** Reads no rows. Null: the texts of the database are not in UTF-8, so their order is another one. */
export async function postgresqlTypedQuery(
  target: ConnectionTarget,
  source: SqlSource,
): Promise<TypedQuery | null> {
  const question = async (client: Client): Promise<TypedQuery | null> => {
    if (!(await isInUtf8(client))) return null;
    await beginReading(client);
    const text = sourceText(source);
    const columns = await columnsOf(client, text);
    const warnings = await warningsOf(client, columns);
    const isRounded = await roundsDecimals(
      placed(text, columns),
      columns.flatMap(longDecimals),
      (statement) => textRows(client, statement),
    );
    await ask(client, 'ROLLBACK');
    if (isRounded) return null;
    return {
      dialect: 'postgresql',
      text: typedText((await isQuery(client, source)) ? fenced(text) : text, columns),
      columns: columns.map((column) => ({ name: column.name, type: readingOf(column).type })),
      warnings,
    };
  };
  return await withClient(target, question);
}

async function isInUtf8(client: Client): Promise<boolean> {
  const [row] = await ask<{ server_encoding: string }>(client, 'SHOW server_encoding');
  return row?.server_encoding === 'UTF8';
}

/** Whether a source is a query of a person, which may be the one of a view. */
async function isQuery(client: Client, source: SqlSource): Promise<boolean> {
  if (source.kind === 'query') return true;
  const rows = await ask(
    client,
    "SELECT 1 FROM pg_class WHERE oid = to_regclass($1) AND relkind = 'v'",
    [quotedTable(source)],
  );
  return rows.length > 0;
}

/**
 * Keeps a query as it is: PostgreSQL would move filters into it, and evaluate them before a condition of the
 * query that keeps a cast or a division from failing.
 */
function fenced(text: SqlText): SqlText {
  // OFFSET keeps a subquery from being merged with the query around it.
  return sql`SELECT * FROM (${text}\n) AS q OFFSET 0`;
}

function typedText(source: SqlText, columns: readonly ResultColumn[]): SqlText {
  const cells = columns.map((column, place) => trusted(`${valueOf(column, place)} AS c${place}`));
  return placed(source, columns, joined(cells, ', '));
}

/** Cells of a source of columns `p0`, `p1`, … */
function placed(
  source: SqlText,
  columns: readonly ResultColumn[],
  cells: SqlText = trusted('*'),
): SqlText {
  const places = columns.map((_, place) => trusted(`p${place}`));
  // A comment may end the statement, so the parenthesis is on a line of its own.
  return sql`SELECT ${cells} FROM (${source}
) AS q(${joined(places, ', ')})`;
}

function longDecimals(column: ResultColumn, place: number): LongDecimals[] {
  const { decimal } = readingOf(column);
  return decimal === undefined ? [] : [{ text: trusted(`p${place}::text`), ...decimal }];
}

async function textRows(client: Client, { texts, values }: SqlText): Promise<TextRows> {
  const rows = await ask<Record<string, string | null>>(client, numberedText(texts), [...values]);
  return rows.map((row) => Object.values(row));
}

/** The value of a cell in the type of the column type. */
function valueOf(column: ResultColumn, place: number): string {
  const { type, isUnknown } = readingOf(column);
  const value = VALUES.get(column.typeId)?.(`p${place}`) ?? `p${place}`;
  if (type === 'integer') return column.typeId === NUMERIC ? `${value}::bigint` : value;
  if (type === 'float') return `NULLIF(${value}::float8, 'NaN')`;
  if (type !== 'string') return value;
  return `${isUnknown === true ? shownText(value) : `${value}::text`} COLLATE "C"`;
}

const NUMERIC = 1700;

/** The values of types of which a cast is not what is read. */
const VALUES: ReadonlyMap<number, (cell: string) => string> = new Map([
  [26, (cell: string) => `${cell}::bigint`],
  // The shortest decimal of a 32-bit float is read.
  [700, (cell: string) => `${cell}::text`],
  [1042, shownText],
  [1082, (cell: string) => `${cell}::timestamp`],
  [1184, (cell: string) => `(${cell} AT TIME ZONE 'UTC')`],
  [1186, (cell: string) => `extract(epoch FROM ${cell})`],
]);

/** The text that the server would send, which a cast may differ from. */
function shownText(cell: string): string {
  return `(CASE WHEN num_nulls(${cell}) = 0 THEN format('%s', ${cell}) END)`;
}
