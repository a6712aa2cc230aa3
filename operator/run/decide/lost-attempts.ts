import type { LostAttempt, RunSpec } from '../../../kubernetes/resources/run.ts';
import { MAX_ATTEMPTS } from '../../../runner/domain/run-attempts.ts';
import type { Reason } from '../observe/observation.ts';

/** Reason of an attempt that its queue evicted, as Kueue does with a Workload that it preempts. */
const EVICTED = 'EvictedByQueue';
/** Defaults of Kueue's requeuing strategy: `backoffBaseSeconds` and `backoffMaxSeconds`. */
const EVICTION_BACKOFF_SECONDS = { first: 60, longest: 3600 } as const;

/** The reason of a lost attempt whose Job its queue has suspended. */
export function evictedBy(queue: string, job: string): Reason {
  const message = `The queue ${queue} took the place of the Job ${job} back while it worked.`;
  return { reason: EVICTED, message };
}

export function isEviction({ reason }: Pick<Reason, 'reason'>): boolean {
  return reason === EVICTED;
}

/** Whether a lost attempt is retried. Evictions do not count towards `attemptLimit`. */
export function canRetry(
  attempt: number,
  lost: readonly LostAttempt[],
  { attemptLimit }: Pick<RunSpec, 'attemptLimit'>,
): boolean {
  return countOf(attempt, lost) < attemptLimit && attempt < MAX_ATTEMPTS;
}

/**
 * Seconds from an eviction to the next attempt, doubled for each eviction. Kueue's own backoff does not
 * apply: the next attempt is a new Job, which the queue does not relate to the evicted one.
 */
export function evictionBackoffSeconds(lost: readonly LostAttempt[]): number {
  const last = lost.at(-1);
  if (last === undefined || !isEviction(last)) return 0;
  const { first, longest } = EVICTION_BACKOFF_SECONDS;
  return Math.min(longest, first * 2 ** (lost.filter(isEviction).length - 1));
}

/** The sentence that says why evictions exhausted the attempts; `''` if the attempt limit did. */
export function evictionLimitMessage(attempt: number, lost: readonly LostAttempt[]): string {
  const evictions = lost.filter(isEviction).length;
  if (evictions === 0 || attempt < MAX_ATTEMPTS) return '';
  return ` No run has more than ${MAX_ATTEMPTS} attempts, and the queue took the place of ${evictions} of them back.`;
}

/** The name of a lost attempt in messages, with its number among those that count. */
export function attemptName(
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
