import type { Database } from '../../../prisma/client.ts';

/** The run that a key stands for. */
export interface KeyedRun {
  readonly runId: string;
  /** How it ended, when it was removed since; null: it is there. */
  readonly removed: { readonly status: string; readonly finishedAt: Date | null } | null;
}

export interface IdempotencyStore {
  /** The run that has the key, also when it was removed; null when none has. */
  findRun(flowId: string, key: string): Promise<KeyedRun | null>;
}

export function createIdempotencyStore(database: Database): IdempotencyStore {
  return {
    async findRun(flowId, key) {
      const found = await database.idempotencyKey.findUnique({
        where: { flowId_key: { flowId, key }, flow: { deletedAt: null } },
        select: { runId: true, runStatus: true, runFinishedAt: true },
      });
      if (found === null) return null;
      const { runId, runStatus: status, runFinishedAt: finishedAt } = found;
      return { runId, removed: status === null ? null : { status, finishedAt } };
    },
  };
}
