import { z } from 'zod';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import { enqueueDeletions } from '../stored-objects/object-deletion-store.ts';

/** Removes runs of a flow, one bounded batch in each transaction. */
export interface RunRemovalStore {
  /** Removes finished runs and enqueues the deletion of their files. @returns how many */
  removeRuns(flowId: string, limit: number): Promise<number>;
  /** Removes the idempotency keys of the flow. @returns how many */
  removeKeys(flowId: string, limit: number): Promise<number>;
}

export function createRunRemovalStore(database: Database): RunRemovalStore {
  return {
    // Both follow the order of an index of the flow: otherwise the planner may read rows of other flows.
    removeRuns: (flowId, limit) =>
      database.$transaction(async (transaction) => {
        // Raw: SKIP LOCKED.
        const sql = Prisma.sql`
          SELECT id FROM runs WHERE flow_id = ${flowId} AND status NOT IN ('pending', 'running')
          ORDER BY status, created_at DESC LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
        const rows = await queryRows(transaction, z.object({ id: z.string() }), sql);
        const ids = rows.map(({ id }) => id);
        await removeRuns(transaction, ids);
        return ids.length;
      }, TRANSACTION),
    // Raw: a limit with an order.
    removeKeys: (flowId, limit) => database.$executeRaw`
      DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM idempotency_keys WHERE flow_id = ${flowId} ORDER BY key LIMIT ${limit}))`,
  };
}

/** Removes runs with their dependent rows, and enqueues the deletion of their files. */
export async function removeRuns(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await enqueueDeletions(transaction, ids.map(objectKeys.runPrefix));
  await transaction.run.deleteMany({ where: { id: { in: [...ids] } } });
}
