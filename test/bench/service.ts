import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { treeMemoryMb } from './process-tree.ts';
import { freePort } from '../../prisma/embedded/free-port.ts';
import { sendFile } from './send-file.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Flags of the script `start` in package.json. */
const START = ['--max-semi-space-size=4', 'cli/millrace.mjs', 'serve'];

interface Created {
  readonly id: string;
}

/** A node of a finished run. */
interface FinishedNode {
  readonly node_id: string;
  readonly rows: number;
  readonly sample: readonly Readonly<Record<string, unknown>>[];
}

interface FinishedRun extends Created {
  readonly status: string;
  readonly error_message: string | null;
  readonly node_results: readonly FinishedNode[];
}

/** A service in another process with the flags of `npm start`, for benchmarks. */
export class BenchService {
  readonly url: string;
  /** Milliseconds from start to the first answer of /health. */
  readonly startMs: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string, startMs: number) {
    this.#process = process;
    this.url = url;
    this.startMs = startMs;
  }

  /** @param environment variables besides those of this process */
  static async start(
    dataDir: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<BenchService> {
    const port = await freePort();
    const started = performance.now();
    const child = spawn(
      process.execPath,
      [...START, '--port', String(port), '--data-dir', dataDir, '--no-demo'],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...benchEnvironment(), ...environment },
      },
    );
    const url = `http://127.0.0.1:${port}`;
    const answered = await untilHealthy(url, child);
    return new BenchService(child, url, answered - started);
  }

  /** Uploads a file. @returns the dataset's id */
  async upload(file: string): Promise<string> {
    const answer = await sendFile(`${this.url}/api/datasets/upload`, file);
    return (JSON.parse(answer) as Created).id;
  }

  async createFlow(graph: unknown): Promise<string> {
    return (await this.#call<Created>('POST', '/api/flows', { name: 'bench', graph_json: graph }))
      .id;
  }

  /** Saves a database as a connection. @returns its id */
  async createConnection(address: string): Promise<string> {
    const url = new URL(address);
    const connection = await this.#call<Created>('POST', '/api/connections', {
      name: 'bench',
      provider: 'postgresql',
      host: url.searchParams.get('host') ?? url.hostname,
      port: Number(url.port || '5432'),
      database: url.pathname.slice(1),
      username: decodeURIComponent(url.username),
    });
    return connection.id;
  }

  /** Runs a flow. @returns milliseconds from request to answer */
  async run(flowId: string, engine: string): Promise<number> {
    const started = performance.now();
    await this.#run(flowId, engine);
    return performance.now() - started;
  }

  /** Runs a flow. @returns the results of its nodes */
  async nodeResults(flowId: string, engine: string): Promise<readonly FinishedNode[]> {
    return (await this.#run(flowId, engine)).node_results;
  }

  async health(): Promise<number> {
    const started = performance.now();
    await (await fetch(`${this.url}/health`)).text();
    return performance.now() - started;
  }

  /** Current resident memory, in MB. */
  residentMb(): number {
    return statusMb(String(this.#process.pid), 'VmRSS');
  }

  /** Current memory of the service and its child processes in MB; shared pages count once. */
  treeMb(): number {
    return treeMemoryMb(this.#process.pid ?? 0);
  }

  /** Maximum peak of resident memory of any child process of the service, in MB. */
  runnerPeakMb(): number {
    return Math.max(0, ...this.#runners().map((pid) => statusMb(pid, 'VmHWM')));
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exit;
  }

  // Must be cheap: measurements call it every few milliseconds.
  #runners(): string[] {
    const pid = String(this.#process.pid);
    return readProc(`${pid}/task/${pid}/children`).trim().split(' ');
  }

  async #run(flowId: string, engine: string): Promise<FinishedRun> {
    const run = await this.#call<FinishedRun>('POST', `/api/flows/${flowId}/runs`, { engine });
    if (run.status === 'success') return run;
    throw new Error(`Run ${run.id} ${run.status}: ${run.error_message}`);
  }

  async #call<T>(method: string, route: string, body: object): Promise<T> {
    const answer = await fetch(`${this.url}${route}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

function benchEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, SERVICE_MAX_UPLOAD_SIZE_MB: '1024', SERVICE_LOG_LEVEL: 'warn' };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<number> {
  for (let tries = 0; tries < 6000; tries++) {
    if (child.exitCode !== null) throw new Error(`The service exited with ${child.exitCode}`);
    const healthy = await fetch(`${url}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return performance.now();
    await delay(10);
  }
  throw new Error('The service did not become ready within a minute');
}

function statusMb(pid: string, field: string): number {
  const line = readProc(`${pid}/status`)
    .split('\n')
    .find((text) => text.startsWith(`${field}:`));
  return Number(line?.replace(/\D/g, '') ?? 0) / 1024;
}

function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}
