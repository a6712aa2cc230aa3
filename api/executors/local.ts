import type { ResultOf, RunnerJob } from '../../runner/domain/runner-job.ts';
import {
  JobFailedError,
  type Executor,
  type RunOptions,
  type RunOutcome,
  type ShortJob,
  type SubmitOptions,
} from './executor.ts';
import { RunnerPool, type PoolOptions, type PoolOutcome } from './runner-pool.ts';
import type { RunnerCommand } from './runner-process.ts';

export interface LocalExecutorOptions {
  readonly command: RunnerCommand;
  /** How many runs are executed at once; 0 when none is ever given. */
  readonly maxConcurrentRuns: number;
  /** How many uploads and previews are read at once, besides the runs. Default 2. */
  readonly maxConcurrentShortJobs?: number;
  /** Bounds of a process and of the queues; the defaults suit a machine of a few GB. */
  readonly limits?: Partial<
    Pick<PoolOptions, 'queueCapacity' | 'jobsPerProcess' | 'maxResidentBytes' | 'startTimeoutMs'>
  >;
}

/** Inputs beyond this many bytes make a job a large one. */
const LARGE_INPUT_BYTES = 32 * 1024 ** 2;

const LIMITS = {
  queueCapacity: 1000,
  jobsPerProcess: 10_000,
  maxResidentBytes: 512 * 1024 ** 2,
  startTimeoutMs: 60_000,
};

/** Executes runs and short jobs on this machine, each kind in its own pool of warm runner processes. */
export class LocalExecutor implements Executor {
  readonly #runs: RunnerPool;
  readonly #shortJobs: RunnerPool;

  constructor(options: LocalExecutorOptions) {
    const { command, maxConcurrentRuns, maxConcurrentShortJobs = 2 } = options;
    const common = { ...LIMITS, ...options.limits, command };
    this.#runs = new RunnerPool({
      ...common,
      concurrency: maxConcurrentRuns,
      warm: maxConcurrentRuns,
    });
    this.#shortJobs = new RunnerPool({ ...common, concurrency: maxConcurrentShortJobs, warm: 1 });
  }

  warmUp(): void {
    this.#runs.warmUp();
    this.#shortJobs.warmUp();
  }

  /** How many runs wait and how many are executed. */
  get runLoad(): { readonly waiting: number; readonly running: number } {
    return this.#runs.load;
  }

  async run(runId: string, attempt: number, options: RunOptions): Promise<RunOutcome> {
    const { inputBytes, ...rest } = options;
    const job = { kind: 'run', runId, attempt } as const;
    const outcome = await this.#runs.execute(job, { ...rest, large: isLarge(inputBytes) });
    switch (outcome.kind) {
      case 'done':
        return { kind: 'finished', result: resultOf(job, outcome) };
      case 'failed':
        return { kind: 'lost', reason: outcome.failure.message };
      case 'timedOut':
        return { kind: 'timedOut', timeoutSeconds: options.timeoutSeconds };
      case 'cancelled':
      case 'lost':
      case 'stopped':
        return outcome;
    }
  }

  async submit<J extends ShortJob>(job: J, options: SubmitOptions = {}): Promise<ResultOf<J>> {
    const { inputBytes = 0, timeoutSeconds = 0, signal } = options;
    const outcome = await this.#shortJobs.execute(job, {
      timeoutSeconds,
      signal,
      large: isLarge(inputBytes),
    });
    switch (outcome.kind) {
      case 'done':
        return resultOf(job, outcome);
      case 'failed':
        throw new JobFailedError(outcome.failure);
      case 'lost':
        throw new JobFailedError({ kind: 'internal', message: outcome.reason });
      case 'timedOut':
        throw new JobFailedError({
          kind: 'user',
          message: `It took longer than ${timeoutSeconds} seconds.`,
        });
      case 'cancelled':
        throw new JobFailedError({ kind: 'internal', message: 'The job was cancelled.' });
      case 'stopped':
        throw new JobFailedError({ kind: 'internal', message: 'The service is stopping.' });
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#runs.close(), this.#shortJobs.close()]);
  }
}

function isLarge(inputBytes: number): boolean {
  return inputBytes > LARGE_INPUT_BYTES;
}

/** A runner answers a job of one kind with the result of that kind: the protocol's promise. */
function resultOf<J extends RunnerJob>(
  _job: J,
  outcome: PoolOutcome & { readonly kind: 'done' },
): ResultOf<J> {
  return outcome.result as ResultOf<J>;
}
