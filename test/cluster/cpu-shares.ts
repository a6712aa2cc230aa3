import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface Group {
  readonly name: string;
  /** Relative to the 1024 for each CPU that the kubelet gives to all pods together. */
  readonly shares: number;
}

/** The daemons of the node; systemd's system.slice has the same share. */
const NODE: Group = { name: 'millrace-node', shares: 1024 };
/** Elsewhere the control plane has a machine of its own: half of this one exceeds what it uses. */
const CONTROL_PLANE: Group = { name: 'millrace-control-plane', shares: 4096 };
const CONTROL_PLANE_DAEMONS = new Set([
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
]);

const MAX_TRIES = 50;
const RETRY_AFTER_MS = 100;

const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/**
 * Moves a daemon, before it starts children, into the cgroup of the node or of the control plane.
 * Outside of a cgroup, each process would weigh half as much as all pods together, and pods would
 * starve as on no other cluster. Does nothing where cgroups are read-only: the cluster is slower then.
 */
export function shareCpu(daemon: string, pid: number): void {
  const group = CONTROL_PLANE_DAEMONS.has(daemon) ? CONTROL_PLANE : NODE;
  try {
    const folder = folderOf(group);
    mkdirSync(folder, { recursive: true });
    writeFileSync(...weightOf(folder, group));
    writeFileSync(path.join(folder, 'cgroup.procs'), String(pid));
  } catch {
    // The cgroups are read-only, or a container's own subtree, which allows no processes beside groups.
  }
}

/** Removes the cgroups of a cluster whose daemons have ended. */
export async function removeCpuGroups(): Promise<void> {
  for (const group of [NODE, CONTROL_PLANE]) {
    const folder = folderOf(group);
    // A zombie stays in its group until its parent reaps it.
    for (let tries = 0; existsSync(folder) && tries < MAX_TRIES; tries++) {
      try {
        rmdirSync(folder);
      } catch {
        await delay(RETRY_AFTER_MS);
      }
    }
  }
}

function folderOf({ name }: Group): string {
  return path.join(isV2() ? V2 : V1, name);
}

function isV2(): boolean {
  return existsSync(path.join(V2, 'cgroup.controllers'));
}

/** The file of the weight, and its content. */
function weightOf(folder: string, { shares }: Group): [file: string, value: string] {
  if (!isV2()) return [path.join(folder, 'cpu.shares'), String(shares)];
  const enabled = path.join(V2, 'cgroup.subtree_control');
  if (!readFileSync(enabled, 'utf8').split(/\s/).includes('cpu')) writeFileSync(enabled, '+cpu');
  // The kubelet translates shares with the same formula.
  const weight = Math.round(1 + ((shares - 2) * 9999) / 262_142);
  return [path.join(folder, 'cpu.weight'), String(weight)];
}
