import { isTerminal } from '../../../runner/domain/run-status.ts';
import { remainingMs } from './judge-pod.ts';
import type { ObservedRun } from '../observe/observation.ts';

/** How long a finished Run is kept, in seconds. */
export interface Retention {
  /** For Runs that succeeded or were cancelled. */
  readonly doneSeconds: number;
  /** For failed Runs, which people inspect. */
  readonly failedSeconds: number;
}

/**
 * Milliseconds until a finished Run may be deleted, with its Jobs and pods.
 * @returns null until the API has recorded the result, since the Run holds the only copy
 */
export function retentionLeft(run: ObservedRun, retention: Retention, now: Date): number | null {
  const { phase, finishedAt } = run.status;
  if (!run.isRecorded || phase === undefined || !isTerminal(phase)) return null;
  const seconds = phase === 'failed' ? retention.failedSeconds : retention.doneSeconds;
  return remainingMs(finishedAt ?? run.createdAt, seconds, now);
}
