import { z } from 'zod';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import { removeRuns } from './run-removal-store.ts';

/** The position of a pass over runs. */
export interface RunCursor {
  /** As PostgreSQL formats it: a Date has no microseconds. */
  readonly createdAt: string;
  readonly id: string;
}

export interface RemovedBatch {
  readonly removed: number;
  /** The last run of the batch; null: no runs follow. */
  readonly last: RunCursor | null;
}

/** A pass over runs in a fixed order, one bounded batch in each transaction. */
export interface RunBatches {
  /**
   * Removes the removable runs of the next batch.
   * @param after null: from the first run
   * @returns null while another replica removes runs
   */
  remove(after: RunCursor | null, limit: number): Promise<RemovedBatch | null>;
  /** The last run of the next batch, to skip the batch; null: no runs follow. */
  end(after: RunCursor | null, limit: number): Promise<RunCursor | null>;
}

/**
 * Passes over runs for retention. Never removable: unfinished runs, the newest success of each flow and of each
 * schedule, runs with outbox entries, and the runs that schedules show as their last.
 */
export interface RetentionStore {
  /** Runs that finished before a time, the oldest first. */
  older(before: Date): RunBatches;
  /** Ids of flows with more than `keep` runs, in order. @param after '' for the first page */
  flowsBeyond(keep: number, after: string, limit: number): Promise<string[]>;
  /** Runs of a flow beyond the newest `keep`, the newest first. */
  beyond(flowId: string, keep: number): RunBatches;
}

type Transaction = Prisma.TransactionClient;

const cursor = z.object({ id: z.string(), createdAt: z.string() });
const candidate = cursor.extend({ isRemovable: z.boolean() });

/** An advisory lock: concurrent removals would only wait for each other's rows. */
const RETENTION_LOCK = 'millrace: retention of runs';

const IS_REMOVABLE = Prisma.sql`
  run.status NOT IN ('pending', 'running')
  AND run.id IS DISTINCT FROM (
    SELECT success.id FROM runs AS success
    WHERE success.flow_id = run.flow_id AND success.status = 'success'
    ORDER BY success.created_at DESC LIMIT 1)
  AND NOT (
    EXISTS (SELECT FROM schedules WHERE schedules.id = run.schedule_id)
    AND run.id IS NOT DISTINCT FROM (
      SELECT success.id FROM runs AS success
      WHERE success.schedule_id = run.schedule_id AND success.status = 'success'
      ORDER BY success.created_at DESC LIMIT 1))
  AND NOT EXISTS (SELECT FROM schedules
                  WHERE schedules.flow_id = run.flow_id AND run.id IN (last_run_id, fire_run_id))
  AND NOT EXISTS (SELECT FROM run_outbox WHERE run_outbox.run_id = run.id)`;

/** How a pass reads its runs. */
interface Order {
  /** The next rows of `runs` after the cursor. */
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
      // Raw: whether a flow has a run at an offset.
      const sql = Prisma.sql`
        SELECT id FROM flows
        WHERE deleted_at IS NULL AND id > ${after}
          AND EXISTS (SELECT FROM runs WHERE runs.flow_id = flows.id OFFSET ${keep} LIMIT 1)
        ORDER BY id LIMIT ${limit}`;
      const rows = await queryRows(database, z.object({ id: z.string() }), sql);
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
        if (!(await tryLock(transaction))) return null;
        // Raw: row values and times in microseconds.
        const sql = Prisma.sql`
          SELECT run.id, run.created_at::text AS "createdAt", ${order.isRemovable} AS "isRemovable"
          FROM (${order.batch(after, limit)}) AS run
          ORDER BY ${order.by}`;
        const page = await queryRows(transaction, candidate, sql);
        const last = page.length < limit ? null : (page.at(-1) ?? null);
        return { removed: await removeCandidates(transaction, page), last };
      }, TRANSACTION),
    async end(after, limit) {
      // Raw: row values and times in microseconds.
      const sql = Prisma.sql`
        SELECT run.id, run.created_at::text AS "createdAt"
        FROM (${order.batch(after, limit)}) AS run
        ORDER BY ${order.by}`;
      const rows = await queryRows(database, cursor, sql);
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
  // After a cursor every run is beyond the newest ones.
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

/** @returns false when another replica holds the lock */
async function tryLock(transaction: Transaction): Promise<boolean> {
  // Raw: an advisory lock.
  const sql = Prisma.sql`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${RETENTION_LOCK}, 0)) AS "isLocked"`;
  const [lock] = await queryRows(transaction, z.object({ isLocked: z.boolean() }), sql);
  return lock?.isLocked ?? false;
}

async function removeCandidates(
  transaction: Transaction,
  page: readonly z.output<typeof candidate>[],
): Promise<number> {
  const ids = page.filter(({ isRemovable }) => isRemovable).map(({ id }) => id);
  if (ids.length === 0) return 0;
  // A repeated key of a removed run is answered from here. Raw: an update by the columns of another table.
  await transaction.$executeRaw`
    UPDATE idempotency_keys AS key SET run_status = run.status, run_finished_at = run.finished_at
    FROM runs AS run WHERE key.run_id = ANY(${ids}::text[]) AND run.id = key.run_id`;
  await removeRuns(transaction, ids);
  return ids.length;
}
