import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../prisma/embedded/free-port.ts';
import { until } from './until.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const SETTLED_WITHIN_MS = 60_000;

/** Node flags and environment of the image. */
const START = ['--max-semi-space-size=4', '--optimize-for-size', 'operator/main.ts'];
const IMAGE_ENV = { MALLOC_ARENA_MAX: '2' };

export interface OperatorProcessOptions {
  readonly kubeconfig: string;
  readonly namespace: string;
  /** A folder for its settings. */
  readonly scratch: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of its Jobs, except the image. */
  readonly settings?: object;
}

/** An operator process, started as in its image. */
export class OperatorProcess {
  /** Resolves with its exit code. */
  readonly exited: Promise<number | null>;
  readonly #process: ChildProcess;
  readonly #port: number;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#port = port;
    this.exited = once(process, 'exit').then(() => process.exitCode);
  }

  /** Starts the process without waiting until it is ready. */
  static async start(options: OperatorProcessOptions): Promise<OperatorProcess> {
    const port = await freePort();
    const settings = path.join(options.scratch, `job-settings-${port}.json`);
    writeFileSync(settings, JSON.stringify({ image: 'runner:test', ...options.settings }));
    const env = {
      ...process.env,
      ...IMAGE_ENV,
      KUBECONFIG: options.kubeconfig,
      HOSTNAME: 'test',
      OPERATOR_NAMESPACE: options.namespace,
      OPERATOR_JOB_SETTINGS: settings,
      OPERATOR_PORT: String(port),
      OPERATOR_LOG_LEVEL: 'error',
      ...options.env,
    };
    const child = spawn(process.execPath, START, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
    return new OperatorProcess(child, port);
  }

  /** Waits until the operator leads and its queue of Runs is empty. */
  async settled(): Promise<void> {
    await until(async () => {
      await delay(100);
      if (!(await this.isReady())) return false;
      const isLeading = await this.metric(
        'leader_election_master_status{name="millrace-operator"}',
      );
      return isLeading === 1 && (await this.metric('workqueue_depth{name="run"}')) === 0;
    }, SETTLED_WITHIN_MS);
  }

  /** Reads a metric by name and labels; NaN while it does not exist. */
  async metric(name: string): Promise<number> {
    const text = await fetch(`http://127.0.0.1:${this.#port}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    );
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? Number.NaN);
  }

  /** Reports whether the readiness probe succeeds. */
  async isReady(): Promise<boolean> {
    return await fetch(`http://127.0.0.1:${this.#port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await this.exited;
  }
}
