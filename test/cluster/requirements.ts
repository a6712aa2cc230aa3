import { existsSync } from 'node:fs';
import path from 'node:path';

/** Required programs, and the Debian package of each. */
const PROGRAMS = {
  buildah: 'buildah',
  containerd: 'containerd',
  debootstrap: 'debootstrap',
  gcc: 'gcc',
  go: 'golang-go (1.26 or newer)',
  ip: 'iproute2',
  iptables: 'iptables',
  nsenter: 'util-linux',
  openssl: 'openssl',
  runc: 'runc',
} as const;
const CNI_PLUGIN = '/usr/lib/cni/bridge';

/** @returns what this machine lacks for a cluster; null when it has every requirement */
export function lackForCluster(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return 'a cluster without Docker needs Linux on x64';
  }
  if (process.getuid?.() !== 0) return 'a cluster without Docker needs root';
  const missing: string[] = Object.entries(PROGRAMS)
    .filter(([program]) => !isOnPath(program))
    .map(([, debianPackage]) => debianPackage);
  if (!existsSync(CNI_PLUGIN)) missing.push('containernetworking-plugins');
  if (missing.length === 0) return null;
  return `a cluster without Docker needs the packages ${missing.join(', ')}`;
}

function isOnPath(program: string): boolean {
  const folders = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`.split(':');
  return folders.some((folder) => existsSync(path.join(folder, program)));
}
