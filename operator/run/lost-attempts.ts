import { LAST_ATTEMPT, type LostAttempt, type RunSpec } from '../resources/run.ts';
import type { Reason } from './observed.ts';

/** Of an attempt whose place a queue took back, as Kueue does for a Workload that it preempts. */
const EVICTED = 'EvictedByQueue';

/** Why an attempt is lost whose Job its queue has suspended. */
export function evictedBy(queue: string, job: string): Reason {
  const message = `The queue ${queue} took the place of the Job ${job} back while it worked.`;
  return { reason: EVICTED, message };
}

export function isEviction({ reason }: Pick<Reason, 'reason'>): boolean {
  return reason === EVICTED;
}

/** Whether another attempt may follow this one, with those of them that are lost. */
export function mayFollow(
  attempt: number,
  lost: readonly LostAttempt[],
  { attemptLimit }: Pick<RunSpec, 'attemptLimit'>,
): boolean {
  return countOf(attempt, lost) < attemptLimit && attempt < LAST_ATTEMPT;
}

/** Names an attempt that was lost among those that count, for people. */
export function nameOf(
  attempt: number,
  lost: readonly LostAttempt[],
  { attemptLimit }: Pick<RunSpec, 'attemptLimit'>,
): string {
  const count = countOf(attempt, lost);
  return count === attempt
    ? `Attempt ${attempt} of ${attemptLimit}`
    : `Attempt ${attempt} (${count} of ${attemptLimit} that count)`;
}

function countOf(attempt: number, lost: readonly LostAttempt[]): number {
  return attempt - lost.filter(isEviction).length;
}
