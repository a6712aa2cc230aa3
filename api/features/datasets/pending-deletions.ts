import type { Database } from '../../../prisma/client.ts';
import {
  scheduleDeletion,
  withdrawDeletions,
} from '../../domain/stored-objects/object-deletion-store.ts';

/** Deletions of what is being written, in case that nobody comes to need it. */
export interface PendingDeletions {
  /** @returns what withdraws it */
  schedule(prefix: string): Promise<bigint>;
  withdraw(ids: readonly bigint[]): Promise<void>;
}

/** Longer than any upload takes. */
const AFTER_SECONDS = 24 * 60 * 60;

export function createPendingDeletions(database: Database): PendingDeletions {
  return {
    schedule: (prefix) => scheduleDeletion(database, prefix, AFTER_SECONDS),
    async withdraw(ids) {
      await withdrawDeletions(database, ids);
    },
  };
}
