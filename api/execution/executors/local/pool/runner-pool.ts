import type { RunnerJob } from '../../../../../runner/domain/runner-job.ts';
import { describeExit } from '../process/exit-reason.ts';
import { IdleWorkers } from './idle-workers.ts';
import { Lane } from './lane.ts';
import type { PoolJob, PoolJobOptions, PoolOptions, PoolOutcome } from './pool-job.ts';
import { startTimer } from './start-timer.ts';
import { RunnerProcess, type JobReply } from '../process/runner-process.ts';

/**
 * Runner processes and the jobs waiting for one. A process is used for many jobs of any lane, one at
 * a time; it is replaced when it was killed, failed, grew large or ran its number of jobs. Processes
 * start on demand, and end when they were idle for a while.
 */
export class RunnerPool<L extends string> {
  readonly #options: PoolOptions<L>;
  readonly #lanes: ReadonlyMap<L, Lane<PoolJob>>;
  readonly #processes = new Set<RunnerProcess>();
  readonly #idle: IdleWorkers<RunnerProcess>;
  /** Those whose priority was lowered: they serve large jobs only. */
  readonly #lowered: IdleWorkers<RunnerProcess>;
  readonly #stops = new Set<() => void>();
  #starting = 0;
  /** Processes that have answered and will be idle. */
  #settling = 0;
  #closed = false;

  constructor(options: PoolOptions<L>) {
    this.#options = options;
    this.#idle = new IdleWorkers(options);
    this.#lowered = new IdleWorkers({ ...options, warm: 0 });
    const names = Object.keys(options.lanes) as L[];
    this.#lanes = new Map(names.map((name) => [name, new Lane(options.lanes[name])]));
  }

  /** Jobs of a lane that wait and that run. */
  load(lane: L): { readonly waiting: number; readonly running: number } {
    const { waiting, running } = this.#lane(lane);
    return { waiting, running };
  }

  /** Starts the processes that are kept ready; without it they start with the first jobs. */
  warmUp(): void {
    while (!this.#closed && this.#idle.size + this.#starting < this.#options.warm) this.#start();
  }

  /** Executes a job on a free process. Never rejects. */
  async execute(name: L, job: RunnerJob, options: PoolJobOptions): Promise<PoolOutcome> {
    const { signal, maxWaitSeconds = 0 } = options;
    const lane = this.#lane(name);
    if (this.#closed) return { kind: 'stopped' };
    if (signal?.aborted === true) return { kind: 'cancelled' };
    return await new Promise<PoolOutcome>((resolve) => {
      const waiting: PoolJob = { job, options, large: options.large, settle };
      const abort = (): void => {
        if (lane.remove(waiting)) settle({ kind: 'cancelled' });
      };
      const giveUp = startTimer(maxWaitSeconds, () => {
        if (lane.remove(waiting))
          settle({ kind: 'overloaded', reason: busyReason(maxWaitSeconds) });
      });
      function settle(outcome: PoolOutcome): void {
        clearTimeout(giveUp);
        signal?.removeEventListener('abort', abort);
        resolve(outcome);
      }
      if (!lane.add(waiting)) {
        settle({
          kind: 'overloaded',
          reason: `${lane.waiting} jobs are waiting already. Try again later.`,
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
    this.#idle.close();
    this.#lowered.close();
    for (const lane of this.#lanes.values()) {
      for (let job = lane.drop(); job !== undefined; job = lane.drop()) {
        job.settle({ kind: 'stopped' });
      }
    }
    for (const stop of this.#stops) stop();
    const processes = [...this.#processes];
    for (const runner of processes) runner.kill();
    await Promise.all(processes.map((runner) => runner.exited));
  }

  #lane(name: L): Lane<PoolJob> {
    const lane = this.#lanes.get(name);
    if (lane === undefined) throw new Error(`There is no lane ${name}`);
    return lane;
  }

  /** Gives waiting jobs to idle processes, and starts processes for those that remain. */
  #dispatch(): void {
    if (this.#closed) return;
    let demand = 0;
    for (const lane of this.#lanes.values()) {
      while (lane.demand > 0) {
        const runner = this.#takeIdle(lane.next);
        if (runner === undefined) break;
        const job = lane.take();
        if (job === undefined) break;
        void this.#serve(runner, lane, job);
      }
      demand += lane.demand;
    }
    while (this.#starting + this.#settling < demand) this.#start();
  }

  #takeIdle(job: PoolJob | undefined): RunnerProcess | undefined {
    return (job?.large === true ? this.#lowered.pop() : undefined) ?? this.#idle.pop();
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
      if (ready) await this.#makeIdle(runner);
      // One job pays for a process that cannot start, so a broken installation is reported, not retried forever.
      else if (isLate) this.#failOne({ kind: 'overloaded', reason: lateReason(startTimeoutMs) });
      else this.#failOne({ kind: 'lost', reason: describeExit(await runner.exited) });
      this.#dispatch();
    });
  }

  /** A new process warms up, unless a job waits for it. */
  async #makeIdle(runner: RunnerProcess): Promise<void> {
    const isWaitedFor = [...this.#lanes.values()].some(({ demand }) => demand > 0);
    if (!isWaitedFor) await this.#warm(runner);
    if (!this.#closed) this.#idle.push(runner);
  }

  async #warm(runner: RunnerProcess): Promise<void> {
    const timer = startTimer(WARM_WITHIN_SECONDS, () => {
      runner.kill();
    });
    // A failure is in its log, and a job may succeed nevertheless.
    const warm = runner.execute({ kind: 'warmUp' }, () => undefined).then(() => runner.idle());
    if (!(await this.#waitBriefly(runner, warm))) this.#dispatch();
    await warm;
    clearTimeout(timer);
  }

  #failOne(outcome: PoolOutcome): void {
    for (const lane of this.#lanes.values()) {
      const job = lane.drop();
      if (job === undefined) continue;
      job.settle(outcome);
      return;
    }
  }

  async #serve(runner: RunnerProcess, lane: Lane<PoolJob>, job: PoolJob): Promise<void> {
    const outcome = await this.#executeOn(runner, job);
    job.settle(outcome);
    const goesOn = canGoOn(outcome) && runner.jobs < this.#options.jobsPerProcess;
    const reusable = goesOn ? this.#isReusable(runner) : Promise.resolve(false);
    const isSoon = await this.#waitBriefly(runner, reusable);
    lane.finish(job);
    // Another process takes the jobs that wait for this one.
    if (!isSoon) this.#dispatch();
    if (!(await reusable) || this.#closed) runner.kill();
    else (runner.isLowered ? this.#lowered : this.#idle).push(runner);
    // Before the next job takes this process: one job after another needs no second one.
    this.warmUp();
    this.#dispatch();
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
      // A job that is stopped while its process is prepared never starts.
      const early = large
        ? await Promise.race([ending.promise, runner.lowerPriority().then(() => null)])
        : null;
      const outcome = early ?? (await Promise.race([ending.promise, begin(runner, job, options)]));
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

  /** Counts a process as one that will be idle, but only for a moment. @returns whether it was one */
  async #waitBriefly(runner: RunnerProcess, idle: Promise<unknown>): Promise<boolean> {
    const comes = runner.isLowered ? 0 : 1;
    this.#settling += comes;
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      late.resolve(false);
    }, SETTLES_WITHIN_MS);
    const isSoon = await Promise.race([idle.then(() => true), late.promise]);
    clearTimeout(timer);
    this.#settling -= comes;
    return isSoon;
  }

  /** Whether a process can take another job, after it has given back the memory of the last one. */
  async #isReusable(runner: RunnerProcess): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const timer = startTimer(IDLE_WITHIN_SECONDS, () => {
      late.resolve(false);
    });
    const isIdle = await Promise.race([runner.idle().then(() => true), late.promise]);
    clearTimeout(timer);
    return isIdle && runner.alive && runner.residentBytes <= this.#options.maxResidentBytes;
  }
}

/** How long a new process may take to warm up, beside other work. */
const WARM_WITHIN_SECONDS = 60;

/** How long jobs wait for a process that has answered or warms up, before another one starts. */
const SETTLES_WITHIN_MS = 200;

/** How long a process may take after an answer until it can take the next job. */
const IDLE_WITHIN_SECONDS = 10;

function canGoOn(outcome: PoolOutcome): boolean {
  return (
    outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.failure.kind !== 'internal')
  );
}

async function begin(
  runner: RunnerProcess,
  job: RunnerJob,
  { onStarted, onProgress }: PoolJobOptions,
): Promise<PoolOutcome> {
  onStarted?.();
  return outcomeOf(await runner.execute(job, (step) => onProgress?.(step)));
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

function busyReason(seconds: number): string {
  return `No runner process was free within ${seconds} seconds. Try again later.`;
}
