import type { Database } from '../../../prisma/client.ts';

export interface IdempotencyStore {
  /** The run that has the key; null when none has. */
  findRun(flowId: string, key: string): Promise<string | null>;
}

export function createIdempotencyStore(database: Database): IdempotencyStore {
  return {
    async findRun(flowId, key) {
      const found = await database.idempotencyKey.findUnique({
        where: { flowId_key: { flowId, key }, flow: { deletedAt: null } },
        select: { runId: true },
      });
      return found?.runId ?? null;
    },
  };
}
