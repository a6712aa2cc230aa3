import { cacheFolder } from '../support/cache-folder.ts';
import { startDaemon, stopDaemon } from './daemon.ts';
import { holdPart, partNamed, releasePart, runs, type Part } from './parts.ts';
import { readState } from './state.ts';

/**
 * Kills a part of the running cluster, such as `kube-apiserver`, and keeps the supervisor from
 * restarting it.
 * @returns starts it again with the same arguments
 */
export async function killPart(name: string): Promise<() => void> {
  const folder = clusterFolder();
  holdPart(folder, name);
  const { pid, command } = crashPart(name);
  await stopDaemon({ pid });
  return () => {
    startDaemon(folder, name, command);
    releasePart(folder, name);
  };
}

/**
 * Kills a part of the running cluster; the supervisor restarts it.
 * @returns the killed part
 * @throws Error when the part does not run
 */
export function crashPart(name: string): Part {
  const part = partNamed(clusterFolder(), name);
  if (!runs(part)) throw new Error(`${name} does not run`);
  process.kill(part.pid, 'SIGKILL');
  return part;
}

/** A part of the running cluster; null while its process does not run. */
export function runningPart(name: string): Part | null {
  const part = partNamed(clusterFolder(), name);
  return runs(part) ? part : null;
}

function clusterFolder(): string {
  const state = readState(cacheFolder());
  if (state === null) throw new Error('The cluster is missing: start one by npm run cluster');
  return state.folder;
}
