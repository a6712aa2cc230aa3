import type { Connection } from '../../domain/connection.ts';
import type { PendingWrite } from '../pending-write.ts';
import type { ConnectionTarget } from '../connection-target.ts';
import type { SqlWrite } from './sql-driver.ts';
import { writeInTransaction, type WriteTransaction } from './transactional-write.ts';

/** A transaction that was begun, on a database that is open for it. */
export interface OpenTransaction {
  readonly transaction: WriteTransaction;
  /** Ends the transaction and closes the database. */
  end(statement: 'COMMIT' | 'ROLLBACK'): Promise<void> | void;
}

interface JobTransaction extends OpenTransaction {
  /** The writes that are not committed yet. */
  pending: number;
}

/**
 * The transactions of jobs: all outputs of a flow to a connection write in one transaction, which ends with the last
 * commit or the first rollback. They become visible together, and those to the same table do not wait for each other.
 */
export class JobTransactions {
  readonly #begin: (target: ConnectionTarget) => Promise<OpenTransaction>;
  /** By the connection of a job, which no other job has. */
  readonly #open = new WeakMap<Connection, JobTransaction>();

  constructor(begin: (target: ConnectionTarget) => Promise<OpenTransaction>) {
    this.#begin = begin;
  }

  /** Writes rows in the transaction of the job. Errors are those of the database. */
  async write(target: ConnectionTarget, write: SqlWrite): Promise<PendingWrite> {
    const { connection } = target;
    const job = this.#open.get(connection) ?? {
      ...(await this.#begin(target)),
      pending: 0,
    };
    this.#open.set(connection, job);
    const end = async (statement: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
      if (this.#open.get(connection) !== job) return;
      this.#open.delete(connection);
      await job.end(statement);
    };
    try {
      await writeInTransaction(job.transaction, write);
    } catch (error) {
      // The first error says why. A database also rolls back by itself when the connection closes.
      await end('ROLLBACK').catch(() => undefined);
      throw error;
    }
    job.pending += 1;
    return {
      transaction: job,
      commit: async () => {
        job.pending -= 1;
        if (job.pending === 0) await end('COMMIT');
      },
      rollback: () => end('ROLLBACK'),
    };
  }
}
