import type { ResultOfJob, RunnerJob } from '../../../../runner/domain/runner-job.ts';
import {
  JobFailedError,
  type Executor,
  type RunOptions,
  type ShortJob,
  type ShortJobFailure,
  type SubmitOptions,
} from '../executor.ts';
import type { RunOutcome } from '../../../domain/runs/run-outcome.ts';
import type { PoolLimits, PoolOutcome } from './pool/pool-job.ts';
import { RunnerPool } from './pool/runner-pool.ts';
import type { RunnerCommand } from './process/runner-process.ts';

export interface LocalExecutorOptions {
  readonly command: RunnerCommand;
  /** How many runs are executed at once; 0 when none is ever given. */
  readonly maxConcurrentRuns: number;
  /** How many jobs of each kind may wait; further ones are rejected. Default 1,000. */
  readonly queueCapacity?: number;
  /** Bounds of the processes; the defaults suit a machine of a few GB. */
  readonly limits?: Partial<PoolLimits>;
}

/** Inputs beyond this many bytes make a job a large one. */
const LARGE_INPUT_BYTES = 32 * 1024 ** 2;
const QUEUE_CAPACITY = 1000;
/** How many short jobs of each lane are executed at once besides the runs. */
const SHORT_JOBS_AT_ONCE = {
  uploads: 2,
  previews: 2,
  /** Requests that use a connection. A database that hangs holds no preview up. */
  probes: 2,
  /** Checks for schedules, which come many at a time and mostly wait for a server. No request waits for them. */
  checks: 4,
} as const;
type ShortLane = keyof typeof SHORT_JOBS_AT_ONCE;

const LANE_OF_JOB: Readonly<Record<ShortJob['kind'], ShortLane>> = {
  ingest: 'uploads',
  preview: 'previews',
  nodePreview: 'previews',
  connectionTest: 'probes',
  connectionTables: 'probes',
  storageObjects: 'probes',
  objectDialect: 'probes',
  sourceChanges: 'checks',
};

const LIMITS: PoolLimits = {
  warm: 1,
  idleTimeoutMs: 120_000,
  jobsPerProcess: 10_000,
  maxResidentBytes: 256 * 1024 ** 2,
  startTimeoutMs: 60_000,
};

/** Executes runs and short jobs on this machine, each kind in a lane of one pool of processes. */
export class LocalExecutor implements Executor {
  readonly #pool: RunnerPool<'runs' | ShortLane>;

  constructor(options: LocalExecutorOptions) {
    const { command, maxConcurrentRuns, queueCapacity = QUEUE_CAPACITY, limits } = options;
    this.#pool = new RunnerPool({
      ...LIMITS,
      ...limits,
      command,
      lanes: {
        runs: { concurrency: maxConcurrentRuns, queueCapacity },
        uploads: { concurrency: SHORT_JOBS_AT_ONCE.uploads, queueCapacity },
        previews: { concurrency: SHORT_JOBS_AT_ONCE.previews, queueCapacity },
        probes: { concurrency: SHORT_JOBS_AT_ONCE.probes, queueCapacity },
        checks: { concurrency: SHORT_JOBS_AT_ONCE.checks, queueCapacity },
      },
    });
  }

  warmUp(): void {
    this.#pool.warmUp();
  }

  /** How many runs wait and how many are executed. */
  get runLoad(): { readonly waiting: number; readonly running: number } {
    return this.#pool.load('runs');
  }

  async run(runId: string, attempt: number, options: RunOptions): Promise<RunOutcome> {
    const { inputBytes, ...rest } = options;
    const job = { kind: 'run', runId, attempt } as const;
    const outcome = await this.#pool.execute('runs', job, { ...rest, large: isLarge(inputBytes) });
    switch (outcome.kind) {
      case 'done':
        return { kind: 'finished', result: resultOf(job, outcome) };
      case 'failed':
        return { kind: 'lost', reason: outcome.failure.message };
      case 'timedOut':
        return { kind: 'timedOut', timeoutSeconds: options.timeoutSeconds };
      case 'overloaded':
        return { kind: 'lost', reason: outcome.reason };
      case 'cancelled':
      case 'lost':
      case 'stopped':
        return outcome;
    }
  }

  async submit<J extends ShortJob>(job: J, options: SubmitOptions = {}): Promise<ResultOfJob<J>> {
    const { inputBytes = 0, timeoutSeconds = 0, maxWaitSeconds = 0, signal } = options;
    const outcome = await this.#pool.execute(LANE_OF_JOB[job.kind], job, {
      timeoutSeconds,
      maxWaitSeconds,
      signal,
      large: isLarge(inputBytes),
    });
    if (outcome.kind === 'done') return resultOf(job, outcome);
    throw new JobFailedError(failureOf(outcome, timeoutSeconds));
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

function failureOf(
  outcome: Exclude<PoolOutcome, { readonly kind: 'done' }>,
  timeoutSeconds: number,
): ShortJobFailure {
  switch (outcome.kind) {
    case 'failed':
      return outcome.failure;
    case 'lost':
      return { kind: 'lost', message: outcome.reason };
    case 'timedOut':
      return { kind: 'timedOut', message: `It took longer than ${timeoutSeconds} seconds.` };
    case 'overloaded':
      return { kind: 'overloaded', message: outcome.reason };
    case 'stopped':
      return { kind: 'unavailable', message: 'The service is stopping. Try again in a moment.' };
    case 'cancelled':
      return { kind: 'cancelled', message: 'The job was cancelled.' };
  }
}

function isLarge(inputBytes: number): boolean {
  return inputBytes > LARGE_INPUT_BYTES;
}

/** A runner answers a job of one kind with the result of that kind: the protocol's promise. */
function resultOf<J extends RunnerJob>(
  _job: J,
  outcome: PoolOutcome & { readonly kind: 'done' },
): ResultOfJob<J> {
  return outcome.result as ResultOfJob<J>;
}
