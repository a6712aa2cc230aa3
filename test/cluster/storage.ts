import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sh } from './shell.ts';
import type { ClusterTools } from './tools.ts';

/** Maximum number of bound claims. */
const VOLUMES = 32;
const CLASS = 'standard';
const RELEASED = 'jsonpath={.items[?(@.status.phase=="Released")].metadata.name}';

interface ClusterFiles {
  /** Contains the folders of the volumes. */
  readonly folder: string;
  readonly kubeconfig: string;
}

/** Creates a default storage class whose volumes are folders of the node. */
export function addStorage(cluster: ClusterFiles, tools: Pick<ClusterTools, 'kubectl'>): void {
  const storageClass = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: {
      name: CLASS,
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: 'Immediate',
  };
  const names = Array.from({ length: VOLUMES }, (_, index) => `volume-${index}`);
  const volumes = names.map((name) => emptyVolume(cluster.folder, name));
  create(cluster, tools, [storageClass, ...volumes]);
}

/** Empties the volumes whose claims were deleted, so that new claims can be bound to them. */
export function recycleVolumes(cluster: ClusterFiles, tools: Pick<ClusterTools, 'kubectl'>): void {
  const at = [tools.kubectl, '--kubeconfig', cluster.kubeconfig] as const;
  const names = sh(...at, 'get', 'persistentvolumes', '-o', RELEASED)
    .split(' ')
    .filter((name) => name !== '');
  if (names.length === 0) return;
  sh(...at, 'delete', 'persistentvolumes', ...names);
  const volumes = names.map((name) => emptyVolume(cluster.folder, name));
  create(cluster, tools, volumes);
}

function create(
  { folder, kubeconfig }: ClusterFiles,
  { kubectl }: Pick<ClusterTools, 'kubectl'>,
  items: readonly object[],
): void {
  const file = path.join(folder, 'storage.json');
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  sh(kubectl, '--kubeconfig', kubeconfig, 'create', '-f', file);
}

function emptyVolume(clusterFolder: string, name: string): object {
  const folder = path.join(clusterFolder, 'volumes', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      storageClassName: CLASS,
      capacity: { storage: '20Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: folder },
    },
  };
}
