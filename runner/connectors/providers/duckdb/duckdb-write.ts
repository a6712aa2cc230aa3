import { randomUUID } from 'node:crypto';
import { copyFile, link, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../domain/error-code.ts';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { JobTransactions, type OpenTransaction } from '../../sql/job-transactions.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { namesOf } from '../../sql/table-statements.ts';
import type { WriteTransaction } from '../../sql/transactional-write.ts';
import { openDuckdb, type OpenDuckdb } from './duckdb-file.ts';
import { quotedText } from './quoted-text.ts';

/** The transactions of jobs. */
export const DUCKDB_TRANSACTIONS = new JobTransactions(begin);

async function begin(target: ConnectionTarget): Promise<OpenTransaction> {
  const database = await openDuckdb(target, 'write');
  try {
    await database.connection.run('BEGIN');
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    transaction: transactionOf(database),
    end: async (statement) => {
      try {
        await database.connection.run(statement);
      } finally {
        await database.close();
      }
    },
  };
}

function transactionOf(database: OpenDuckdb): WriteTransaction {
  const { connection } = database;
  const returnsRow = async (sql: string, values: string[] = []): Promise<boolean> =>
    (await connection.runAndReadAll(sql, values)).currentRowCount > 0;
  return {
    define: (sql) => connection.run(sql),
    change: (sql) => connection.run(sql),
    returnsRow: (sql) => returnsRow(sql),
    exists: ({ schema, table }) =>
      returnsRow(
        `SELECT 1 FROM information_schema.tables WHERE table_catalog = current_database()
         AND lower(table_schema) = lower($1) AND lower(table_name) = lower($2)`,
        [schema ?? 'main', table],
      ),
    load: (table, write) => load(database, table, write),
    typeOf: (type) => COLUMN_TYPE_TABLE[type].sql.duckdb,
    keyConstraint: 'PRIMARY KEY',
  };
}

/** So long a line can be; a buffer of this size is allocated. */
const LINE_BYTES = { min: 2 << 20, max: 64 << 20 } as const;

async function load(
  { connection, folder }: OpenDuckdb,
  table: string,
  { file, columns }: SqlWrite,
): Promise<void> {
  // Statements reach only the folder of the open file.
  const reachable = path.join(folder, `${randomUUID()}.csv`);
  await linkOrCopy(file, reachable);
  const { size } = await stat(reachable);
  const bytes = Math.max(LINE_BYTES.min, Math.min(LINE_BYTES.max, size + 1));
  const types = columns.map(
    ({ type }, place) => `'c${place}': '${COLUMN_TYPE_TABLE[type].sql.duckdb}'`,
  );
  const rows = `read_csv(${quotedText(reachable)}, columns = {${types.join(', ')}}, auto_detect = false,
    header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '',
    allow_quoted_nulls = false, max_line_size = ${bytes}, buffer_size = ${bytes})`;
  const names = namesOf({ columns });
  await connection.run(`INSERT INTO ${table} (${names}) SELECT * FROM ${rows}`);
  await rm(reachable);
}

async function linkOrCopy(file: string, target: string): Promise<void> {
  try {
    await link(file, target);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyFile(file, target);
  }
}
