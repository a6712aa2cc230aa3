import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

interface GroupOptions {
  readonly cwd: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Kills the program and everything that it started. */
  readonly signal: AbortSignal;
}

/**
 * Runs a program in a process group of its own. Its messages go to the standard error of this process.
 * @returns what it printed
 * @throws Error when it fails; the reason of the signal when that aborts
 */
export async function runInGroup(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, environment = process.env, signal }: GroupOptions,
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): void => {
    // Without a pid it has not started, which the event `error` reports.
    if (child.pid !== undefined) killGroup(child.pid);
  };
  signal.addEventListener('abort', kill);
  try {
    const [printed, [code]] = await Promise.all([
      text(child.stdout),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed; see above`);
    return printed;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // All of it has ended.
  }
}
