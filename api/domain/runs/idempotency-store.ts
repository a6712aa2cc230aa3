import type { Database } from '../../../prisma/client.ts';

/** The run of an idempotency key. */
export interface KeyedRun {
  readonly runId: string;
  /** The outcome of a run that retention removed; null: the run exists. */
  readonly removed: { readonly status: string; readonly finishedAt: Date | null } | null;
}

export interface IdempotencyStore {
  /** The run of the key, even a removed one; null: the key is free. */
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
