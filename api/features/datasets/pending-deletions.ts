import type { Database } from '../../../prisma/client.ts';
import {
  scheduleDeletion,
  withdrawDeletions,
} from '../../domain/stored-objects/object-deletion-store.ts';

/** Schedules the deletion of objects before they are written, so that a killed upload leaves no orphans. */
export interface PendingDeletions {
  /** @returns the id by which the deletion is withdrawn */
  schedule(prefix: string): Promise<bigint>;
  withdraw(ids: readonly bigint[]): Promise<void>;
}

/** More than the duration of any upload. */
const AFTER_SECONDS = 24 * 60 * 60;

export function createPendingDeletions(database: Database): PendingDeletions {
  return {
    schedule: (prefix) => scheduleDeletion(database, prefix, AFTER_SECONDS),
    async withdraw(ids) {
      await withdrawDeletions(database, ids);
    },
  };
}
