import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { removeCpuGroups } from './cpu-shares.ts';
import { stopDaemon } from './daemon.ts';
import { isBuilding, RUN_ROOT } from '../images/buildah.ts';
import { tryShell } from './shell.ts';
import type { ClusterState } from './state.ts';

/** Files that parts write outside of the cluster's folder; each contains the path of that folder. */
const FILES_ELSEWHERE = ['/var/lib/cni/results/*', '/run/containerd/runc/k8s.io/*/state.json'];
const LOG_LINKS = '/var/log/containers';
/** Files in the cluster's folder, each with the path of a shim's socket. */
const SHIM_ADDRESSES = 'containerd-state/io.containerd.runtime.v2.task/k8s.io/*/address';
const SHIM_SOCKETS = '/run/containerd/s';
/** Common to all clusters of this machine, of which one exists at a time. */
const COMMON_PLACES = [
  '/run/netns/millrace',
  '/run/millrace-cni',
  '/sys/class/net/millrace-host',
  ...['millrace-node', 'millrace-control-plane'].flatMap((group) => [
    `/sys/fs/cgroup/${group}`,
    `/sys/fs/cgroup/cpu/${group}`,
  ]),
];
const CGROUPS = '/sys/fs/cgroup/{,*/}kubepods';

/**
 * Kills the containers of a cluster whose daemons have ended, and removes the files that its parts
 * wrote outside of its folder. Touches nothing that does not name the folder.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  // Containers first: otherwise their shims would have to end them.
  for (const pid of processIds().filter((pid) => hasRootIn(folder, pid))) kill(pid);
  const sockets = shimSockets(folder);
  const shims = processIds().filter((pid) => read(`/proc/${pid}/cmdline`).includes(folder));
  await Promise.all(shims.map((pid) => stopDaemon({ pid })));
  // A killed shim leaves its socket.
  for (const socket of sockets) rmSync(socket, { force: true });
  unmountUnder(folder);
  removeFilesElsewhere(folder);
  for (const top of globSync(CGROUPS)) removeEmptyFolders(top);
  await removeCpuGroups();
}

/**
 * Lists what a stopped cluster left on this machine; empty when nothing.
 * @param absentBefore places that did not exist before the cluster
 */
export function remainsOf({ folder, absentBefore }: ClusterState): string[] {
  const processes = processIds().filter(
    (pid) => hasRootIn(folder, pid) || read(`/proc/${pid}/cmdline`).includes(folder),
  );
  const mounts = mountsUnder(folder);
  const files = globSync(FILES_ELSEWHERE).filter((file) => read(file).includes(folder));
  const links = globSync(`${LOG_LINKS}/*`).filter((link) => targetOf(link).startsWith(folder));
  const ofBuilds = isBuilding() ? [] : [RUN_ROOT];
  const places = [folder, ...absentBefore, ...COMMON_PLACES, ...ofBuilds].filter((place) =>
    existsSync(place),
  );
  return [...processes.map((pid) => `process ${pid}`), ...mounts, ...files, ...links, ...places];
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);
}

/** Whether a process runs in a container of the cluster. */
function hasRootIn(folder: string, pid: number): boolean {
  const root = read(`/proc/${pid}/mountinfo`)
    .split('\n')
    .find((line) => line.split(' ')[4] === '/');
  return root?.includes(`${folder}/`) === true;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

function shimSockets(folder: string): string[] {
  return globSync(path.join(folder, SHIM_ADDRESSES))
    .map((file) => read(file).trim().replace('unix://', ''))
    .filter((socket) => path.dirname(socket) === SHIM_SOCKETS);
}

function unmountUnder(folder: string): void {
  for (const place of mountsUnder(folder).toReversed()) tryShell('umount', '--lazy', place);
}

function mountsUnder(folder: string): string[] {
  return read('/proc/mounts')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${folder}/`));
}

function removeFilesElsewhere(folder: string): void {
  for (const file of globSync(FILES_ELSEWHERE).filter((file) => read(file).includes(folder))) {
    const isState = path.basename(file) === 'state.json';
    rmSync(isState ? path.dirname(file) : file, { recursive: true, force: true });
  }
  for (const link of globSync(`${LOG_LINKS}/*`)) {
    if (targetOf(link).startsWith(`${folder}/`)) rmSync(link);
  }
}

/** A cgroup with processes cannot be removed. */
function removeEmptyFolders(top: string): void {
  for (const entry of readdirSync(top, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(path.join(top, entry.name));
  }
  try {
    rmdirSync(top);
  } catch {
    // The cgroup has processes.
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

/** Empty when the file does not exist: processes end at any time. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
