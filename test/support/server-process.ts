import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { apiClient, type ApiClient } from './api-client.ts';

/** A service in a process of its own, which can be killed. */
export interface ServerProcess {
  readonly pid: number;
  readonly api: ApiClient;
  /** Halts it: it sees nothing of what happens to its runners. */
  halt(): void;
  /** Kills it at once. @returns when it is gone */
  kill(): Promise<void>;
}

/**
 * @param env settings by the names of their environment variables: the database and the data folder at least
 * @throws Error when it ends before it is ready
 */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['cli/main.ts', 'serve'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      SERVICE_SEED_DEMO: 'false',
      SERVICE_LOG_FORMAT: 'json',
      SERVICE_PORT: '0',
      SERVICE_SCHEDULER_ENABLED: 'false',
      ...env,
    },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
    if (msg !== 'ready' || url === undefined || child.pid === undefined) continue;
    return {
      pid: child.pid,
      api: apiClient(url),
      halt: () => void child.kill('SIGSTOP'),
      kill: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
    };
  }
  throw new Error('The other server ended before it was ready');
}
