import { cacheFolder } from '../support/cache-folder.ts';
import { startDaemon, stopDaemon } from './daemon.ts';
import { holdPart, partNamed, releasePart, runs, type Part } from './parts.ts';
import { readState } from './state.ts';

/**
 * Kills a part of the cluster that is up, e.g. `kube-apiserver`, and keeps it away.
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
 * Kills a part of the cluster that is up, and leaves it to the cluster to have it again.
 * @returns what was killed
 * @throws Error when it does not run
 */
export function crashPart(name: string): Part {
  const part = partNamed(clusterFolder(), name);
  if (!runs(part)) throw new Error(`No ${name} runs`);
  process.kill(part.pid, 'SIGKILL');
  return part;
}

/** A part that runs now, of the cluster that is up; null when it is away. */
export function runningPart(name: string): Part | null {
  const part = partNamed(clusterFolder(), name);
  return runs(part) ? part : null;
}

function clusterFolder(): string {
  const state = readState(cacheFolder());
  if (state === null) throw new Error('There is no cluster');
  return state.folder;
}
