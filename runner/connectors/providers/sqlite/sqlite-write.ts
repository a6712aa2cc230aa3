import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ColumnType } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { PendingWrite } from '../../pending-write.ts';
import { JobTransactions, type OpenTransaction } from '../../sql/job-transactions.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { CELL_VALUES, stagedRows } from '../../sql/staged-cells.ts';
import { namesOf } from '../../sql/table-statements.ts';
import type { WriteTransaction } from '../../sql/transactional-write.ts';
import { missingColumn } from './sqlite-errors.ts';
import { openSqlite } from './sqlite-file.ts';

const transactions = new JobTransactions(begin);

/** Writes rows in the transaction of the job. A file has one writer at a time. */
export async function writeSqlite(
  target: ConnectionTarget,
  write: SqlWrite,
): Promise<PendingWrite> {
  if (write.schema !== null && write.schema.toLowerCase() !== 'main') {
    throw new UserError('a file of SQLite has only the schema main');
  }
  try {
    return await transactions.write(target, write);
  } catch (error) {
    throw missingColumn(error, write.table) ?? error;
  }
}

async function begin(target: ConnectionTarget): Promise<OpenTransaction> {
  const database = await openSqlite(target, 'write');
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    transaction: transactionOf(database),
    end: (statement) => {
      try {
        database.exec(statement);
      } finally {
        database.close();
      }
    },
  };
}

function transactionOf(database: DatabaseSync): WriteTransaction {
  const execute = (sql: string): void => {
    database.exec(sql);
  };
  return {
    define: execute,
    change: execute,
    returnsRow: (sql) => database.prepare(sql).get() !== undefined,
    exists: ({ table }) => {
      const found = database.prepare(
        `SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE`,
      );
      return found.get(table) !== undefined;
    },
    load: (table, write) => load(database, table, write),
    typeOf: (type) => COLUMN_TYPE_TABLE[type].sql.sqlite,
    // A primary key of one integer would replace a null by a number.
    keyConstraint: 'UNIQUE',
  };
}

async function load(database: DatabaseSync, table: string, write: SqlWrite): Promise<void> {
  const places = write.columns.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO ${table} (${namesOf(write)}) VALUES (${places})`);
  const types = write.columns.map(({ type }) => type);
  for await (const rows of stagedRows(write.file)) {
    for (const row of rows) {
      insert.run(...types.map((type, place) => valueOf(type, row[place] ?? null)));
    }
  }
}

/** A value as SQLite stores it: booleans are 0 and 1. It has no value for a float that is no number. */
function valueOf(type: ColumnType, cell: string | null): SQLInputValue {
  if (cell === null) return null;
  const value = CELL_VALUES[type](cell);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return value;
}
