import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import { enqueueDeletions } from '../stored-objects/object-deletion-store.ts';

/** Removes runs of a flow, a bounded batch in each transaction. */
export interface RunRemovalStore {
  /** Removes runs that have ended, and has their files deleted. @returns how many */
  removeRuns(flowId: string, limit: number): Promise<number>;
  /** Removes the idempotency keys that were used for the flow. @returns how many */
  removeKeys(flowId: string, limit: number): Promise<number>;
}

export function createRunRemovalStore(database: Database): RunRemovalStore {
  return {
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
