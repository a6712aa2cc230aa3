import type { Connection, FieldPacket } from 'mysql2';
import type { DialectName } from '../../../compilers/sql/dialect.ts';
import { BYTE_COLLATIONS } from '../../../compilers/sql/mysql/mysql-dialect.ts';
import type { SqlSource } from '../../../domain/sql-source.ts';
import { joined, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { checkResultNames } from '../../sql/result-names.ts';
import { roundsDecimals, type LongDecimals, type TextRows } from '../../sql/long-decimals.ts';
import { sourceText } from '../../sql/source-text.ts';
import type { TypedQuery } from '../../sql/typed-query.ts';
import { answerOf } from './mysql-answer.ts';
import { ask, withClient } from './mysql-client.ts';
import { quotedName, quotedTable, textLiteral } from './mysql-literals.ts';
import { beginReading } from './mysql-read.ts';
import { typedCell, type TypedCell } from './mysql-typed-cells.ts';
import { readingOf } from './mysql-types.ts';

/**
 * The source as a query for the compiler of plans. Rows are read only where a column may have cells that the
 * engines read otherwise: dates, booleans and unsigned integers of 64 bits. Null: it has
 * such cells, or the server is older than MySQL 8.0.17.
 */
export async function mysqlTypedQuery(
  target: ConnectionTarget,
  source: SqlSource,
): Promise<TypedQuery | null> {
  return await withClient(target, async (client) => {
    const dialect = await dialectOf(client);
    if (dialect === null) return null;
    const text = sourceText(source, quotedTable);
    const rows = (await isTable(client, source)) ? text : fenced(text);
    await beginReading(client);
    // A comment may end the source, so the parenthesis is on a line of its own.
    const { fields } = await answerOf(client, sql`SELECT * FROM (${text}\n) AS q LIMIT 0`);
    checkResultNames(fields.map(({ name }) => name));
    const cells = fields.flatMap((field) => typedCell(field, BYTE_COLLATIONS[dialect]) ?? []);
    if (cells.length < fields.length || (await hasMisfits(client, rows, cells))) return null;
    const decimals = fields.flatMap(longDecimals);
    if (await roundsDecimals(rows, decimals, (asked) => textRows(client, asked))) return null;
    const values = cells.map(({ value }, place) => sql`${value} AS ${trusted(`c${place}`)}`);
    return {
      dialect,
      text: sql`SELECT ${joined(values, ', ')} FROM (${rows}\n) AS q`,
      columns: fields.map((field) => ({ name: field.name, type: readingOf(field).type })),
      warnings: fields.flatMap((field) => {
        const { remark } = readingOf(field);
        return remark === undefined ? [] : `Column "${field.name}" ${remark}.`;
      }),
    };
  });
}

function longDecimals(field: FieldPacket): LongDecimals[] {
  const { decimalScale: scale } = readingOf(field);
  const name = trusted(quotedName(field.name));
  return scale === undefined ? [] : [{ text: sql`CAST(${name} AS CHAR)`, scale }];
}

async function textRows(client: Connection, statement: SqlText): Promise<TextRows> {
  const { rows } = await answerOf(client, statement);
  return rows.map((row) => row.map((cell) => cell?.toString() ?? null));
}

type Dialect = DialectName & keyof typeof BYTE_COLLATIONS;

/** By the collations of the server, of which MySQL has its own since 8.0.17; null for an older one. */
async function dialectOf(client: Connection): Promise<Dialect | null> {
  const rows = await ask(client, 'SELECT collation_name FROM information_schema.collations');
  const known = new Set(rows.map(([name]) => name));
  // Newer releases of MariaDB have both.
  const dialects = ['mariadb', 'mysql'] as const;
  return dialects.find((name) => known.has(BYTE_COLLATIONS[name].texts.join(''))) ?? null;
}

/** Whether a source is a table, and no query of a person, which may be the one of a view. */
async function isTable(client: Connection, source: SqlSource): Promise<boolean> {
  if (source.kind === 'query') return false;
  const schema = source.schema === null ? 'DATABASE()' : textLiteral(source.schema);
  const types = await ask(
    client,
    `SELECT table_type FROM information_schema.tables
     WHERE table_schema = ${schema} AND table_name = ${textLiteral(source.table)}`,
  );
  return types.length > 0 && types.every(([type]) => type !== 'VIEW');
}

/**
 * Keeps a query as it is: the server would move filters into it, and evaluate them before a condition of the
 * query that keeps a function from failing. A limit keeps a subquery from being merged.
 */
function fenced(text: SqlText): SqlText {
  return sql`SELECT * FROM (${text}\n) AS q LIMIT 18446744073709551615`;
}

async function hasMisfits(
  client: Connection,
  rows: SqlText,
  cells: readonly TypedCell[],
): Promise<boolean> {
  const misfits = cells.flatMap(({ misfit }) => (misfit === undefined ? [] : sql`(${misfit})`));
  if (misfits.length === 0) return false;
  const any = joined(misfits, ' OR ');
  const found = await answerOf(client, sql`SELECT 1 FROM (${rows}\n) AS q WHERE ${any} LIMIT 1`);
  return found.rows.length > 0;
}
