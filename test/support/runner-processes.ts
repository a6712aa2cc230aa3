import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The ids of the runner processes that this process started. */
export async function runnerPids(): Promise<number[]> {
  const search = promisify(execFile)('pgrep', [
    '-P',
    String(process.pid),
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
export async function signalRunners(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void> {
  for (const pid of await runnerPids()) process.kill(pid, signal);
}
