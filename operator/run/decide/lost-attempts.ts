import { MAX_ATTEMPTS, type LostAttempt, type RunSpec } from '../../../kubernetes/resources/run.ts';
import type { Reason } from '../observe/observation.ts';

/** Of an attempt whose place a queue took back, as Kueue does for a Workload that it preempts. */
const EVICTED = 'EvictedByQueue';
/** Reason of a run that waits for the queue of its Job. */
export const QUEUED = 'Queued';
/** Those by which Kueue puts a Workload back by itself: `backoffBaseSeconds` and `backoffMaxSeconds`. */
const EVICTION_BACKOFF_SECONDS = { first: 60, longest: 3600 } as const;

/** Why an attempt is lost whose Job its queue has suspended. */
export function evictedBy(queue: string, job: string): Reason {
  const message = `The queue ${queue} took the place of the Job ${job} back while it worked.`;
  return { reason: EVICTED, message };
}

export function isEviction({ reason }: Pick<Reason, 'reason'>): boolean {
  return reason === EVICTED;
}

/** Whether another attempt may follow this one, with those of them that are lost. */
export function canRetry(
  attempt: number,
  lost: readonly LostAttempt[],
  { attemptLimit }: Pick<RunSpec, 'attemptLimit'>,
): boolean {
  return countOf(attempt, lost) < attemptLimit && attempt < MAX_ATTEMPTS;
}

/**
 * Seconds after an eviction before the next attempt asks for the queue, twice as many each time: its Job
 * is a new one, for which the queue knows neither a backoff nor that somebody has stopped the one before.
 */
export function evictionBackoffSeconds(lost: readonly LostAttempt[]): number {
  const last = lost.at(-1);
  if (last === undefined || !isEviction(last)) return 0;
  const { first, longest } = EVICTION_BACKOFF_SECONDS;
  return Math.min(longest, first * 2 ** (lost.filter(isEviction).length - 1));
}

/** Why no attempt follows the last one, for people; `''` where its own loss says all. */
export function limitOf(attempt: number, lost: readonly LostAttempt[]): string {
  const evictions = lost.filter(isEviction).length;
  if (evictions === 0 || attempt < MAX_ATTEMPTS) return '';
  return ` No run has more than ${MAX_ATTEMPTS} attempts, and the queue took the place of ${evictions} of them back.`;
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
