import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cacheFolder } from '../../scripts/cache-folder.ts';
import { NODE_NAME } from './addresses.ts';
import { startControlPlane } from './control-plane.ts';
import { stopDaemon, until, type Daemon } from './daemon.ts';
import { importImage, pauseImage } from './images.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { createNetwork, removeNetwork } from './network.ts';
import { startContainerd, startNode } from './node.ts';
import { createPki } from './pki.ts';
import { sh, tryShell } from './shell.ts';
import { forgetState, readState, writeState } from './state.ts';
import type { ClusterTools } from './tools.ts';

export interface Cluster {
  readonly kubeconfig: string;
  /** Loads an OCI archive into the node. */
  load(archive: string): void;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly tools: ClusterTools;
  readonly apiServerFlags?: readonly string[];
}

/** Brings up a real one-node Kubernetes and waits until its node is Ready. A cluster left over is ended first. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await stopCluster();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-cluster-'));
  const cache = cacheFolder();
  mkdirSync(cache, { recursive: true });
  const daemons: Daemon[] = [];
  const kubeconfig = path.join(folder, 'admin.kubeconfig');
  const record = (more: readonly Daemon[]): void => {
    daemons.push(...more);
    writeState(cache, { folder, kubeconfig, pids: daemons.map((daemon) => daemon.pid) });
  };
  try {
    record([]);
    createNetwork();
    const pki = createPki(folder);
    writeKubeconfig(kubeconfig, pki, pki.admin);
    const containerd = await startContainerd(folder);
    record([containerd.daemon]);
    importImage(containerd.socket, pauseImage());
    record(await startControlPlane({ folder, pki, ...options }));
    record(
      startNode(
        { folder, pki, tools: options.tools, adminKubeconfig: kubeconfig },
        containerd.socket,
      ),
    );
    await until('the node to be Ready', () => nodeIsReady(kubeconfig));
    return {
      kubeconfig,
      load: (archive) => {
        importImage(containerd.socket, archive);
      },
      stop: stopCluster,
    };
  } catch (error) {
    await stopCluster();
    throw error;
  }
}

/** Ends the cluster of this machine, whoever started it, and leaves nothing of it behind. */
export async function stopCluster(): Promise<void> {
  const cache = cacheFolder();
  const state = readState(cache);
  if (state === null) return;
  await Promise.all(state.pids.toReversed().map((pid) => stopDaemon({ pid })));
  await endContainers(state.folder);
  unmountUnder(state.folder);
  removeNetwork();
  rmSync(state.folder, { recursive: true, force: true });
  rmSync('/run/millrace-cni', { recursive: true, force: true });
  forgetState(cache);
}

// Containers are children of their shims, which outlive containerd so that it can be restarted.
async function endContainers(folder: string): Promise<void> {
  for (const pid of processesNaming(folder)) await stopDaemon({ pid });
}

function processesNaming(folder: string): number[] {
  const shims = sh('ps', '-eo', 'pid=,args=').split('\n');
  return shims.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10));
}

function unmountUnder(folder: string): void {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${folder}/`));
  for (const place of mounts.toReversed()) tryShell('umount', '--lazy', place);
}

function nodeIsReady(kubeconfig: string): boolean {
  try {
    const condition = '{.status.conditions[?(@.type=="Ready")].status}';
    const path = `jsonpath=${condition}`;
    return (
      sh('kubectl', '--kubeconfig', kubeconfig, 'get', 'node', NODE_NAME, '-o', path) === 'True'
    );
  } catch {
    return false;
  }
}
