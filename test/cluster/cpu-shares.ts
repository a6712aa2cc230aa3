import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface Group {
  readonly name: string;
  /** Beside the 1024 for each processor of the node that the kubelet gives to all pods together. */
  readonly shares: number;
}

/** All that serves the node, as systemd's system.slice has it. */
const NODE: Group = { name: 'millrace-node', shares: 1024 };
/** A machine of its own elsewhere: about half of this one, which is more than it ever takes. */
const CONTROL_PLANE: Group = { name: 'millrace-control-plane', shares: 4096 };
const OF_CONTROL_PLANE = new Set([
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
]);

const MOST_TRIES = 50;
const BETWEEN_TRIES_MS = 100;

const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/**
 * Gives a daemon that has just been started, and all that it will start, its part of the processors.
 * Left alone, each process on its own would weigh half as much as all pods together, where a node's
 * daemons share a part and the control plane is on another machine: pods would starve as they do
 * nowhere else. Where cgroups cannot be written, it stays so: the cluster works, only slower.
 */
export function shareCpu(daemon: string, pid: number): void {
  const group = OF_CONTROL_PLANE.has(daemon) ? CONTROL_PLANE : NODE;
  try {
    const folder = folderOf(group);
    mkdirSync(folder, { recursive: true });
    writeFileSync(...weightOf(folder, group));
    writeFileSync(path.join(folder, 'cgroup.procs'), String(pid));
  } catch {
    // Read-only, or a container's own part of the tree, in which processes may not stand beside groups.
  }
}

/** To be called when nothing runs in them any more. */
export async function removeCpuGroups(): Promise<void> {
  for (const group of [NODE, CONTROL_PLANE]) {
    const folder = folderOf(group);
    // A process that has ended is in its group until its parent has asked how.
    for (let tries = 0; existsSync(folder) && tries < MOST_TRIES; tries++) {
      try {
        rmdirSync(folder);
      } catch {
        await delay(BETWEEN_TRIES_MS);
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

/** The file that holds the weight, and what to write into it. */
function weightOf(folder: string, { shares }: Group): [file: string, value: string] {
  if (!isV2()) return [path.join(folder, 'cpu.shares'), String(shares)];
  const enabled = path.join(V2, 'cgroup.subtree_control');
  if (!readFileSync(enabled, 'utf8').split(/\s/).includes('cpu')) writeFileSync(enabled, '+cpu');
  // As the kubelet translates shares, so that both stay in proportion.
  const weight = Math.round(1 + ((shares - 2) * 9999) / 262_142);
  return [path.join(folder, 'cpu.weight'), String(weight)];
}
