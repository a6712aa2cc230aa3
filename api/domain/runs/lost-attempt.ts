import type { LogEntry } from '../../../runner/domain/run-result.ts';

/** An attempt that the infrastructure terminated. Times are ISO 8601. */
export interface LostAttempt {
  readonly number: number;
  readonly reason: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

/** The entry of a lost attempt in the log of its run. */
export function lostAttemptEntry({
  number,
  reason,
}: Pick<LostAttempt, 'number' | 'reason'>): LogEntry {
  return { level: 'warning', message: `Attempt ${number} was lost. ${reason}` };
}
