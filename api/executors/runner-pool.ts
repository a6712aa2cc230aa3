import type { JobFailure, JobResults, RunnerJob } from '../../runner/domain/runner-job.ts';
import type { RunStep } from '../../runner/domain/run-progress.ts';
import { describeExit } from './exit-reason.ts';
import { RunnerProcess, type JobReply, type RunnerCommand } from './runner-process.ts';
import { WaitingJobs } from './waiting-jobs.ts';

export interface PoolOptions {
  readonly command: RunnerCommand;
  /** How many jobs run at once, at least 1. */
  readonly concurrency: number;
  /** How many idle processes are kept ready. */
  readonly warm: number;
  /** How many jobs may wait. */
  readonly queueCapacity: number;
  /** A process is replaced after this many jobs. */
  readonly jobsPerProcess: number;
  /** A process that holds more than this after a job is replaced. */
  readonly maxResidentBytes: number;
  /** How long a new process may take until it can take jobs. */
  readonly startTimeoutMs: number;
}

export interface PoolJobOptions {
  /** 0: no limit. */
  readonly timeoutSeconds: number;
  /** Large jobs go at low priority, and never take the last free place. */
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
  | { readonly kind: 'stopped' };

interface PoolJob {
  readonly job: RunnerJob;
  readonly options: PoolJobOptions;
  readonly large: boolean;
  readonly settle: (outcome: PoolOutcome) => void;
}

/**
 * Warm runner processes and the jobs waiting for one. A process is used for many jobs, one at a time;
 * it is replaced when it was killed, failed, grew large or ran its number of jobs.
 */
export class RunnerPool {
  readonly #options: PoolOptions;
  readonly #waiting: WaitingJobs<PoolJob>;
  readonly #processes = new Set<RunnerProcess>();
  readonly #idle: RunnerProcess[] = [];
  readonly #stops = new Set<() => void>();
  #starting = 0;
  #busy = 0;
  #busyLarge = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#waiting = new WaitingJobs(options.queueCapacity);
  }

  /** Jobs that wait and jobs that run. */
  get load(): { readonly waiting: number; readonly running: number } {
    return { waiting: this.#waiting.size, running: this.#busy };
  }

  /** Starts the processes that are kept ready; without it they start with the first jobs. */
  warmUp(): void {
    while (this.#idle.length + this.#starting < this.#options.warm && this.#hasRoom())
      this.#start();
  }

  /** Executes a job on a free process. Never rejects. */
  async execute(job: RunnerJob, options: PoolJobOptions): Promise<PoolOutcome> {
    const { signal } = options;
    if (this.#closed) return { kind: 'stopped' };
    if (signal?.aborted === true) return { kind: 'cancelled' };
    return await new Promise<PoolOutcome>((resolve) => {
      const waiting: PoolJob = { job, options, large: options.large, settle };
      const abort = (): void => {
        if (this.#waiting.remove(waiting)) settle({ kind: 'cancelled' });
      };
      function settle(outcome: PoolOutcome): void {
        signal?.removeEventListener('abort', abort);
        resolve(outcome);
      }
      if (!this.#waiting.add(waiting)) {
        settle({
          kind: 'lost',
          reason: `${this.#waiting.size} jobs are waiting already. Try again later.`,
        });
        return;
      }
      signal?.addEventListener('abort', abort);
      this.#dispatch();
    });
  }

  /** Kills every process and ends every job as stopped. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { settle } of this.#waiting.takeAll()) settle({ kind: 'stopped' });
    for (const stop of this.#stops) stop();
    const processes = [...this.#processes];
    for (const runner of processes) runner.kill();
    await Promise.all(processes.map((runner) => runner.exited));
  }

  #dispatch(): void {
    for (;;) {
      const runner = this.#nextIdle();
      if (runner === undefined) break;
      // One place is left to small jobs, so that they wait for no large one.
      const largeAllowed = this.#busyLarge < Math.max(1, this.#options.concurrency - 1);
      const job = this.#waiting.take({ largeAllowed });
      if (job === undefined) {
        this.#idle.push(runner);
        return;
      }
      void this.#serve(runner, job);
    }
    while (this.#waiting.size > this.#starting && this.#hasRoom()) this.#start();
  }

  #nextIdle(): RunnerProcess | undefined {
    for (let runner = this.#idle.pop(); runner !== undefined; runner = this.#idle.pop()) {
      if (runner.alive) return runner;
    }
    return undefined;
  }

  #hasRoom(): boolean {
    return (
      !this.#closed && this.#busy + this.#idle.length + this.#starting < this.#options.concurrency
    );
  }

  #start(): void {
    const runner = new RunnerProcess(this.#options.command);
    this.#processes.add(runner);
    this.#starting += 1;
    const { startTimeoutMs } = this.#options;
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      runner.kill();
    }, startTimeoutMs);
    void runner.exited.then(() => this.#processes.delete(runner));
    void runner.ready.then(async (ready) => {
      clearTimeout(late);
      this.#starting -= 1;
      if (ready) this.#idle.push(runner);
      // One job pays for a process that cannot start, so a broken installation is told, not tried forever.
      else this.#failOne(isLate ? lateReason(startTimeoutMs) : describeExit(await runner.exited));
      this.#dispatch();
    });
  }

  #failOne(reason: string): void {
    this.#waiting.take({ largeAllowed: true })?.settle({ kind: 'lost', reason });
  }

  async #serve(runner: RunnerProcess, waiting: PoolJob): Promise<void> {
    this.#busy += 1;
    if (waiting.large) this.#busyLarge += 1;
    const outcome = await this.#executeOn(runner, waiting);
    waiting.settle(outcome);
    const keep = this.#isReusable(runner, waiting, outcome);
    this.#busy -= 1;
    if (waiting.large) this.#busyLarge -= 1;
    if (keep && !this.#closed) this.#idle.push(runner);
    else runner.kill();
    this.#dispatch();
    this.warmUp();
  }

  /** Runs the job until it ends, or until it is to be ended; then its process is dead before this returns. */
  async #executeOn(runner: RunnerProcess, { job, options, large }: PoolJob): Promise<PoolOutcome> {
    const ending = Promise.withResolvers<PoolOutcome>();
    const { signal, timeoutSeconds } = options;
    const cancel = (): void => {
      ending.resolve({ kind: 'cancelled' });
    };
    const stop = (): void => {
      ending.resolve({ kind: 'stopped' });
    };
    const timer = startTimer(timeoutSeconds, () => {
      ending.resolve({ kind: 'timedOut' });
    });
    signal?.addEventListener('abort', cancel);
    this.#stops.add(stop);
    try {
      if (large) await runner.lowerPriority();
      options.onStarted?.();
      const replied = runner.execute(job, (step) => options.onProgress?.(step));
      const outcome = await Promise.race([ending.promise, replied.then(outcomeOf)]);
      if (!['done', 'failed'].includes(outcome.kind)) {
        runner.kill();
        await runner.exited;
      }
      return outcome;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      this.#stops.delete(stop);
    }
  }

  #isReusable(runner: RunnerProcess, job: PoolJob, outcome: PoolOutcome): boolean {
    const ended =
      outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.failure.kind !== 'internal');
    if (!ended || job.large || !runner.alive) return false;
    if (runner.jobs >= this.#options.jobsPerProcess) return false;
    return runner.residentBytes <= this.#options.maxResidentBytes;
  }
}

function outcomeOf(reply: JobReply): PoolOutcome {
  switch (reply.type) {
    case 'done':
      return { kind: 'done', result: reply.result };
    case 'failed':
      return { kind: 'failed', failure: reply.failure };
    case 'exited':
      return { kind: 'lost', reason: describeExit(reply.exit) };
  }
}

function lateReason(startTimeoutMs: number): string {
  return `The runner process did not start within ${startTimeoutMs / 1000} seconds, most likely because the machine is too busy. Try again later.`;
}

/** The longest delay that timers take; longer limits are as good as none for a process. */
const MAX_DELAY_MS = 2 ** 31 - 1;

function startTimer(seconds: number, ring: () => void): NodeJS.Timeout | undefined {
  return seconds === 0 ? undefined : setTimeout(ring, Math.min(seconds * 1000, MAX_DELAY_MS));
}
