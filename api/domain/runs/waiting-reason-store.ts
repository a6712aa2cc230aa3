import type { Database } from '../../../prisma/client.ts';
import { storable, type AttemptId } from './run-lifecycle-store.ts';

/** What keeps an attempt from starting, where that is more than a step of every start. */
export interface WaitingReason {
  /** One word of the infrastructure: `Unschedulable`, `QuotaExceeded`, `ImagePullBackOff`. */
  readonly reason: string;
  /** A sentence for people. */
  readonly message: string;
}

/**
 * Stores what an attempt waits for, in place of what it waited for before.
 * @param waiting null: it waits no more, or for nothing worth a word
 * @returns false when nothing changed: it is known, or the run has ended
 */
export async function writeWaiting(
  database: Database,
  { runId, attempt }: AttemptId,
  waiting: WaitingReason | null,
): Promise<boolean> {
  const reason = waiting?.reason ?? null;
  const message = waiting === null ? null : storable(waiting.message);
  const written = await database.$executeRaw`
    UPDATE run_attempts SET waiting_reason = ${reason}, waiting_message = ${message}
    FROM runs
    WHERE run_id = ${runId} AND number = ${attempt} AND runs.id = run_id AND runs.finished_at IS NULL
      -- Another process may have seen it start: what this one knows is older then.
      AND (${reason}::text IS NULL OR number > 1 OR runs.status = 'pending')
      AND (waiting_reason, waiting_message) IS DISTINCT FROM (${reason}::text, ${message}::text)`;
  return written > 0;
}

/** Forgets what an attempt waited for, if it still waits for that. */
export async function clearWaiting(
  database: Database,
  { runId, attempt }: AttemptId,
  reason: string,
): Promise<void> {
  await database.$executeRaw`
    UPDATE run_attempts SET waiting_reason = NULL, waiting_message = NULL
    WHERE run_id = ${runId} AND number = ${attempt} AND waiting_reason = ${reason}`;
}
