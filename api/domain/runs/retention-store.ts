import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { removeRuns } from './run-removal-store.ts';

/** Where a pass over the runs is, the oldest first. */
export interface RunCursor {
  /** As PostgreSQL writes it: a Date has no microseconds. */
  readonly createdAt: string;
  readonly id: string;
}

export interface RemovedBatch {
  readonly removed: number;
  /** The last run that was examined; null: there are no more. */
  readonly last: RunCursor | null;
}

/** Runs that may be removed, in an order of their own, a bounded batch in each transaction. */
export interface RunBatches {
  /**
   * Removes what is not kept of the next batch.
   * @param after null: from the first run
   * @returns null when another replica is at it
   */
  remove(after: RunCursor | null, limit: number): Promise<RemovedBatch | null>;
  /** The last run of the next batch, so that the batch can be skipped. @returns null when no runs follow */
  end(after: RunCursor | null, limit: number): Promise<RunCursor | null>;
}

/**
 * Finds runs that are not kept. Kept in any case: runs under way, the newest success of each flow, and
 * the runs that schedules show as their last.
 */
export interface RetentionStore {
  /** Runs that ended before a time, the oldest first. */
  older(before: Date): RunBatches;
  /** Flows with more runs than that, in the order of their ids. @param after '' for the first page */
  flowsBeyond(keep: number, after: string, limit: number): Promise<string[]>;
  /** Runs of a flow beyond the newest ones, the newest first. */
  beyond(flowId: string, keep: number): RunBatches;
}

type Transaction = Prisma.TransactionClient;

interface Candidate {
  readonly id: string;
  readonly createdAt: string;
  readonly isRemovable: boolean;
}

const ONE_REPLICA = 'millrace: retention of runs';

const IS_REMOVABLE = Prisma.sql`
  run.status NOT IN ('pending', 'running')
  AND run.id IS DISTINCT FROM (
    SELECT success.id FROM runs AS success
    WHERE success.flow_id = run.flow_id AND success.status = 'success'
    ORDER BY success.created_at DESC LIMIT 1)
  AND NOT EXISTS (SELECT FROM schedules
                  WHERE schedules.flow_id = run.flow_id AND run.id IN (last_run_id, fire_run_id))
  AND NOT EXISTS (SELECT FROM run_outbox WHERE run_outbox.run_id = run.id)`;

/** How the runs of a pass are read. */
interface Order {
  /** So many rows of runs behind the cursor, in this order. */
  readonly batch: (after: RunCursor | null, limit: number) => Prisma.Sql;
  readonly by: Prisma.Sql;
  readonly isRemovable: Prisma.Sql;
}

export function createRetentionStore(database: Database): RetentionStore {
  return {
    older: (before) =>
      batchesOf(database, {
        batch: (after, limit) => olderBatch(before, after, limit),
        by: Prisma.sql`run.created_at, run.id`,
        isRemovable: Prisma.sql`run.finished_at < ${before} AND ${IS_REMOVABLE}`,
      }),
    async flowsBeyond(keep, after, limit) {
      const rows = await database.$queryRaw<{ id: string }[]>`
        SELECT id FROM flows
        WHERE deleted_at IS NULL AND id > ${after}
          AND EXISTS (SELECT FROM runs WHERE runs.flow_id = flows.id OFFSET ${keep} LIMIT 1)
        ORDER BY id LIMIT ${limit}`;
      return rows.map(({ id }) => id);
    },
    beyond: (flowId, keep) =>
      batchesOf(database, {
        batch: (after, limit) => beyondBatch({ flowId, keep }, after, limit),
        by: Prisma.sql`run.created_at DESC, run.id DESC`,
        isRemovable: IS_REMOVABLE,
      }),
  };
}

function batchesOf(database: Database, order: Order): RunBatches {
  return {
    remove: (after, limit) =>
      database.$transaction(async (transaction) => {
        if (!(await isAlone(transaction))) return null;
        const page = await transaction.$queryRaw<Candidate[]>`
          SELECT run.id, run.created_at::text AS "createdAt", ${order.isRemovable} AS "isRemovable"
          FROM (${order.batch(after, limit)}) AS run
          ORDER BY ${order.by}`;
        const last = page.length < limit ? null : (page.at(-1) ?? null);
        return { removed: await removeCandidates(transaction, page), last };
      }, TRANSACTION),
    async end(after, limit) {
      const rows = await database.$queryRaw<RunCursor[]>`
        SELECT run.id, run.created_at::text AS "createdAt"
        FROM (${order.batch(after, limit)}) AS run
        ORDER BY ${order.by}`;
      return rows.at(-1) ?? null;
    },
  };
}

function olderBatch(before: Date, after: RunCursor | null, limit: number): Prisma.Sql {
  const from = after ?? { createdAt: '-infinity', id: '' };
  return Prisma.sql`
    SELECT * FROM runs
    WHERE created_at < ${before} AND created_at >= ${from.createdAt}::timestamptz
      AND (created_at, id) > (${from.createdAt}::timestamptz, ${from.id})
    ORDER BY created_at, id LIMIT ${limit}`;
}

function beyondBatch(
  { flowId, keep }: { readonly flowId: string; readonly keep: number },
  after: RunCursor | null,
  limit: number,
): Prisma.Sql {
  // Behind a cursor all runs are beyond the newest ones.
  const [from, offset] =
    after === null
      ? [Prisma.empty, keep]
      : [
          Prisma.sql`
            AND created_at <= ${after.createdAt}::timestamptz
            AND (created_at, id) < (${after.createdAt}::timestamptz, ${after.id})`,
          0,
        ];
  return Prisma.sql`
    SELECT * FROM runs WHERE flow_id = ${flowId} ${from}
    ORDER BY created_at DESC, id DESC OFFSET ${offset} LIMIT ${limit}`;
}

/** One replica at a time removes runs: two would only wait for each other's rows. */
async function isAlone(transaction: Transaction): Promise<boolean> {
  const [lock] = await transaction.$queryRaw<{ isMine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${ONE_REPLICA}, 0)) AS "isMine"`;
  return lock?.isMine ?? false;
}

async function removeCandidates(
  transaction: Transaction,
  page: readonly Candidate[],
): Promise<number> {
  const ids = page.filter(({ isRemovable }) => isRemovable).map(({ id }) => id);
  if (ids.length === 0) return 0;
  // Whoever repeats the key of a removed run is answered from here.
  await transaction.$executeRaw`
    UPDATE idempotency_keys AS taken SET run_status = run.status, run_finished_at = run.finished_at
    FROM runs AS run WHERE taken.run_id = ANY(${ids}::text[]) AND run.id = taken.run_id`;
  await removeRuns(transaction, ids);
  return ids.length;
}
