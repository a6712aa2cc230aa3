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

/** Where parts of a cluster write whatever they are told; each entry of these names the cluster's folder. */
const STRAY_FILES = ['/var/lib/cni/results/*', '/run/containerd/runc/k8s.io/*/state.json'];
const LOG_LINKS = '/var/log/containers';
/** In the cluster's folder: each names the socket of a shim, which lies elsewhere. */
const SHIM_ADDRESSES = 'containerd-state/io.containerd.runtime.v2.task/k8s.io/*/address';
const SHIM_SOCKETS = '/run/containerd/s';
/** The same for every cluster of this machine, of which there is one at a time. */
const MADE_FOR_ALL = [
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
 * Ends what runs in the containers of a cluster whose daemons have ended, and removes what its parts
 * have put elsewhere than into its folder. Nothing that does not name the folder is touched.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  // First the containers and then their shims, so that these need not end them.
  for (const pid of processIds().filter((pid) => hasRootIn(folder, pid))) kill(pid);
  const sockets = shimSockets(folder);
  const shims = processIds().filter((pid) => read(`/proc/${pid}/cmdline`).includes(folder));
  await Promise.all(shims.map((pid) => stopDaemon({ pid })));
  // A shim that was killed has left its own.
  for (const socket of sockets) rmSync(socket, { force: true });
  unmountUnder(folder);
  removeStrayFiles(folder);
  for (const top of globSync(CGROUPS)) removeEmptyFolders(top);
  await removeCpuGroups();
}

/**
 * What this machine still has of a cluster that was in a folder: nothing once it has ended.
 * @param absentBefore places that were not there before it
 * @returns each in a few words
 */
export function remainsOf({ folder, absentBefore }: ClusterState): string[] {
  const processes = processIds().filter(
    (pid) => hasRootIn(folder, pid) || read(`/proc/${pid}/cmdline`).includes(folder),
  );
  const mounts = mountsUnder(folder);
  const files = globSync(STRAY_FILES).filter((file) => read(file).includes(folder));
  const links = globSync(`${LOG_LINKS}/*`).filter((link) => targetOf(link).startsWith(folder));
  const ofBuilds = isBuilding() ? [] : [RUN_ROOT];
  const places = [folder, ...absentBefore, ...MADE_FOR_ALL, ...ofBuilds].filter((place) =>
    existsSync(place),
  );
  return [...processes.map((pid) => `process ${pid}`), ...mounts, ...files, ...links, ...places];
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);
}

/** Whether the root of a process is a file system of a container of the cluster. */
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
    // It has ended.
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

function removeStrayFiles(folder: string): void {
  for (const file of globSync(STRAY_FILES).filter((file) => read(file).includes(folder))) {
    const isState = path.basename(file) === 'state.json';
    rmSync(isState ? path.dirname(file) : file, { recursive: true, force: true });
  }
  for (const link of globSync(`${LOG_LINKS}/*`)) {
    if (targetOf(link).startsWith(`${folder}/`)) rmSync(link);
  }
}

/** Cgroups are folders that go only when nothing runs in them. */
function removeEmptyFolders(top: string): void {
  for (const entry of readdirSync(top, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(path.join(top, entry.name));
  }
  try {
    rmdirSync(top);
  } catch {
    // Something runs in it.
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

/** Empty when it is gone: processes and their files come and go. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
