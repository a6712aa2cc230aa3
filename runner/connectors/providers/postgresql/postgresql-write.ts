import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { COLUMN_TYPE_TABLE } from '../../../domain/types/column-types.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { quotedTable } from '../../sql/identifier.ts';
import type { PendingWrite } from '../../pending-write.ts';
import { JobTransactions, type OpenTransaction } from '../../sql/job-transactions.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { namesOf } from '../../sql/table-statements.ts';
import type { WriteTransaction } from '../../sql/transactional-write.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../sql/wait-limits.ts';
import { ask, closeClient, openClient, waitsOf } from './postgresql-client.ts';

/** Each part of the file is a message to the server. With 64 KiB, the default, a million rows take a fifth longer. */
const PART_BYTES = 1 << 20;

const TRANSACTIONS = postgresqlTransactions();

/** Writes rows in the transaction of the job, which all of its outputs to the connection share. */
export async function writePostgresql(
  target: ConnectionTarget,
  write: SqlWrite,
): Promise<PendingWrite> {
  return await TRANSACTIONS.write(target, write);
}

/** The transactions of jobs whose waits have these limits. */
export function postgresqlTransactions(limits = WAIT_LIMITS): JobTransactions {
  return new JobTransactions((target) => begin(target, limits));
}

async function begin(target: ConnectionTarget, limits: WaitLimits): Promise<OpenTransaction> {
  const client = await openClient(target, limits);
  try {
    await ask(client, 'BEGIN');
    // All who would use the table wait behind a session that waits to replace it.
    await ask(client, `SET LOCAL lock_timeout = ${limits.lock}`);
  } catch (error) {
    await closeClient(client, limits);
    throw error;
  }
  return {
    transaction: transactionOf(client),
    end: async (statement) => {
      try {
        const wait = statement === 'COMMIT' ? 'commit' : 'answer';
        await waitsOf(client).for(wait, client.query(statement));
      } finally {
        // The server rolls back when the connection closes.
        await closeClient(client, limits);
      }
    },
  };
}

function transactionOf(client: Client): WriteTransaction {
  const waits = waitsOf(client);
  return {
    define: (sql) => waits.for('change', client.query(sql)),
    change: (sql) => waits.for('rows', client.query(sql)),
    returnsRow: async (sql) => (await waits.for('rows', client.query(sql))).rows.length > 0,
    exists: async (table) => {
      const sql = 'SELECT 1 WHERE to_regclass($1) IS NOT NULL';
      return (await ask(client, sql, [quotedTable(table)])).length > 0;
    },
    load: async (table, write) => {
      const copy = `COPY ${table} (${namesOf(write)}) FROM STDIN WITH (FORMAT csv)`;
      const rows = createReadStream(write.file, { highWaterMark: PART_BYTES });
      await waits.for('rows', pipeline(rows, client.query(copyFrom(copy))));
    },
    typeOf: (type) => COLUMN_TYPE_TABLE[type].sql.postgresql,
    keyConstraint: 'PRIMARY KEY',
  };
}
