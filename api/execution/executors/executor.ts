import type {
  JobFailure,
  ResultOfJob,
  RunnerJob,
  RunJob,
  WarmUpJob,
} from '../../../runner/domain/runner-job.ts';
import type { RunStep } from '../../../runner/domain/run-progress.ts';
import type { RunOutcome } from '../../domain/runs/run-outcome.ts';

/** Executes runs and short jobs, e.g. in runner processes on this machine. */
export interface Executor {
  /** Starts warm workers, so that the first job does not wait for a process. Optional. */
  warmUp(): void;
  /**
   * Executes one attempt of a run whose spec is in the object store, once a worker is idle. Never rejects
   * for a failure of the run: it resolves to an outcome.
   */
  run(runId: string, attempt: number, options: RunOptions): Promise<RunOutcome>;
  /**
   * Executes a short job and returns its result. Runs, uploads, previews, requests that use a connection and checks
   * for schedules never wait for each other.
   * @throws JobFailedError when the job failed, its runner died or the executor was closed
   */
  submit<J extends ShortJob>(job: J, options?: SubmitOptions): Promise<ResultOfJob<J>>;
  /** Kills all workers. Running and waiting jobs resolve as `stopped`. */
  close(): Promise<void>;
}

export type ShortJob = Exclude<RunnerJob, RunJob | WarmUpJob>;

export interface RunOptions {
  /** Seconds from the start on a worker; 0 means no limit. */
  readonly timeoutSeconds: number;
  /** Total size of the inputs: large runs have a lower priority. */
  readonly inputBytes: number;
  /** Aborting cancels the run, waiting or running. */
  readonly signal: AbortSignal;
  /** Called once, when a worker starts the run. */
  readonly onStarted?: () => void;
  /** Called between the nodes of the run. */
  readonly onProgress?: (step: RunStep) => void;
}

export interface SubmitOptions {
  /** Seconds from the start on a worker. Default 0: no limit. */
  readonly timeoutSeconds?: number;
  /** Seconds that the job may wait for a worker; then it fails as `overloaded`. Default 0: no limit. */
  readonly maxWaitSeconds?: number;
  readonly inputBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * Why a short job gave no result: what its runner says, or
 * - `lost`: the runner died, most likely of what the job asks for;
 * - `timedOut`: the job took longer than it may;
 * - `overloaded`: no worker was free in time, or the queue is full; the same job can succeed later;
 * - `unavailable`: the service stops; the same job can succeed later;
 * - `cancelled`: the caller went away.
 */
export interface ShortJobFailure {
  readonly kind:
    JobFailure['kind'] | 'lost' | 'timedOut' | 'overloaded' | 'unavailable' | 'cancelled';
  /** A sentence for the caller. */
  readonly message: string;
}

/** A short job that gave no result. */
export class JobFailedError extends Error {
  override readonly name = 'JobFailedError';
  readonly failure: ShortJobFailure;

  constructor(failure: ShortJobFailure) {
    super(failure.message);
    this.failure = failure;
  }
}
