import type { Connection } from 'snowflake-sdk';
import type { ColumnSchema } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import type { TableName } from '../../../domain/sql-source.ts';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import type { PendingWrite } from '../../pending-write.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { quotedIdentifier, quotedTable } from '../../sql/identifier.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { namesOf, repeatedKeys } from '../../sql/table-statements.ts';
import { sameKeys, stagingName, tableExists } from '../../sql/transactional-write.ts';
import { WAIT_LIMITS } from '../../sql/wait-limits.ts';
import { ask, closeClient, openClient, perform, type Statement } from './snowflake-client.ts';
import { loadRows } from './snowflake-load.ts';

/**
 * Writes rows that become visible by the commit. Snowflake commits each DDL statement, so the rows are loaded into
 * a temporary table, which nobody else sees and which ends with the session, also with that of a killed run. A new
 * table is created from it by one statement at the commit; rows of an existing table are changed by one statement
 * in a transaction, which the commit ends.
 */
export async function writeSnowflake(
  target: ConnectionTarget,
  write: SqlWrite,
  limits = WAIT_LIMITS,
): Promise<PendingWrite> {
  const client = await openClient(target, limits);
  try {
    const { commit, rollback } = await prepare(client, write);
    const finish = async (last: LastStatement | null): Promise<void> => {
      try {
        if (last !== null) await perform(client, last, last.wait);
      } finally {
        await closeClient(client, limits);
      }
    };
    return { commit: () => finish(commit), rollback: () => finish(rollback) };
  } catch (error) {
    await closeClient(client, limits);
    throw error;
  }
}

/** The statements that make the rows visible, and leave the table as it was; null: none is needed. */
interface Finish {
  readonly commit: LastStatement;
  readonly rollback: LastStatement | null;
}

interface LastStatement extends Statement {
  readonly wait: 'answer' | 'commit' | 'rows';
}

async function prepare(client: Connection, write: SqlWrite): Promise<Finish> {
  const kind = await kindOf(client, write);
  if (write.mode === 'fail' && kind !== null) throw tableExists(write);
  if (write.mode === 'replace' && kind !== null && kind !== 'BASE TABLE') {
    throw new UserError(`${quotedTable(write)} is a view. Choose another table.`);
  }
  const staging = quotedTable({ ...write, table: stagingName() });
  await perform(client, { sql: `CREATE TEMPORARY TABLE ${staging} ${fieldsOf(write)}` }, 'change');
  await loadRows(client, staging, write);
  if (write.mode === 'upsert') await checkKeys(client, staging, write);
  if (kind === null || write.mode === 'replace') {
    return { commit: { sql: createTable(write, staging), wait: 'rows' }, rollback: null };
  }
  await changeRows(client, write, staging);
  return {
    commit: { sql: 'COMMIT', wait: 'commit' },
    rollback: { sql: 'ROLLBACK', wait: 'answer' },
  };
}

/** What a name means, in the words of the server; null: nothing. */
async function kindOf(client: Connection, { schema, table }: TableName): Promise<string | null> {
  const sql = `SELECT table_type FROM information_schema.tables
    WHERE table_schema = COALESCE(?, CURRENT_SCHEMA()) AND table_name = ?`;
  const [[kind] = []] = await ask(client, { sql, binds: [schema, table] }, 'change');
  return typeof kind === 'string' ? kind : null;
}

/** The error of a change reaches the caller before any output of the run is committed. */
async function changeRows(client: Connection, write: SqlWrite, staging: string): Promise<void> {
  await perform(client, { sql: 'BEGIN TRANSACTION' }, 'answer');
  try {
    const sql = write.mode === 'upsert' ? merge(write, staging) : insert(write, staging);
    await perform(client, { sql }, 'rows');
  } catch (error) {
    // The first error says why.
    await perform(client, { sql: 'ROLLBACK' }, 'answer').catch(() => undefined);
    throw error;
  }
}

/** Unlike a swap, the statement keeps who may read a table that it replaces. */
function createTable(write: SqlWrite, staging: string): string {
  const isReplaced = write.mode === 'replace';
  const [create, grants] = isReplaced
    ? ['CREATE OR REPLACE TABLE', ' COPY GRANTS']
    : ['CREATE TABLE', ''];
  return `${create} ${quotedTable(write)} ${fieldsOf(write)}${grants} AS SELECT ${namesOf(write)} FROM ${staging}`;
}

function insert(write: SqlWrite, staging: string): string {
  const names = namesOf(write);
  return `INSERT INTO ${quotedTable(write)} (${names}) SELECT ${names} FROM ${staging}`;
}

function merge(write: SqlWrite, staging: string): string {
  const equal = (name: string): string =>
    `t.${quotedIdentifier(name)} = s.${quotedIdentifier(name)}`;
  const others = write.columns.map(({ name }) => name).filter((name) => !write.keys.includes(name));
  const update =
    others.length === 0 ? '' : ` WHEN MATCHED THEN UPDATE SET ${others.map(equal).join(', ')}`;
  const cells = write.columns.map(({ name }) => `s.${quotedIdentifier(name)}`).join(', ');
  return `MERGE INTO ${quotedTable(write)} AS t USING ${staging} AS s ON ${write.keys.map(equal).join(' AND ')}${update} WHEN NOT MATCHED THEN INSERT (${namesOf(write)}) VALUES (${cells})`;
}

async function checkKeys(client: Connection, staging: string, write: SqlWrite): Promise<void> {
  const sql = repeatedKeys(staging, write.keys);
  if ((await ask(client, { sql }, 'rows')).length > 0) throw sameKeys(write);
}

function fieldsOf({ columns }: SqlWrite): string {
  return `(${columns.map(fieldOf).join(', ')})`;
}

function fieldOf({ name, type }: ColumnSchema): string {
  return `${quotedIdentifier(name)} ${COLUMN_TYPE_TABLE[type].sql.snowflake}`;
}
