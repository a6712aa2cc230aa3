import type { ObservedRun } from './observed.ts';

/** Since when the present attempt of a run is wanted: ISO 8601. */
export function attemptSince({ createdAt, status }: ObservedRun): string {
  return status.attempts?.at(-1)?.finishedAt ?? createdAt;
}
