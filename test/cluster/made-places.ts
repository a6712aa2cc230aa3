import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Folders that the programs of a cluster and buildah create regardless of their settings. */
export const PLACES = [
  // buildah
  '/etc/cni',
  '/run/containers',
  '/run/mount',
  '/var/lib/containers',
  // containerd and its plugins
  '/opt/containerd',
  '/run/containerd',
  '/var/lib/cni',
  '/var/lib/containerd',
  // runc
  '/run/runc',
  // the kubelet
  '/usr/libexec/kubernetes',
  '/var/lib/kubelet',
  '/var/log/containers',
  '/var/log/pods',
] as const;

/** Files in these folders that may be deleted: locks and caches. */
const DISPOSABLE =
  /\/(net\.d\/cni\.lock|cache\/blob-info-cache-v1\.(boltdb|sqlite(-shm|-wal)?)|device-plugins\/kubelet\.sock)$/;

/** Returns the places that do not exist. */
export function absentPlaces(places: readonly string[] = PLACES): readonly string[] {
  return places.filter((place) => !existsSync(place));
}

/** Removes places, except folders with files of other programs. */
export function removeMade(places: readonly string[]): void {
  for (const place of places.filter((one) => existsSync(one))) removeTree(place);
}

/** Removes the places that a piece of work creates, as `removeMade` does. */
export function leavingNoPlaces<T>(work: () => T): T {
  const absent = absentPlaces();
  try {
    return work();
  } finally {
    removeMade(absent);
  }
}

function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) removeTree(place);
    else if (DISPOSABLE.test(place)) rmSync(place, { force: true });
  }
  try {
    rmdirSync(folder);
  } catch {
    // It has a file of another program, or another process removed it.
  }
}
