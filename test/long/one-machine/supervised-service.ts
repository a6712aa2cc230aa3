import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../prisma/embedded/free-port.ts';
import { bundledName } from '../../../runner/programs/program-file.ts';
import { WEBHOOK_SECRET } from '../../support/contract-app.ts';
import { temporaryBundle, type TemporaryBundle } from '../../support/temporary-bundle.ts';

const AGAIN_AFTER_MS = 100;

/**
 * The service in a process of its own, from its bundle as users run it. It is restarted whenever it exits, as by a
 * service manager.
 */
export class SupervisedService {
  readonly url: string;
  readonly dataDir: string;
  readonly #port: number;
  readonly #bundle: TemporaryBundle;
  #process: ChildProcess;
  #ended: Promise<unknown>;
  #isStopping = false;

  private constructor(folder: string, port: number, bundle: TemporaryBundle) {
    this.dataDir = folder;
    this.url = `http://127.0.0.1:${port}`;
    this.#port = port;
    this.#bundle = bundle;
    this.#process = this.#spawn();
    this.#ended = this.#supervise();
  }

  /** @param folder contains its data and its log, `service.log` */
  static async start(folder: string): Promise<SupervisedService> {
    return new SupervisedService(folder, await freePort(), await temporaryBundle());
  }

  /** Waits until the service is ready. @throws Error after a minute */
  async ready(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const answer = await fetch(`${this.url}/ready`).catch(() => null);
      if (answer?.ok === true) return;
      await delay(100);
    }
    throw new Error(`The service does not start: see ${this.#log}`);
  }

  /** Kills the process. @returns the killed process; null when it is not running */
  kill(): string | null {
    const { pid } = this.#process;
    return pid !== undefined && this.#process.kill('SIGKILL') ? `process ${pid}` : null;
  }

  /** Kills the database server. @returns the killed process; null when it is not running */
  killPostgres(): string | null {
    const lock = path.join(this.dataDir, 'postgres', 'data', 'postmaster.pid');
    return tryKill(() => Number(readFileSync(lock, 'utf8').split('\n')[0]));
  }

  /** Kills a busy runner as soon as there is one. */
  async killRunner(choose: (pids: readonly number[]) => number): Promise<string | null> {
    for (let tries = 0; tries < 200 && this.#workingRunners().length === 0; tries++)
      await delay(20);
    return tryKill(() => choose(this.#workingRunners()));
  }

  /** Stops the service without a restart. @returns its exit code */
  async stop(): Promise<number | null> {
    this.#isStopping = true;
    this.#process.kill('SIGTERM');
    await this.#ended;
    this.#bundle.remove();
    return this.#process.exitCode;
  }

  /** A busy runner has a folder of its own. */
  #workingRunners(): number[] {
    const names = readdirSync(path.join(this.dataDir, 'scratch'));
    const pids = names.map((name) => Number(/^\d+/.exec(name)?.[0]));
    return pids.filter((pid) => isRunner(pid)).toSorted((a, b) => a - b);
  }

  get #log(): string {
    return path.join(this.dataDir, 'service.log');
  }

  #spawn(): ChildProcess {
    const log = openSync(this.#log, 'a');
    const { PATH = '', HOME = '' } = process.env;
    try {
      return spawn(process.execPath, [this.#bundle.file('cli/main.ts'), 'serve'], {
        env: {
          PATH,
          HOME,
          SERVICE_PORT: String(this.#port),
          SERVICE_DATA_DIR: this.dataDir,
          SERVICE_SEED_DEMO: 'false',
          SERVICE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        },
        stdio: ['ignore', log, log],
      });
    } finally {
      closeSync(log);
    }
  }

  async #supervise(): Promise<void> {
    do {
      await once(this.#process, 'exit');
      await delay(AGAIN_AFTER_MS);
    } while (this.#startsAgain());
  }

  #startsAgain(): boolean {
    if (!this.#isStopping) this.#process = this.#spawn();
    return !this.#isStopping;
  }
}

function isRunner(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(bundledName('runner/main.ts'));
  } catch {
    return false;
  }
}

function tryKill(find: () => number): string | null {
  try {
    const pid = find();
    if (!(pid > 1)) return null;
    process.kill(pid, 'SIGKILL');
    return `process ${pid}`;
  } catch {
    // The process has exited or is not started yet.
    return null;
  }
}
