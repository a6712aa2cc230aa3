import type { Connection } from 'tedious';
import type { ColumnSchema } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import type { PendingWrite } from '../../pending-write.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import {
  NO_UNIQUE_KEY,
  sameKeys,
  stagingName,
  tableExists,
} from '../../sql/transactional-write.ts';
import { WAIT_LIMITS } from '../../sql/wait-limits.ts';
import { claimForOutput } from '../../sql/written-tables.ts';
import { ask, execute, openClient } from './mssql-client.ts';
import { loadRows, stagedName } from './mssql-load.ts';
import { quotedName, quotedTable } from './mssql-names.ts';
import { factsOf, hasUniqueKey, lockTable, type TableFacts } from './mssql-target.ts';

/**
 * Writes rows in a transaction, which the caller commits or rolls back; DDL is part of it. The rows are loaded
 * into a temporary table first. No other write of the service changes the table meanwhile.
 */
export async function writeMssql(target: ConnectionTarget, write: SqlWrite): Promise<PendingWrite> {
  const giveUp = claimForOutput(target.connection, write, quotedTable(write));
  try {
    return await writeClaimed(target, write, giveUp);
  } catch (error) {
    giveUp();
    throw error;
  }
}

async function writeClaimed(
  target: ConnectionTarget,
  write: SqlWrite,
  giveUp: () => void,
): Promise<PendingWrite> {
  const client = await openClient(target);
  try {
    const settings = `SET XACT_ABORT ON; SET LOCK_TIMEOUT ${WAIT_LIMITS.lock}`;
    await execute(client, `${settings}; BEGIN TRANSACTION`);
    await lockTable(client, write);
    await writeRows(client, write);
  } catch (error) {
    // The server rolls back and releases the lock when the connection closes.
    client.close();
    throw error;
  }
  const finish = async (statement: string): Promise<void> => {
    try {
      await execute(client, statement, 'commit');
    } finally {
      giveUp();
      client.close();
    }
  };
  return {
    commit: () => finish('COMMIT TRANSACTION'),
    rollback: () => finish('IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION'),
  };
}

async function writeRows(client: Connection, write: SqlWrite): Promise<void> {
  const facts = await factsOf(client, write);
  if (write.mode === 'fail' && facts !== null) throw tableExists(write);
  if (write.mode === 'replace') checkReplaceable(write, facts);
  if (write.mode === 'upsert' && facts !== null && !(await hasUniqueKey(client, write))) {
    throw new UserError(NO_UNIQUE_KEY);
  }
  const staging = `#${stagingName()}`;
  await execute(client, createStaging(staging, write, facts));
  await loadRows(client, staging, write);
  if (write.mode === 'replace') {
    await replaceTable(client, write, staging);
    return;
  }
  if (facts === null) await execute(client, createTable(quotedTable(write), write));
  if (write.mode === 'upsert') await upsertRows(client, write, staging);
  else await execute(client, insertAll(quotedTable(write), write, staging), 'rows');
}

function checkReplaceable(write: SqlWrite, facts: TableFacts | null): void {
  const table = quotedTable(write);
  if (facts?.isView === true) throw new UserError(`${table} is a view. Choose another table.`);
  if (facts?.isReferenced === true) {
    throw new UserError(
      `Foreign keys of other tables refer to ${table}, so it cannot be replaced. Append to it, or upsert.`,
    );
  }
}

/** Fills a new table and gives it the name last, so that readers wait for that only. */
async function replaceTable(client: Connection, write: SqlWrite, staging: string): Promise<void> {
  const table = quotedTable(write);
  const fresh = quotedTable({ ...write, table: stagingName() });
  await execute(client, createTable(fresh, write));
  await execute(client, insertAll(fresh, write, staging), 'rows');
  await execute(client, `DROP TABLE IF EXISTS ${table}`);
  await ask(client, 'EXEC sp_rename @p0, @p1', [fresh, write.table], 'change');
}

async function upsertRows(client: Connection, write: SqlWrite, staging: string): Promise<void> {
  const table = quotedTable(write);
  const placeOf = (key: string): string =>
    stagedName(write.columns.findIndex(({ name }) => name === key));
  const keys = write.keys.map((key) => `s.${placeOf(key)}`);
  const repeated = `SELECT TOP 1 1 FROM ${staging} AS s WHERE ${keys.map((key) => `${key} IS NOT NULL`).join(' AND ')}
    GROUP BY ${keys.join(', ')} HAVING count(*) > 1`;
  if ((await ask(client, repeated, [], 'rows')).length > 0) throw sameKeys(write);
  const isSame = write.keys.map((key) => `t.${quotedName(key)} = s.${placeOf(key)}`).join(' AND ');
  const others = write.columns
    .filter(({ name }) => !write.keys.includes(name))
    .map(({ name }) => `t.${quotedName(name)} = s.${placeOf(name)}`);
  if (others.length > 0) {
    await execute(
      client,
      `UPDATE t SET ${others.join(', ')} FROM ${table} AS t JOIN ${staging} AS s ON ${isSame}`,
      'rows',
    );
  }
  await execute(
    client,
    `${insertAll(table, write, staging)} WHERE NOT EXISTS (SELECT 1 FROM ${table} AS t WHERE ${isSame})`,
    'rows',
  );
}

function insertAll(table: string, { columns }: SqlWrite, staging: string): string {
  const names = columns.map(({ name }) => quotedName(name)).join(', ');
  const cells = columns.map((_, place) => `s.${stagedName(place)}`).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${cells} FROM ${staging} AS s`;
}

/** Texts are equal as for the service: letter case and accents differ. */
const EXACT_COLLATION = 'Latin1_General_BIN2';
/** A key of text has a length, since an index has one. Longer texts are refused. */
const KEY_TYPE = 'NVARCHAR(255)';

function createTable(table: string, { columns, keys, mode }: SqlWrite): string {
  const own = mode === 'upsert' ? keys : [];
  const fields = columns.map((column) => {
    const isKey = own.includes(column.name);
    const type = typeOf(column, EXACT_COLLATION, isKey);
    return `${quotedName(column.name)} ${type} ${isKey ? 'NOT NULL' : 'NULL'}`;
  });
  const primary = own.length === 0 ? [] : [`PRIMARY KEY (${own.map(quotedName).join(', ')})`];
  return `CREATE TABLE ${table} (${[...fields, ...primary].join(', ')})`;
}

/** Texts have the collations of the table, so that both can be compared. */
function createStaging(staging: string, write: SqlWrite, facts: TableFacts | null): string {
  const fields = write.columns.map((column, place) => {
    const collation = facts?.collations.get(column.name.toLowerCase()) ?? EXACT_COLLATION;
    const isKnown = /^\w+$/.test(collation) ? collation : EXACT_COLLATION;
    return `${stagedName(place)} ${typeOf(column, isKnown, false)} NULL`;
  });
  return `CREATE TABLE ${staging} (${fields.join(', ')})`;
}

function typeOf({ type }: ColumnSchema, collation: string, isKey: boolean): string {
  const own = COLUMN_TYPE_TABLE[type].sql.mssql;
  if (type !== 'string' && type !== 'null') return own;
  return `${isKey ? KEY_TYPE : own} COLLATE ${collation}`;
}
