import type { Database } from '../../../prisma/client.ts';

/** Flows that are marked as deleted, until their rows are removed in the background. */
export interface DeletedFlowStore {
  /** The next ids in ascending order. @param after the last id of the previous page, '' for the first page */
  list(after: string, limit: number): Promise<string[]>;
  /** Removes a flow that has no runs; does nothing while it has any. */
  remove(flowId: string): Promise<void>;
}

export function createDeletedFlowStore(database: Database): DeletedFlowStore {
  return {
    async list(after, limit) {
      const rows = await database.flow.findMany({
        where: { deletedAt: { not: null }, id: { gt: after } },
        orderBy: { id: 'asc' },
        take: limit,
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },
    async remove(flowId) {
      // Prisma's client would read the flow ids of all runs.
      await database.$executeRaw`
        DELETE FROM flows WHERE id = ${flowId} AND deleted_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM runs WHERE flow_id = flows.id)`;
    },
  };
}
