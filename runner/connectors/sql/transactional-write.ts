import { randomUUID } from 'node:crypto';
import { UserError } from '../../domain/errors.ts';
import type { TableName } from '../../domain/sql-source.ts';
import { quotedIdentifier, quotedTable } from './identifier.ts';
import type { SqlWrite } from './sql-driver.ts';
import {
  namesOf,
  onConflict,
  repeatedKeys,
  tableColumns,
  type TableDialect,
} from './table-statements.ts';

/** A transaction of a database in which also the creation of a table can be rolled back. */
export interface WriteTransaction extends TableDialect {
  /** Creates, renames or drops a table. */
  define(sql: string): unknown;
  /** Changes rows. */
  change(sql: string): unknown;
  /** Whether a statement returns a row. */
  returnsRow(sql: string): Promise<boolean> | boolean;
  exists(table: TableName): Promise<boolean> | boolean;
  /** Adds the rows of the file. @param table its quoted name */
  load(table: string, write: SqlWrite): Promise<void>;
}

/** Writes rows as the mode says. Nothing is visible to others before the caller commits. @throws UserError */
export async function writeInTransaction(
  transaction: WriteTransaction,
  write: SqlWrite,
): Promise<void> {
  await WRITERS[write.mode](transaction, write);
}

type Writer = (transaction: WriteTransaction, write: SqlWrite) => Promise<void>;

const WRITERS: Readonly<Record<SqlWrite['mode'], Writer>> = {
  replace: replaceTable,
  append: appendRows,
  fail: createTable,
  upsert: upsertRows,
};

/** The sentence of the mode `fail`. */
export function tableExists(write: SqlWrite): UserError {
  return new UserError(
    `The table ${quotedTable(write)} exists already. Choose another table, or append to it or replace it.`,
  );
}

/** The sentence of an upsert of two rows with the same keys, of which only one could remain. */
export function sameKeys({ keys }: SqlWrite): UserError {
  return new UserError(
    `Two rows have the same values in the key columns ${keys.join(', ')}. Remove one of them first.`,
  );
}

/** Why an upsert cannot know which row has the same keys. */
export const NO_UNIQUE_KEY =
  'an upsert needs a unique index or a primary key on exactly the key columns, so create one in the database, or let "keys" be the columns of one';

/** A name that no table of a user has. */
export function stagingName(): string {
  return `millrace_${randomUUID().replaceAll('-', '')}`;
}

/** Fills a new table and gives it the name last, so that readers wait for that only. */
async function replaceTable(transaction: WriteTransaction, write: SqlWrite): Promise<void> {
  const staging = quotedTable({ ...write, table: stagingName() });
  await create(transaction, staging, write);
  await transaction.load(staging, write);
  await transaction.define(`DROP TABLE IF EXISTS ${quotedTable(write)}`);
  await transaction.define(`ALTER TABLE ${staging} RENAME TO ${quotedIdentifier(write.table)}`);
}

async function appendRows(transaction: WriteTransaction, write: SqlWrite): Promise<void> {
  const table = quotedTable(write);
  if (!(await transaction.exists(write))) await create(transaction, table, write);
  await transaction.load(table, write);
}

async function createTable(transaction: WriteTransaction, write: SqlWrite): Promise<void> {
  const table = quotedTable(write);
  if (await transaction.exists(write)) throw tableExists(write);
  await create(transaction, table, write);
  await transaction.load(table, write);
}

async function upsertRows(transaction: WriteTransaction, write: SqlWrite): Promise<void> {
  const table = quotedTable(write);
  const isNew = !(await transaction.exists(write));
  if (isNew) await create(transaction, table, write, write.keys);
  const staging = stagingName();
  const names = namesOf(write);
  await transaction.define(
    `CREATE TEMPORARY TABLE ${staging} AS SELECT ${names} FROM ${table} LIMIT 0`,
  );
  await transaction.load(staging, write);
  if (await transaction.returnsRow(repeatedKeys(staging, write.keys))) throw sameKeys(write);
  await transaction.change(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${staging} WHERE true ${onConflict(write)}`,
  );
}

async function create(
  transaction: WriteTransaction,
  table: string,
  { columns }: SqlWrite,
  keys: readonly string[] = [],
): Promise<void> {
  await transaction.define(`CREATE TABLE ${table} ${tableColumns({ columns, keys }, transaction)}`);
}
