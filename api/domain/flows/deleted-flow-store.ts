import type { Database } from '../../../prisma/client.ts';

/** Flows that were deleted: no answer shows them, and what is theirs is removed in the background. */
export interface DeletedFlowStore {
  /** Those that still have rows, in the order of their ids. @param after the last id of the page before, '' for the first */
  list(after: string, limit: number): Promise<string[]>;
  /** Removes one without runs; nothing happens while it has any. */
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
      await database.$executeRaw`
        DELETE FROM flows WHERE id = ${flowId} AND deleted_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM runs WHERE flow_id = flows.id)`;
    },
  };
}
