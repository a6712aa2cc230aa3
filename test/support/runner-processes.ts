import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns the ids of the runner processes of a service; by default of the service in this process. */
export async function runnerPids(service = process.pid): Promise<number[]> {
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
  service = process.pid,
): Promise<void> {
  for (const pid of await runnerPids(service)) process.kill(pid, signal);
}
