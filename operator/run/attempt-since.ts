import type { ObservedRun } from './observed.ts';

/** Since when the present attempt of a run is wanted: ISO 8601. */
export function attemptSince({ createdAt, status }: ObservedRun): string {
  const last = status.attempts?.at(-1);
  return last?.lostAt ?? last?.finishedAt ?? createdAt;
}
