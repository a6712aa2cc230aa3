import type { Engine } from '../../runner/domain/engine.ts';
import type { RunTrigger } from '../../runner/domain/run-status.ts';

/** What operators are told of. */
export type NotificationEvent =
  | { readonly event: 'run_failed'; readonly runId: string }
  | {
      readonly event: 'schedule_auto_disabled';
      readonly scheduleId: string;
      readonly flowId: string;
      readonly reason: string;
      readonly consecutiveFailures: number;
      /** Null: the last failure came to no run. */
      readonly lastRunId: string | null;
    };

/** What is told of a failed run. */
export interface FailedRun {
  readonly flowId: string;
  readonly flowName: string;
  readonly runId: string;
  readonly trigger: RunTrigger;
  readonly engine: Engine;
  readonly error: string;
}

export interface FailedRunStore {
  /** Null when the run is gone. */
  find(runId: string): Promise<FailedRun | null>;
}

/** Longer reasons are cut to so many characters. */
export const MAX_ERROR_LENGTH = 2_000;
