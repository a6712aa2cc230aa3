import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { lockRun } from '../../domain/runs/run-lifecycle-store.ts';
import {
  scheduleDeletion,
  withdrawDeletionsOf,
} from '../../domain/stored-objects/object-deletion-store.ts';

/** More than a copy and the record of its run take. */
const DELETED_AFTER_SECONDS = 24 * 60 * 60;

/**
 * Schedules the deletion of the copies of an output before they are written. The version withdraws it, in the
 * transaction that finishes the run: a process that dies before leaves no orphans.
 */
export async function scheduleCopyDeletion(
  database: Database,
  [runId, versionId]: readonly [runId: string, versionId: string],
  keys: readonly string[],
): Promise<void> {
  await database.$transaction(async (transaction) => {
    // The run finishes before, and its version is seen here, or after, and it sees the deletion.
    await lockRun(transaction, runId);
    // Another process has registered the same objects.
    if ((await transaction.datasetVersion.count({ where: { id: versionId } })) > 0) return;
    // That of an attempt that died may be due before this one is recorded.
    await withdrawDeletionsOf(transaction, keys);
    for (const key of keys) await scheduleDeletion(transaction, key, DELETED_AFTER_SECONDS);
  }, TRANSACTION);
}
