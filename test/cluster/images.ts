import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { cacheFolder } from '../../scripts/cache-folder.ts';
import { PAUSE_IMAGE } from './node.ts';
import { sh } from './shell.ts';

const PAUSE_SOURCE = path.join(import.meta.dirname, 'pause', 'pause.c');

/** The OCI archive of the pause image, made once and cached. */
export function pauseImage(): string {
  const version = createHash('sha256')
    .update(readFileSync(PAUSE_SOURCE))
    .digest('hex')
    .slice(0, 16);
  const folder = path.join(cacheFolder(), 'images', `pause-${version}`);
  const archive = path.join(folder, 'pause.tar');
  if (existsSync(archive)) return archive;
  mkdirSync(folder, { recursive: true });
  const binary = path.join(folder, 'pause');
  sh('gcc', '-Os', '-static', '-o', binary, PAUSE_SOURCE);
  const container = buildah('from', 'scratch').trim();
  buildah('copy', container, binary, '/pause');
  buildah('config', '--entrypoint', '["/pause"]', '--user', '65535:65535', container);
  buildah('commit', '--rm', container, PAUSE_IMAGE);
  pushArchive(PAUSE_IMAGE, archive);
  return archive;
}

/** Loads an OCI archive into containerd under the names it carries. */
export function importImage(socket: string, archive: string): void {
  sh('ctr', '-a', socket, '-n', 'k8s.io', 'images', 'import', archive);
}

/** Writes an image of buildah's store as an archive that remembers its name. */
export function pushArchive(image: string, archive: string): void {
  rmSync(archive, { force: true });
  buildah('push', image, `oci-archive:${archive}:${image}`);
}

/** buildah with settings that need neither a daemon nor user namespaces. */
export function buildah(...args: readonly string[]): string {
  return sh('env', 'BUILDAH_ISOLATION=chroot', 'STORAGE_DRIVER=overlay', 'buildah', ...args);
}
