import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The ids of the runner processes that a service started; by default of those of this process. */
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

/** Halts every runner, so that runs which they take stay under way until they are killed or go on. */
export async function signalRunners(
  signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL',
  service = process.pid,
): Promise<void> {
  for (const pid of await runnerPids(service)) process.kill(pid, signal);
}
