import type { Connection } from 'mysql2';
import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { PendingWrite } from '../../pending-write.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { NO_UNIQUE_KEY, tableExists } from '../../sql/transactional-write.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../sql/wait-limits.ts';
import { claimForOutput } from '../../sql/written-tables.ts';
import { closeClient, execute, openClient } from './mysql-client.ts';
import { quotedTable } from './mysql-literals.ts';
import { loadRows } from './mysql-load.ts';
import { createStaged, stagedTable } from './mysql-staged.ts';
import { claimTable } from './mysql-table-lock.ts';
import { factsOf, hasUniqueKey, type TableFacts } from './mysql-target.ts';
import { upsertRows } from './mysql-upsert.ts';

/** What makes the rows visible, and what leaves the table as it was. */
interface Finish {
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
}

/**
 * Writes rows that become visible by the commit. MySQL commits each DDL statement, so a new table is filled under
 * a name of its own and gets its name at the commit by one RENAME; rows of an existing table are changed in a
 * transaction. No other write of the service changes the table meanwhile.
 */
export async function writeMysql(
  target: ConnectionTarget,
  write: SqlWrite,
  limits = WAIT_LIMITS,
): Promise<PendingWrite> {
  const giveUp = claimForOutput(target.connection, write, quotedTable(write));
  try {
    return await writeClaimed(target, write, { limits, giveUp });
  } catch (error) {
    giveUp();
    throw error;
  }
}

interface Claimed {
  readonly limits: WaitLimits;
  /** Called when the write has ended. */
  readonly giveUp: () => void;
}

async function writeClaimed(
  target: ConnectionTarget,
  write: SqlWrite,
  { limits, giveUp }: Claimed,
): Promise<PendingWrite> {
  const client = await openClient(target, limits);
  try {
    const prefix = await claimTable(client, write);
    const finish = await staged(client, write, prefix);
    const closing = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } finally {
        giveUp();
        await closeClient(client, limits);
      }
    };
    return { commit: () => closing(finish.commit), rollback: () => closing(finish.rollback) };
  } catch (error) {
    // The server rolls back and releases the lock when the connection closes.
    await closeClient(client, limits);
    throw error;
  }
}

async function staged(client: Connection, write: SqlWrite, prefix: string): Promise<Finish> {
  const facts = await factsOf(client, write);
  if (write.mode === 'replace') return await replaceTable(client, write, prefix, facts);
  if (facts === null) return await newTable(client, write, prefix);
  if (write.mode === 'fail') throw tableExists(write);
  return await changeRows(client, write, facts);
}

async function replaceTable(
  client: Connection,
  write: SqlWrite,
  prefix: string,
  facts: TableFacts | null,
): Promise<Finish> {
  if (facts === null) return await newTable(client, write, prefix);
  const table = quotedTable(write);
  if (facts.isView) throw new UserError(`${table} is a view. Choose another table.`);
  if (facts.isReferenced) {
    throw new UserError(
      `Foreign keys of other tables refer to ${table}, so it cannot be replaced. Append to it, or upsert.`,
    );
  }
  const old = quotedTable(stagedTable(write, prefix, 'old'));
  const rename = (fresh: string): string => `RENAME TABLE ${table} TO ${old}, ${fresh} TO ${table}`;
  return await filledTable(client, write, prefix, async (fresh) => {
    await execute(client, rename(fresh), 'commit');
    await execute(client, `DROP TABLE IF EXISTS ${old}`, 'commit');
  });
}

/** The rename fails if another program created the table meanwhile. */
async function newTable(client: Connection, write: SqlWrite, prefix: string): Promise<Finish> {
  return await filledTable(client, write, prefix, async (fresh) => {
    await execute(client, `RENAME TABLE ${fresh} TO ${quotedTable(write)}`, 'commit');
  });
}

async function filledTable(
  client: Connection,
  write: SqlWrite,
  prefix: string,
  publish: (fresh: string) => Promise<void>,
): Promise<Finish> {
  const fresh = quotedTable(stagedTable(write, prefix, 'new'));
  const drop = (): Promise<void> => execute(client, `DROP TABLE IF EXISTS ${fresh}`, 'commit');
  try {
    await createStaged(client, fresh, write);
    await loadRows(client, fresh, write);
  } catch (error) {
    // The next write drops the table if the connection is lost; the first error says why.
    await drop().catch(() => undefined);
    throw error;
  }
  const commit = async (): Promise<void> => {
    try {
      await publish(fresh);
    } catch (error) {
      await drop().catch(() => undefined);
      throw error;
    }
  };
  return { commit, rollback: drop };
}

async function changeRows(client: Connection, write: SqlWrite, facts: TableFacts): Promise<Finish> {
  if (!facts.isTransactional) {
    throw new UserError(
      `The engine of the table ${quotedTable(write)} has no transactions, so a failed run would leave some of its rows. Replace the table, or change its engine to InnoDB.`,
    );
  }
  if (write.mode === 'upsert') {
    if (!(await hasUniqueKey(client, write))) throw new UserError(NO_UNIQUE_KEY);
    await upsertRows(client, write);
  } else {
    await execute(client, 'START TRANSACTION');
    await loadRows(client, quotedTable(write), write);
  }
  return {
    commit: () => execute(client, 'COMMIT', 'commit'),
    rollback: () => execute(client, 'ROLLBACK', 'commit'),
  };
}
