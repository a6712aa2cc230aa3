import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Client, FieldDef } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { SqlSource } from '../../../domain/sql-source.ts';
import { numberedText, type SqlText } from '../../../domain/sql-text.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { checkResultNames } from '../../sql/result-names.ts';
import { sourceText } from '../../sql/source-text.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { WAIT_LIMITS } from '../../sql/wait-limits.ts';
import type { DecimalPlace } from '../../../formats/rounded-cells.ts';
import { writeRows } from '../../../formats/write-rows.ts';
import { ask, waitsOf, withClient } from './postgresql-client.ts';
import { readingOf, type ResultColumn } from './postgresql-types.ts';

/**
 * Reads rows in one read-only transaction. Without bound values the server writes CSV by COPY; with values,
 * which COPY does not take, a cursor gives the same cells in batches.
 */
export async function readPostgresql(
  target: ConnectionTarget,
  read: SqlRead,
  limits = WAIT_LIMITS,
): Promise<StagedRows> {
  const work = async (client: Client): Promise<StagedRows> => {
    await beginReading(client, limits.lock);
    const statement = await statementOf(client, read.source);
    const columns = await describe(client, statement);
    const { sql, staged } = stagingQuery(statement, columns, read.maxRows);
    const rowCount =
      statement.values.length === 0
        ? await copyToFile(client, sql, read.file)
        : await writeRows(read.file, fetchRows(client, { sql, values: statement.values }));
    const warnings = await warningsOf(client, columns);
    await ask(client, 'ROLLBACK');
    return { columns: staged, rowCount, warnings, decimals: decimalsOf(columns) };
  };
  return await withClient(target, work, limits);
}

/** Begins a transaction that cannot write. @param lockTimeout how long it waits for a locked table, in milliseconds */
export async function beginReading(client: Client, lockTimeout = WAIT_LIMITS.lock): Promise<void> {
  await ask(client, 'BEGIN READ ONLY');
  await ask(client, `SET LOCAL lock_timeout = ${lockTimeout}`);
}

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * COPY takes no values, so values that stand in casts become settings of the transaction.
 */
async function statementOf(client: Client, source: SqlSource): Promise<Statement> {
  const { texts, values } = sourceText(source);
  if (source.kind === 'table' || source.areCast !== true) {
    return { sql: numberedText(texts), values };
  }
  const names = values.map((_, place) => settingName(place));
  await ask(
    client,
    'SELECT set_config(name, value, true) FROM unnest($1::text[], $2::text[]) AS s(name, value)',
    [names, values.map(String)],
  );
  const settings = texts.map((text, place) =>
    place === 0 ? text : `current_setting('${settingName(place - 1)}')${text}`,
  );
  return { sql: settings.join(''), values: [] };
}

function settingName(place: number): string {
  return `millrace.value_${place}`;
}

/** The columns of a statement, which is not executed. */
export async function columnsOf(client: Client, text: SqlText): Promise<ResultColumn[]> {
  return await describe(client, { sql: numberedText(text.texts), values: text.values });
}

/**
 * The columns of the result. A cursor accepts one statement that returns rows, and executes nothing before
 * its first row is fetched.
 */
async function describe(client: Client, { sql, values }: Statement): Promise<ResultColumn[]> {
  await declare(client, 'described', { sql, values });
  const waits = waitsOf(client);
  const { fields } = await waits.for('answer', client.query('FETCH 0 FROM described'));
  await ask(client, 'CLOSE described');
  checkResultNames(fields.map(({ name }) => name));
  return fields.map(toResultColumn);
}

async function declare(client: Client, name: string, { sql, values }: Statement): Promise<void> {
  const text = `DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`;
  // The extended protocol takes one statement only.
  const options = { text, values: [...values], queryMode: 'extended' } as { text: string };
  await waitsOf(client).for('change', client.query(options));
}

function toResultColumn({ name, dataTypeID, dataTypeModifier }: FieldDef): ResultColumn {
  return { name, typeId: dataTypeID, modifier: dataTypeModifier };
}

/** The second cell of a table of one column. */
const SECOND_CELL = '0';

/** The query of the cells of the staged file. */
function stagingQuery(
  { sql }: Statement,
  columns: readonly ResultColumn[],
  maxRows: number | null,
): { readonly sql: string; readonly staged: StagedRows['columns'] } {
  const places = columns.map((_, place) => `c${place}`);
  const readings = columns.map(readingOf);
  const own = readings.map(({ cell }, place) => cell(`q.c${place}`));
  const cells = [...own, ...(own.length === 1 ? [SECOND_CELL] : [])];
  const limit = maxRows === null ? '' : ` LIMIT ${maxRows}`;
  return {
    // A comment may end the statement, so the parenthesis is on a line of its own.
    sql: `SELECT ${cells.join(', ')} FROM (${sql}\n) AS q(${places.join(', ')})${limit}`,
    staged: columns.map(({ name }, place) => ({ name, type: readings[place]?.type ?? 'string' })),
  };
}

async function copyToFile(client: Client, sql: string, file: string): Promise<number> {
  const source = client.query(copyTo(`COPY (${sql}) TO STDOUT WITH (FORMAT csv)`));
  await waitsOf(client).for('rows', pipeline(source, createWriteStream(file)));
  return source.rowCount;
}

function decimalsOf(columns: readonly ResultColumn[]): readonly DecimalPlace[] {
  return columns.flatMap((column, place) => {
    const { decimal } = readingOf(column);
    return decimal === undefined ? [] : [{ place, ...decimal }];
  });
}

const BATCH_ROWS = 2_000;

async function* fetchRows(
  client: Client,
  statement: Statement,
): AsyncGenerator<readonly (string | null)[]> {
  await declare(client, 'fetched', statement);
  for (;;) {
    const answer = client.query<(string | null)[]>({
      text: `FETCH ${BATCH_ROWS} FROM fetched`,
      rowMode: 'array',
      // The cells are the texts of the server.
      types: { getTypeParser: () => (text: string) => text },
    });
    const { rows } = await waitsOf(client).for('rows', answer);
    yield* rows;
    if (rows.length < BATCH_ROWS) return;
  }
}

/** Names the columns with types that were read as their text. */
export async function warningsOf(
  client: Client,
  columns: readonly ResultColumn[],
): Promise<readonly string[]> {
  const unknown = columns.filter((column) => readingOf(column).isUnknown === true);
  if (unknown.length === 0) return [];
  const types = await typeNamesOf(
    client,
    unknown.map(({ typeId }) => typeId),
  );
  return unknown.map(
    ({ name }, place) =>
      `Column "${name}" has the type ${types[place] ?? 'unknown'}, which is read as text.`,
  );
}

/** The names of types by their object ids, in SQL. */
export async function typeNamesOf(
  client: Client,
  typeIds: readonly number[],
): Promise<readonly string[]> {
  const rows = await ask<{ type: string }>(
    client,
    'SELECT format_type(id, NULL) AS type FROM unnest($1::oid[]) WITH ORDINALITY AS t(id, place) ORDER BY place',
    [typeIds],
  );
  return rows.map(({ type }) => type);
}
