import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import type { ConnectionTarget } from '../../provider.ts';
import { quotedTable } from '../../sql/identifier.ts';
import type { PendingWrite } from '../../pending-write.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { namesOf } from '../../sql/table-statements.ts';
import { writeInTransaction, type WriteTransaction } from '../../sql/transactional-write.ts';
import { closeClient, openClient } from './postgresql-client.ts';

const LOCK_TIMEOUT_MS = 60_000;
/** Each part of the file is a message to the server. With 64 KiB, the default, a million rows take a fifth longer. */
const PART_BYTES = 1 << 20;

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
    await writeInTransaction(transactionOf(client), write);
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

function transactionOf(client: Client): WriteTransaction {
  const returnsRow = async (sql: string, values: readonly string[] = []): Promise<boolean> =>
    (await client.query(sql, [...values])).rows.length > 0;
  return {
    run: (sql) => client.query(sql),
    returnsRow: (sql) => returnsRow(sql),
    exists: (table) =>
      returnsRow('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [quotedTable(table)]),
    load: async (table, write) => {
      const copy = `COPY ${table} (${namesOf(write)}) FROM STDIN WITH (FORMAT csv)`;
      const rows = createReadStream(write.file, { highWaterMark: PART_BYTES });
      await pipeline(rows, client.query(copyFrom(copy)));
    },
    typeOf: (type) => COLUMN_TYPE_TABLE[type].sql.postgresql,
    keyConstraint: 'PRIMARY KEY',
  };
}
