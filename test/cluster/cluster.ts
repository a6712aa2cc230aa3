import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cacheFolder } from '../support/cache-folder.ts';
import { API_SERVER, NODE_NAME } from './addresses.ts';
import { startControlPlane } from './control-plane.ts';
import { removeRunRoot } from '../images/buildah.ts';
import type { ImageArchive } from '../images/image-cache.ts';
import { startDaemon, stopDaemon, until } from './daemon.ts';
import { importAs, importImage, pauseImage } from './images.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { absentPlaces, removeMade } from './made-places.ts';
import { createNetwork, removeNetwork } from './network.ts';
import { containerdSocket, startContainerd, startNode } from './node.ts';
import { removeLeftovers } from './leftovers.ts';
import { partsOf, runs, type Part } from './parts.ts';
import { adminPki, createPki } from './pki.ts';
import { tryCurl } from './probe.ts';
import { sh } from './shell.ts';
import { forgetState, readState, writeState, type ClusterState } from './state.ts';
import { addStorage } from './storage.ts';
import type { ClusterTools } from './tools.ts';

const SUPERVISOR = 'supervisor';
const SUPERVISE = path.join(import.meta.dirname, 'supervise.ts');

export interface Cluster {
  readonly kubeconfig: string;
  /** Holds logs, data and certificates of the parts. */
  readonly folder: string;
  /** Loads an image into the node, under its own name and optionally a second one. */
  load(image: ImageArchive, as?: string): void;
}

export interface ClusterOptions {
  readonly tools: ClusterTools;
  readonly apiServerFlags?: readonly string[];
}

/** Starts a one-node Kubernetes and waits until its node is Ready. Stops the cluster of this machine first, if any. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await stopCluster();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-cluster-'));
  const cache = cacheFolder();
  mkdirSync(cache, { recursive: true });
  const kubeconfig = path.join(folder, 'admin.kubeconfig');
  writeState(cache, { folder, kubeconfig, absentBefore: absentPlaces() });
  try {
    createNetwork();
    const pki = createPki(folder);
    writeKubeconfig(kubeconfig, pki, pki.admin);
    const socket = await startContainerd(folder);
    importImage(socket, pauseImage());
    await startControlPlane({ folder, pki, ...options });
    startNode({ folder, pki, tools: options.tools, adminKubeconfig: kubeconfig }, socket);
    await until('the node to be Ready', () => nodeIsReady(options.tools, kubeconfig));
    addStorage({ folder, kubeconfig }, options.tools);
    startDaemon(folder, SUPERVISOR, [process.execPath, SUPERVISE, folder]);
    return clusterOf({ folder, kubeconfig });
  } catch (error) {
    await stopCluster();
    throw error;
  }
}

/** Finds the cluster of this machine, including that of another clone; null when its API server does not answer. */
export async function runningCluster(): Promise<Cluster | null> {
  const state = readState(cacheFolder());
  if (state === null || !existsSync(state.kubeconfig)) return null;
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

/** Stops the cluster of this machine, including that of another clone, and removes everything that it created. */
export async function stopCluster(): Promise<void> {
  const cache = cacheFolder();
  const state = readState(cache);
  if (state === null) return;
  const isSupervisor = ({ name }: Part): boolean => name === SUPERVISOR;
  // The supervisor would restart the other parts.
  await Promise.all(partsOf(state.folder).filter(isSupervisor).map(stopPart));
  await Promise.all(partsOf(state.folder).map(stopPart));
  await removeLeftovers(state.folder);
  removeNetwork();
  rmSync(state.folder, { recursive: true, force: true });
  rmSync('/run/millrace-cni', { recursive: true, force: true });
  removeRunRoot();
  removeMade(state.absentBefore);
  forgetState(cache);
}

async function stopPart(part: Part): Promise<void> {
  if (runs(part)) await stopDaemon(part);
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
