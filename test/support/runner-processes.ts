import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The process of the services of this test file. */
let parent = process.pid;

/** Names the process that runs the services of this test file; by default it is this process. */
export function setParentOfRunners(pid: number): void {
  parent = pid;
}

/** Returns the ids of the runner processes of a service; by default of all services of this test file. */
export async function runnerPids(service = parent): Promise<number[]> {
  const search = promisify(execFile)('pgrep', [
    '-P',
    String(service),
    '-f',
    'runner/main.ts serve',
  ]);
  const { stdout } = await search.catch(() => ({ stdout: '' }));
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
}

/** Signals every runner. After SIGSTOP their runs stay in progress until SIGCONT or SIGKILL. */
export async function signalRunners(
  signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL',
  service = parent,
): Promise<void> {
  for (const pid of await runnerPids(service)) process.kill(pid, signal);
}
