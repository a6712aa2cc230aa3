import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cacheFolder } from '../support/cache-folder.ts';
import { API_SERVER, NODE_NAME } from './addresses.ts';
import { startControlPlane } from './control-plane.ts';
import type { ImageArchive } from '../images/image-cache.ts';
import { isAlive, stopDaemon, until, type Daemon } from './daemon.ts';
import { importAs, importImage, pauseImage } from './images.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { createNetwork, removeNetwork } from './network.ts';
import { containerdSocket, startContainerd, startNode } from './node.ts';
import { removeLeftovers } from './leftovers.ts';
import { adminPki, createPki } from './pki.ts';
import { tryCurl } from './probe.ts';
import { sh } from './shell.ts';
import { forgetState, readState, writeState, type ClusterState } from './state.ts';
import { storageObjects } from './storage.ts';
import type { ClusterTools } from './tools.ts';

export interface Cluster {
  readonly kubeconfig: string;
  /** Holds what the parts write: logs, data, certificates. */
  readonly folder: string;
  /** Loads an image into the node under its own name and, when given, a second one. */
  load(image: ImageArchive, as?: string): void;
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
    await until('the node to be Ready', () => nodeIsReady(options.tools, kubeconfig));
    addStorage(options.tools, folder, kubeconfig);
    return clusterOf({ folder, kubeconfig });
  } catch (error) {
    await stopCluster();
    throw error;
  }
}

/** The cluster that is up on this machine and answers, whoever started it. */
export async function runningCluster(): Promise<Cluster | null> {
  const state = readState(cacheFolder());
  if (state?.pids.every(isAlive) !== true || !existsSync(state.kubeconfig)) return null;
  const answers = await tryCurl(`${API_SERVER}/readyz`, adminPki(state.folder));
  return answers ? clusterOf(state) : null;
}

function clusterOf({ folder, kubeconfig }: Pick<ClusterState, 'folder' | 'kubeconfig'>): Cluster {
  const socket = containerdSocket(folder);
  return {
    folder,
    kubeconfig,
    load: (image, as = image.name) => {
      importAs(socket, image, as);
    },
  };
}

function addStorage(tools: ClusterTools, folder: string, kubeconfig: string): void {
  const file = path.join(folder, 'storage.json');
  const items = storageObjects(folder);
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  sh(tools.kubectl, '--kubeconfig', kubeconfig, 'create', '-f', file);
}

/** Ends the cluster of this machine, whoever started it, and leaves nothing of it behind. */
export async function stopCluster(): Promise<void> {
  const cache = cacheFolder();
  const state = readState(cache);
  if (state === null) return;
  await Promise.all(state.pids.toReversed().map((pid) => stopDaemon({ pid })));
  await removeLeftovers(state.folder);
  removeNetwork();
  rmSync(state.folder, { recursive: true, force: true });
  rmSync('/run/millrace-cni', { recursive: true, force: true });
  forgetState(cache);
}

function nodeIsReady({ kubectl }: ClusterTools, kubeconfig: string): boolean {
  const status = 'jsonpath={.status.conditions[?(@.type=="Ready")].status}';
  try {
    return (
      sh(kubectl, '--kubeconfig', kubeconfig, 'get', 'node', NODE_NAME, '-o', status) === 'True'
    );
  } catch {
    return false;
  }
}
