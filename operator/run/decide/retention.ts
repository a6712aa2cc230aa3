import { isTerminal } from '../../../runner/domain/run-status.ts';
import { remainingMs } from './judge-pod.ts';
import type { ObservedRun } from '../observe/observation.ts';

/** For how many seconds a Run is kept after its end. */
export interface Retention {
  /** Of Runs that succeeded or were cancelled. */
  readonly doneSeconds: number;
  /** Of Runs that failed: people look into those. */
  readonly failedSeconds: number;
}

/**
 * Milliseconds until a Run that has ended may be deleted, with its Jobs and pods.
 * @returns null while its end is not recorded: until then the Run is the only one that knows of it
 */
export function retentionLeft(run: ObservedRun, retention: Retention, now: Date): number | null {
  const { phase, finishedAt } = run.status;
  if (!run.isRecorded || phase === undefined || !isTerminal(phase)) return null;
  const seconds = phase === 'failed' ? retention.failedSeconds : retention.doneSeconds;
  return remainingMs(finishedAt ?? run.createdAt, seconds, now);
}
