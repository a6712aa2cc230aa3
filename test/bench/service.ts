import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { environmentOutside } from './environment-outside.ts';
import { descendants, readProcesses, treeMemoryMb, type ProcessFacts } from './process-tree.ts';
import { freePort } from '../../prisma/embedded/free-port.ts';
import { sendFile } from './send-file.ts';

/** The clone with these benchmarks. */
export const PRESENT_ROOT = path.resolve(import.meta.dirname, '..', '..');

/** The script `start` of package.json, which runs the service by Node. */
const START = /^(?:exec )?node (?<args>.*)$/;
/** A quiet machine takes some seconds; one with ten things to do, a minute. */
const READY_WITHIN_MS = 180_000;
const STOPS_WITHIN_MS = 20_000;

/** The processes of all services that were started here and run. */
const running = new Set<ChildProcess>();

interface StartOptions {
  /** The clone whose service is started; default: the present one. */
  readonly root?: string;
  /** Variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

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

  static async start(
    dataDir: string,
    { root = PRESENT_ROOT, environment = {} }: StartOptions = {},
  ): Promise<BenchService> {
    if (root === PRESENT_ROOT) await (presentBundle ??= bundlePresent());
    const port = await freePort();
    const started = performance.now();
    const child = spawn(
      nodeOf(root),
      [...startOf(root), '--port', String(port), '--data-dir', dataDir, '--no-demo'],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...benchEnvironment(), ...environment },
      },
    );
    running.add(child);
    child.once('exit', () => running.delete(child));
    const url = `http://127.0.0.1:${port}`;
    try {
      const answered = await untilHealthy(url, child);
      return new BenchService(child, url, answered - started);
    } catch (error) {
      await stop(child);
      throw error;
    }
  }

  /** Stops every service that was started here and still runs. */
  static async stopAll(): Promise<void> {
    await Promise.all([...running].map(stop));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
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

  /** Exports a flow as Python. @returns milliseconds from request to answer */
  async export(flowId: string): Promise<number> {
    const started = performance.now();
    await this.#call('POST', `/api/flows/${flowId}/export/python`, {});
    return performance.now() - started;
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
    return treeMemoryMb(this.pid);
  }

  /** Maximum peak of resident memory of any child process of the service, in MB. */
  runnerPeakMb(): number {
    return Math.max(0, ...this.#runners().map((pid) => statusMb(pid, 'VmHWM')));
  }

  async stop(): Promise<void> {
    await stop(this.#process);
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

/** The Node that `npm start` of a clone finds: its own, or that of the machine. */
function nodeOf(root: string): string {
  const own = path.join(root, 'node_modules', '.bin', 'node');
  return existsSync(own) ? own : process.execPath;
}

let presentBundle: Promise<void> | undefined;

/** Users run the bundle, which this clone lacks as one for development. */
async function bundlePresent(): Promise<void> {
  const build = ['--no-warnings', path.join('scripts', 'bundle', 'main.ts')];
  await promisify(execFile)(nodeOf(PRESENT_ROOT), build, { cwd: PRESENT_ROOT });
}

/** The arguments of Node in the script `start` of a clone. */
function startOf(root: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  const { start } = manifest.scripts;
  const args = START.exec(start)?.groups?.args;
  if (args === undefined) throw new Error(`The script start of ${root} runs no Node: ${start}`);
  return args.split(' ');
}

/** Stops a service; kills it with all of its processes when it does not stop in time. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  const tree = descendants(readProcesses(), [child.pid ?? 0]);
  child.kill('SIGTERM');
  const hasExited = exit.then(() => true);
  if (await Promise.race([hasExited, delay(STOPS_WITHIN_MS, false, { ref: false })])) return;
  const isOfTree = (each: ProcessFacts): boolean =>
    tree.some(({ pid, startedAt }) => pid === each.pid && startedAt === each.startedAt);
  for (const { pid } of readProcesses().filter(isOfTree)) killIfAlive(pid);
  await exit;
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function benchEnvironment(): NodeJS.ProcessEnv {
  return {
    ...environmentOutside(process.env),
    SERVICE_MAX_UPLOAD_SIZE_MB: '1024',
    SERVICE_LOG_LEVEL: 'warn',
  };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<number> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The service exited with ${child.exitCode}`);
    const healthy = await fetch(`${url}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return performance.now();
    await delay(10);
  }
  throw new Error(`The service did not become ready within ${READY_WITHIN_MS / 1000} s`);
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
