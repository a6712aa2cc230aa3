import type { Database } from '../../../prisma/client.ts';
import type { AttemptId } from './run-lifecycle-store.ts';
import { storableText } from './storable-text.ts';

/** What keeps an attempt from starting, besides the normal steps of a start. */
export interface WaitingReason {
  /** The reason of the infrastructure: `Unschedulable`, `QuotaExceeded`, `ImagePullBackOff`. */
  readonly reason: string;
  /** A sentence for people. */
  readonly message: string;
}

/**
 * Replaces the waiting reason of an attempt.
 * @param waiting null: it waits for nothing unusual
 * @returns false when nothing changed: the reason is the same, or the run has finished
 */
export async function writeWaiting(
  database: Database,
  { runId, attempt }: AttemptId,
  waiting: WaitingReason | null,
): Promise<boolean> {
  const reason = waiting?.reason ?? null;
  const message = waiting === null ? null : storableText(waiting.message);
  // Raw: an update by the columns of another table.
  const written = await database.$executeRaw`
    UPDATE run_attempts SET waiting_reason = ${reason}, waiting_message = ${message}
    FROM runs
    WHERE run_id = ${runId} AND number = ${attempt} AND runs.id = run_id AND runs.finished_at IS NULL
      -- An attempt that has started or was lost waits for nothing: this process may have older information.
      AND (${reason}::text IS NULL OR (runs.status = 'pending' AND runs.attempt = number))
      AND (waiting_reason, waiting_message) IS DISTINCT FROM (${reason}::text, ${message}::text)`;
  return written > 0;
}

/** Clears the waiting reason of an attempt, if it is this one. */
export async function clearWaiting(
  database: Database,
  { runId, attempt }: AttemptId,
  reason: string,
): Promise<void> {
  await database.runAttempt.updateMany({
    where: { runId, number: attempt, waitingReason: reason },
    data: { waitingReason: null, waitingMessage: null },
  });
}
