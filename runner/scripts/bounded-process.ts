import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { memoryOfGroup } from './process-memory.ts';

/** A program that executes a script, and its bounds. */
export interface BoundedCommand {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The working folder. */
  readonly folder: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly maxSeconds: number;
  /** Of the process and its children together. */
  readonly maxMemoryBytes: number;
  /** Of each file that it writes. */
  readonly maxFileBytes: number;
  /** Receives what is printed as it arrives; all of it together is the output of the exit. */
  readonly onOutput?: (text: string) => void;
}

/** How the process ended. */
export interface BoundedExit {
  /** Null: it ended by itself. */
  readonly exceeded: 'time' | 'memory' | null;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it printed, up to MAX_OUTPUT_CHARS. */
  readonly output: string;
}

/** The limit of the kept output; the rest is discarded. */
export const MAX_OUTPUT_CHARS = 65_536;
const TRUNCATED = '\n… (more output was discarded)';

const MEMORY_SAMPLE_MS = 100;
/** A sample reads all processes of the machine: after it, the sampler rests so many times as long. */
const REST_FACTOR = 20;
const MEBIBYTE = 2 ** 20;
/** Libraries reserve memory that they do not use. The kernel's limit is only for growth between two samples. */
const RESERVE_BYTES = 1024 * MEBIBYTE;

/**
 * Waits for the guardian, sets the limits that the kernel enforces for each process, then becomes the program. It
 * ends when this process ends before the guardian has started.
 */
const LAUNCHER =
  'read -r guarded || exit 1; ulimit -c 0; ulimit -d "$1"; ulimit -f "$2"; shift 2; exec "$@" < /dev/null';
/** How long the rest of its output is read after its end. */
const OUTPUT_MS = 1000;
/** The unit of `ulimit -f` in a POSIX shell. */
const FILE_BLOCK_BYTES = 512;
/** Kills the group when this process ends by any means, because its end closes the pipe. */
const GUARDIAN = 'cat > /dev/null; kill -s KILL -- "-$1"';

/**
 * Runs a program in a process group of its own, and kills the whole group when the program ends, exceeds a
 * bound, or when this process ends. Outside Linux only time and file sizes are bounded.
 */
export async function runBounded(request: BoundedCommand): Promise<BoundedExit> {
  const child = start(request);
  const { output, append } = collectOutput(child, request.onOutput);
  const { pid } = child;
  if (pid === undefined) {
    const error = await new Promise<Error>((resolve) => child.once('error', resolve));
    append(error.message);
    return { exceeded: null, code: null, signal: null, output: output() };
  }
  let exceeded: BoundedExit['exceeded'] = null;
  const stop = (bound: 'time' | 'memory'): void => {
    exceeded ??= bound;
    killGroup(pid);
  };
  const guardian = spawn('sh', ['-c', GUARDIAN, 'sh', String(pid)], {
    detached: true,
    // In a pod the environment of this process has secrets.
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.on('error', ({ message }) => {
    append(`The process cannot be guarded: ${message}`);
  });
  // A program that ended at once no longer reads.
  child.stdin.on('error', () => undefined);
  child.stdin.end(guardian.pid === undefined ? '' : 'guarded\n');
  const timer = setTimeout(stop, request.maxSeconds * 1000, 'time');
  const endSampling = sampleMemory(pid, (bytes) => {
    if (bytes > request.maxMemoryBytes) stop('memory');
  });
  const closed = once(child, 'close');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  endSampling();
  killGroup(pid);
  // Before its pipe closes, so that it kills no later group with the same id.
  guardian.kill('SIGKILL');
  await outputEnd(child, closed);
  return { exceeded, code, signal, output: output() };
}

/** Reports the memory of a group again and again. @returns what ends that */
function sampleMemory(leader: number, report: (bytes: number) => void): () => void {
  let timer = setTimeout(sample, MEMORY_SAMPLE_MS);
  function sample(): void {
    const begin = performance.now();
    report(memoryOfGroup(leader));
    const rest = REST_FACTOR * (performance.now() - begin);
    timer = setTimeout(sample, Math.max(MEMORY_SAMPLE_MS, rest));
  }
  return () => {
    clearTimeout(timer);
  };
}

function start({ command, folder, env, maxMemoryBytes, maxFileBytes }: BoundedCommand) {
  const data = Math.ceil((maxMemoryBytes + RESERVE_BYTES) / 1024);
  const file = Math.ceil(maxFileBytes / FILE_BLOCK_BYTES);
  const limits = [String(data), String(file)];
  return spawn('/bin/sh', ['-c', LAUNCHER, 'sh', ...limits, ...command], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

interface Output {
  readonly output: () => string;
  readonly append: (chunk: string) => void;
}

function collectOutput(child: ChildProcess, onOutput?: (text: string) => void): Output {
  let text = '';
  let isTruncated = false;
  const append = (chunk: string): void => {
    if (isTruncated) return;
    isTruncated = text.length + chunk.length > MAX_OUTPUT_CHARS;
    const kept = chunk.slice(0, MAX_OUTPUT_CHARS - text.length) + (isTruncated ? TRUNCATED : '');
    text += kept;
    onOutput?.(kept);
  };
  child.stdout?.setEncoding('utf8').on('data', append);
  child.stderr?.setEncoding('utf8').on('data', append);
  return { output: () => text, append };
}

/** Waits until the output ends, up to OUTPUT_MS: children that left the group may hold it open for ever. */
async function outputEnd(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  const patience = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, OUTPUT_MS);
  await closed;
  clearTimeout(patience);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group no longer exists.
  }
}
