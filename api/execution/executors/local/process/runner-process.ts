import { spawn, type ChildProcess } from 'node:child_process';
import type {
  JobFailure,
  JobRequest,
  JobResults,
  RunnerJob,
  RunnerMessage,
  SecretAnswer,
} from '../../../../../runner/domain/runner-job.ts';
import type { ReadSecret } from '../../../../../runner/domain/named-secret.ts';
import type { RunStep } from '../../../../../runner/domain/run-progress.ts';
import type { UnexpectedExit } from './exit-reason.ts';
import { readPeakMemory } from './process-memory.ts';
import { lowerPriority, RUNNER_NICENESS } from './process-priority.ts';

/** How a runner process is started. */
export interface RunnerCommand {
  readonly executable: string;
  readonly args: readonly string[];
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Reads the secrets of connections, for which the process asks when it uses them; absent: it gets none. */
  readonly readSecret?: ReadSecret;
  /** Receives what the process writes to stderr: the stacks of defects. */
  readonly onDiagnostics?: (text: string) => void;
}

export type JobReply =
  | { readonly type: 'done'; readonly result: JobResults[keyof JobResults] }
  | { readonly type: 'failed'; readonly failure: JobFailure }
  | { readonly type: 'exited'; readonly exit: UnexpectedExit };

type SecretRequest = Extract<RunnerMessage, { readonly type: 'secret' }>;

const noSecrets: ReadSecret = () => Promise.resolve({ missing: 'the service has no secrets' });

const STDERR_TAIL_CHARS = 4096;
const MEMORY_SAMPLE_MS = 250;

/** One warm runner process, which executes one job at a time from its IPC channel. */
export class RunnerProcess {
  /** Resolves to true once the process accepts jobs, to false when it exits before. */
  readonly ready: Promise<boolean>;
  readonly exited: Promise<UnexpectedExit>;
  readonly #child: ChildProcess;
  #stderrTail = '';
  #peakBytes: number | null = null;
  #residentBytes = 0;
  #requests = 0;
  #jobs = 0;
  #isLowered = false;
  #ended = false;
  #idle = Promise.withResolvers<null>();
  #current:
    { id: number; onProgress: (step: RunStep) => void; settle: (r: JobReply) => void } | undefined;
  #becameReady: () => void = () => undefined;

  constructor(command: RunnerCommand) {
    // A process group of its own, so that killing the group also kills its children.
    this.#child = spawn(command.executable, command.args, {
      detached: true,
      env: command.env,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    if (this.#child.pid !== undefined) void lowerPriority(this.#child.pid, RUNNER_NICENESS.small);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderrTail = (this.#stderrTail + text).slice(-STDERR_TAIL_CHARS);
      command.onDiagnostics?.(text);
    });
    this.#child.on('message', (message: RunnerMessage) => {
      if (message.type === 'secret') void this.#answer(message, command.readSecret);
      else this.#receive(message);
    });
    this.exited = this.#watchExit();
    this.ready = Promise.race([
      new Promise<boolean>(
        (resolve) =>
          (this.#becameReady = () => {
            resolve(true);
          }),
      ),
      this.exited.then(() => false),
    ]);
  }

  /** The number of jobs that it has received, without its warm-up. */
  get jobs(): number {
    return this.#jobs;
  }

  get alive(): boolean {
    return (
      this.#child.exitCode === null && this.#child.signalCode === null && this.#child.connected
    );
  }

  /** Executes a job. The reply is `exited` when the process dies before it has finished. */
  async execute(job: RunnerJob, onProgress: (step: RunStep) => void): Promise<JobReply> {
    this.#requests += 1;
    if (job.kind !== 'warmUp') this.#jobs += 1;
    this.#idle = Promise.withResolvers();
    const sampling = setInterval(() => void this.#sampleMemory(), MEMORY_SAMPLE_MS);
    const replied = new Promise<JobReply>((settle) => {
      this.#current = { id: this.#requests, onProgress, settle };
    });
    const request: JobRequest = { id: this.#requests, job };
    // A failed send is followed by the exit, which settles the reply.
    this.#child.send(request, () => undefined);
    const exited = this.exited.then((exit): JobReply => ({ type: 'exited', exit }));
    try {
      return await Promise.race([replied, exited]);
    } finally {
      clearInterval(sampling);
      this.#current = undefined;
    }
  }

  /** Resolves when it accepts the next job, and when it exits. */
  async idle(): Promise<void> {
    await Promise.race([this.#idle.promise, this.exited]);
  }

  /** Whether its priority was lowered, which cannot be taken back. */
  get isLowered(): boolean {
    return this.#isLowered;
  }

  /** Lowers its priority, so that small jobs of other processes run first. */
  async lowerPriority(): Promise<void> {
    if (this.#isLowered) return;
    this.#isLowered = true;
    if (this.#child.pid !== undefined) await lowerPriority(this.#child.pid, RUNNER_NICENESS.large);
  }

  /** The resident memory in bytes that it reported when it became idle. */
  get residentBytes(): number {
    return this.#residentBytes;
  }

  /** Kills the process and its children with SIGKILL. */
  kill(): void {
    const { pid } = this.#child;
    // After the exit, another process may have the pid.
    if (pid === undefined || this.#ended) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The process group no longer exists.
    }
  }

  async #answer({ request, secret }: SecretRequest, read = noSecrets): Promise<void> {
    const found = await read(secret).catch(() => ({ missing: 'the service cannot read it' }));
    const answer: SecretAnswer = { secretRequest: request, found };
    // A failed send is followed by the exit.
    if (this.#child.connected) this.#child.send(answer, () => undefined);
  }

  #receive(message: Exclude<RunnerMessage, SecretRequest>): void {
    if (message.type === 'ready') {
      this.#becameReady();
      return;
    }
    // Ignores a late message of an earlier job.
    if (message.id !== this.#requests) return;
    if (message.type === 'progress') this.#current?.onProgress(message.step);
    else {
      if (message.residentBytes !== null) {
        this.#residentBytes = message.residentBytes;
        this.#idle.resolve(null);
      }
      if (message.type !== 'idle') this.#current?.settle(message);
    }
  }

  async #watchExit(): Promise<UnexpectedExit> {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      this.#child.once('error', (error) => {
        this.#stderrTail += error.message;
        if (this.#child.pid === undefined) resolve([null, null]);
      });
      // `close` is emitted after the end of stderr, so its last lines are known. Children of the process
      // may keep it open, so they are killed first.
      this.#child.once('exit', () => {
        this.kill();
      });
      this.#child.once('close', (...ended) => {
        resolve(ended);
      });
    });
    this.#ended = true;
    return { code, signal, stderrTail: this.#stderrTail, peakBytes: this.#peakBytes };
  }

  async #sampleMemory(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined) return;
    this.#peakBytes = (await readPeakMemory(pid)) ?? this.#peakBytes;
  }
}
