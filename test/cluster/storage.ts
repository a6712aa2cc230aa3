import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** How many claims can be bound while the cluster runs: nothing recycles a released volume. */
const VOLUMES = 48;
const CLASS = 'standard';

/** The Kubernetes objects of a default storage class whose volumes are folders of the node. */
export function storageObjects(folder: string): readonly object[] {
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
  return [storageClass, ...Array.from({ length: VOLUMES }, (_, index) => volume(folder, index))];
}

function volume(folder: string, index: number): object {
  const place = path.join(folder, 'volumes', String(index));
  mkdirSync(place, { recursive: true });
  chmodSync(place, 0o777);
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `volume-${index}` },
    spec: {
      storageClassName: CLASS,
      capacity: { storage: '20Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: place },
    },
  };
}
