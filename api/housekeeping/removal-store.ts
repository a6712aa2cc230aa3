import { TRANSACTION, type Database } from '../../prisma/client.ts';
import type { Prisma } from '../../prisma/generated/client.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import { enqueueDeletions } from './object-deletion-store.ts';

/** Removes what belongs to deleted flows, a bounded batch in each transaction. */
export interface RemovalStore {
  /** Flows that were deleted and still have rows, in the order of their ids. @param after the last id of the page before, '' for the first */
  deletedFlows(after: string, limit: number): Promise<string[]>;
  /** Removes runs of a flow that have ended, and has their files deleted. @returns how many */
  removeRuns(flowId: string, limit: number): Promise<number>;
  /** @returns how many keys were removed */
  removeKeys(flowId: string, limit: number): Promise<number>;
  /** Removes a deleted flow without runs; nothing happens while it has any. */
  removeFlow(flowId: string): Promise<void>;
}

export function createRemovalStore(database: Database): RemovalStore {
  return {
    async deletedFlows(after, limit) {
      const rows = await database.flow.findMany({
        where: { deletedAt: { not: null }, id: { gt: after } },
        orderBy: { id: 'asc' },
        take: limit,
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },
    // Each order is that of an index of the flow: else the planner may read other flows' rows, too.
    removeRuns: (flowId, limit) =>
      database.$transaction(async (transaction) => {
        const rows = await transaction.$queryRaw<{ id: string }[]>`
          SELECT id FROM runs WHERE flow_id = ${flowId} AND status NOT IN ('pending', 'running')
          ORDER BY status, created_at DESC LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
        await removeRuns(
          transaction,
          rows.map(({ id }) => id),
        );
        return rows.length;
      }, TRANSACTION),
    removeKeys: (flowId, limit) => database.$executeRaw`
      DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM idempotency_keys WHERE flow_id = ${flowId} ORDER BY key LIMIT ${limit}))`,
    async removeFlow(flowId) {
      await database.$executeRaw`
        DELETE FROM flows WHERE id = ${flowId} AND deleted_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM runs WHERE flow_id = flows.id)`;
    },
  };
}

/** Removes runs with everything that belongs to them, and has their files deleted in the background. */
export async function removeRuns(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await enqueueDeletions(transaction, ids.map(objectKeys.runPrefix));
  await transaction.$executeRaw`DELETE FROM runs WHERE id = ANY(${[...ids]}::text[])`;
}
