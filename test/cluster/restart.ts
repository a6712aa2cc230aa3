import { readdirSync, readFileSync } from 'node:fs';
import { cacheFolder } from '../support/cache-folder.ts';
import { startDaemon, stopDaemon } from './daemon.ts';
import { readState, writeState } from './state.ts';

/**
 * Kills a part of the cluster that is up, e.g. `kube-apiserver`.
 * @returns starts it again with the same arguments
 */
export async function killPart(name: string): Promise<() => void> {
  const state = readState(cacheFolder());
  if (state === null) throw new Error('There is no cluster');
  const { pid, command } = findPart(name, state.pids);
  process.kill(pid, 'SIGKILL');
  await stopDaemon({ pid });
  return () => {
    const again = startDaemon(state.folder, name, command);
    const pids = state.pids.map((known) => (known === pid ? again.pid : known));
    writeState(cacheFolder(), { ...state, pids });
  };
}

function findPart(
  name: string,
  pids: readonly number[],
): { readonly pid: number; readonly command: readonly string[] } {
  const alive = new Set(readdirSync('/proc'));
  for (const pid of pids.filter((known) => alive.has(String(known)))) {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    if (command[0]?.endsWith(`/${name}`) === true) return { pid, command };
  }
  throw new Error(`No ${name} runs`);
}
