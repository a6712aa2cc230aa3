import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What is needed to end a cluster that another process started. */
export interface ClusterState {
  readonly folder: string;
  readonly kubeconfig: string;
  /** Places of others that were not there before it. */
  readonly absentBefore: readonly string[];
}

export function writeState(cache: string, state: ClusterState): void {
  writeFileSync(stateFile(cache), JSON.stringify(state, null, 2));
}

export function readState(cache: string): ClusterState | null {
  const file = stateFile(cache);
  if (!existsSync(file)) return null;
  // The cluster may be another clone's, of a time when less was written down.
  return {
    absentBefore: [],
    ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<ClusterState, 'absentBefore'>),
  };
}

export function forgetState(cache: string): void {
  rmSync(stateFile(cache), { force: true });
}

function stateFile(cache: string): string {
  return path.join(cache, 'cluster.json');
}
