import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What programs of a cluster, and buildah, make wherever they were told to work. */
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
  // runc, as people run it
  '/run/runc',
  // the kubelet
  '/usr/libexec/kubernetes',
  '/var/lib/kubelet',
  '/var/log/containers',
  '/var/log/pods',
] as const;

/** Files in them that nobody misses: locks, and what can be found out again. */
const DISPOSABLE =
  /\/(net\.d\/cni\.lock|cache\/blob-info-cache-v1\.(boltdb|sqlite(-shm|-wal)?)|device-plugins\/kubelet\.sock)$/;

/** Those that are not there: when they are later, they were made meanwhile. */
export function absentPlaces(places: readonly string[] = PLACES): readonly string[] {
  return places.filter((place) => !existsSync(place));
}

/** Removes places that were made meanwhile; each folder that holds anybody's file stays. */
export function removeMade(places: readonly string[]): void {
  for (const place of places.filter((one) => existsSync(one))) removeTree(place);
}

/** As `removeMade` what a piece of work makes. */
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
    // Somebody's file is in it, or another process has removed it.
  }
}
