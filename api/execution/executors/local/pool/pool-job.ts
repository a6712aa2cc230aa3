import type { JobFailure, JobResults, RunnerJob } from '../../../../../runner/domain/runner-job.ts';
import type { RunStep } from '../../../../../runner/domain/run-progress.ts';
import type { IdleLimits } from './idle-workers.ts';
import type { LaneLimits } from './lane.ts';
import type { RunnerCommand } from '../process/runner-process.ts';

/** Bounds of the processes of a pool. */
export interface PoolLimits extends IdleLimits {
  /** A process is replaced after this many jobs. */
  readonly jobsPerProcess: number;
  /** A process that holds more than this after a job is replaced. */
  readonly maxResidentBytes: number;
  /** How long a new process may take until it can take jobs. */
  readonly startTimeoutMs: number;
}

export interface PoolOptions<L extends string> extends PoolLimits {
  readonly command: RunnerCommand;
  /** The kinds of jobs, each with its share of the pool. */
  readonly lanes: Readonly<Record<L, LaneLimits>>;
}

export interface PoolJobOptions {
  /** From the start on a process; 0: no limit. */
  readonly timeoutSeconds: number;
  /** How long the job may wait for a process; 0 or absent: no limit. */
  readonly maxWaitSeconds?: number;
  /** Large jobs go at low priority, and never take the last slot of their lane. */
  readonly large: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onStarted?: (() => void) | undefined;
  readonly onProgress?: ((step: RunStep) => void) | undefined;
}

export type PoolOutcome =
  | { readonly kind: 'done'; readonly result: JobResults[keyof JobResults] }
  | { readonly kind: 'failed'; readonly failure: JobFailure }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'overloaded'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** A job that waits or runs, and what takes its outcome. */
export interface PoolJob {
  readonly job: RunnerJob;
  readonly options: PoolJobOptions;
  readonly large: boolean;
  readonly settle: (outcome: PoolOutcome) => void;
}
