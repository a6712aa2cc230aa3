import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ColumnSchema } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import type { ConnectionTarget } from '../../provider.ts';
import { quotedIdentifier, quotedTable } from '../../sql/identifier.ts';
import type { PendingWrite, SqlWrite } from '../../sql/sql-driver.ts';
import { closeClient, openClient } from './postgresql-client.ts';

const LOCK_TIMEOUT_MS = 60_000;

/**
 * Writes rows in a transaction, which the caller commits or rolls back.
 * @param lockTimeout how long it waits for other sessions that use the table, in milliseconds
 */
export async function writePostgresql(
  target: ConnectionTarget,
  write: SqlWrite,
  lockTimeout = LOCK_TIMEOUT_MS,
): Promise<PendingWrite> {
  const client = await openClient(target);
  try {
    await client.query('BEGIN');
    // All who would use the table wait behind a session that waits to replace it.
    await client.query(`SET LOCAL lock_timeout = ${lockTimeout}`);
    await WRITERS[write.mode](client, write);
  } catch (error) {
    // The server rolls back when the connection closes.
    await closeClient(client);
    throw error;
  }
  const finish = async (statement: string): Promise<void> => {
    try {
      await client.query(statement);
    } finally {
      await closeClient(client);
    }
  };
  return { commit: () => finish('COMMIT'), rollback: () => finish('ROLLBACK') };
}

const WRITERS: Readonly<
  Record<SqlWrite['mode'], (client: Client, write: SqlWrite) => Promise<void>>
> = {
  replace: replaceTable,
  append: appendRows,
  fail: createTable,
  upsert: upsertRows,
};

/** Fills a new table and gives it the name last, so that readers wait for that only. */
async function replaceTable(client: Client, write: SqlWrite): Promise<void> {
  const staging = { ...write, table: `millrace_${randomUUID().replaceAll('-', '')}` };
  await create(client, quotedTable(staging), write.columns);
  await copyRows(client, quotedTable(staging), write);
  await client.query(`DROP TABLE IF EXISTS ${quotedTable(write)}`);
  await client.query(
    `ALTER TABLE ${quotedTable(staging)} RENAME TO ${quotedIdentifier(write.table)}`,
  );
}

async function appendRows(client: Client, write: SqlWrite): Promise<void> {
  const table = quotedTable(write);
  if (!(await exists(client, table))) await create(client, table, write.columns);
  await copyRows(client, table, write);
}

async function createTable(client: Client, write: SqlWrite): Promise<void> {
  const table = quotedTable(write);
  if (await exists(client, table)) {
    throw new UserError(
      `The table ${table} exists already. Choose another table, or append to it or replace it.`,
    );
  }
  await create(client, table, write.columns);
  await copyRows(client, table, write);
}

async function upsertRows(client: Client, write: SqlWrite): Promise<void> {
  const table = quotedTable(write);
  if (!(await exists(client, table))) {
    await create(client, table, write.columns, write.keys);
    await copyRows(client, table, write);
    return;
  }
  await client.query(
    `CREATE TEMP TABLE millrace_upsert ON COMMIT DROP AS SELECT ${namesOf(write)} FROM ${table} LIMIT 0`,
  );
  await copyRows(client, 'millrace_upsert', write);
  const keys = new Set(write.keys);
  const updates = write.columns
    .filter(({ name }) => !keys.has(name))
    .map(({ name }) => `${quotedIdentifier(name)} = excluded.${quotedIdentifier(name)}`);
  const action = updates.length === 0 ? 'NOTHING' : `UPDATE SET ${updates.join(', ')}`;
  await client.query(
    `INSERT INTO ${table} (${namesOf(write)}) SELECT ${namesOf(write)} FROM millrace_upsert
     ON CONFLICT (${write.keys.map(quotedIdentifier).join(', ')}) DO ${action}`,
  );
}

function namesOf({ columns }: SqlWrite): string {
  return columns.map(({ name }) => quotedIdentifier(name)).join(', ');
}

async function exists(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS found',
    [table],
  );
  return rows[0]?.found === true;
}

async function create(
  client: Client,
  table: string,
  columns: readonly ColumnSchema[],
  keys: readonly string[] = [],
): Promise<void> {
  const fields = columns.map(
    ({ name, type }) => `${quotedIdentifier(name)} ${COLUMN_TYPE_TABLE[type].sql.postgresql}`,
  );
  const unique =
    keys.length === 0 ? [] : [`PRIMARY KEY (${keys.map(quotedIdentifier).join(', ')})`];
  await client.query(`CREATE TABLE ${table} (${[...fields, ...unique].join(', ')})`);
}

async function copyRows(client: Client, table: string, write: SqlWrite): Promise<void> {
  const copy = client.query(
    copyFrom(`COPY ${table} (${namesOf(write)}) FROM STDIN WITH (FORMAT csv)`),
  );
  await pipeline(createReadStream(write.file), copy);
}
