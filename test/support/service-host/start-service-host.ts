import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SharedServer } from '../shared-servers.ts';

/** A host stops its services for some seconds when the run ends. */
const EXIT_WITHIN_MS = 20_000;

/**
 * Starts the process that runs the services of one Jest worker.
 * @returns the address is the URL of its requests
 * @throws Error when it exits before it listens; its stderr says why
 */
export async function startServiceHost(): Promise<SharedServer> {
  const host = fork(path.join(import.meta.dirname, 'main.ts'), [], {
    // Not the flags of Jest.
    execArgv: [],
    // Jest may write its report to its standard output.
    stdio: ['ignore', 2, 'inherit', 'ipc'],
  });
  const exited = once(host, 'exit');
  const ready = once(host, 'message') as Promise<[address: string]>;
  const first = await Promise.race([ready, exited.then(() => null)]);
  if (first === null) throw new Error('The host of services exited before it was ready');
  return {
    address: first[0],
    exited,
    stop: async () => {
      if (!isRunning(host)) return;
      host.disconnect();
      const isLate = await Promise.race([
        exited.then(() => false),
        delay(EXIT_WITHIN_MS, true, { ref: false }),
      ]);
      if (isLate) host.kill('SIGKILL');
    },
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
