import type { Engine } from '../../runner/domain/engine.ts';
import type { RunTrigger } from '../../runner/domain/run-status.ts';

/** An event that operators are notified of. */
export type NotificationEvent =
  | { readonly event: 'run_failed'; readonly runId: string }
  | {
      readonly event: 'schedule_auto_disabled';
      readonly scheduleId: string;
      readonly flowId: string;
      readonly reason: string;
      readonly consecutiveFailures: number;
      /** Null when the last failure created no run. */
      readonly lastRunId: string | null;
    };

/** A failed run, as its notification describes it. */
export interface FailedRun {
  readonly flowId: string;
  readonly flowName: string;
  readonly runId: string;
  readonly trigger: RunTrigger;
  readonly engine: Engine;
  readonly error: string;
}

export interface FailedRunStore {
  /** @returns null when the run was removed */
  find(runId: string): Promise<FailedRun | null>;
}

/** Longer error texts are truncated, in UTF-16 units. */
export const MAX_ERROR_LENGTH = 2_000;
