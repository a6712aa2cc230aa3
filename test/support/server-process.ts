import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { apiClient, type ApiClient } from './api-client.ts';
import { compiledCode } from './compiled-code.ts';
import { count } from './test-counts.ts';

/** A service in another process, which tests can kill. */
export interface ServerProcess {
  readonly pid: number;
  readonly api: ApiClient;
  /** Stops the process with SIGSTOP, so that it does not notice the exit of its runners. */
  halt(): void;
  /** Kills it with SIGKILL. @returns when it has exited */
  kill(): Promise<void>;
}

const started: ServerProcess[] = [];

// A test that failed may have left it running: it would keep Jest from ending.
afterAll(async () => {
  await Promise.all(started.splice(0).map((server) => server.kill()));
});

/**
 * Starts a service that lives until it is killed, or until the tests of the file have run.
 * @param env environment variables, at least that of the data folder
 * @param launcher a program and its first arguments that become the service
 * @param program the sources of the command line, or the file of a bundle
 * @throws Error when it exits before it is ready
 */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  launcher: readonly string[] = [],
  program = 'cli/main.ts',
): Promise<ServerProcess> {
  count('service-process');
  const [first, ...args] = [...launcher, process.execPath, program, 'serve'];
  const child = spawn(first, args, {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...compiledCode(),
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
    const server: ServerProcess = {
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
    started.push(server);
    return server;
  }
  throw new Error('The other server exited before it was ready');
}
