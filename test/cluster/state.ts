import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Lets any process stop the cluster of this machine. */
export interface ClusterState {
  readonly folder: string;
  readonly kubeconfig: string;
  /** Places outside of its folder that did not exist before the cluster. */
  readonly absentBefore: readonly string[];
}

export function writeState(cache: string, state: ClusterState): void {
  writeFileSync(stateFile(cache), JSON.stringify(state, null, 2));
}

export function readState(cache: string): ClusterState | null {
  const file = stateFile(cache);
  if (!existsSync(file)) return null;
  // Another clone's older version may have written the file.
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
