import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../support/cache-folder.ts';
import { buildah, pushArchive } from '../images/buildah.ts';
import { digest, type ImageArchive } from '../images/image-cache.ts';
import { PAUSE_IMAGE } from './node.ts';
import { sh } from './shell.ts';

const PAUSE_SOURCE = path.join(import.meta.dirname, 'pause', 'pause.c');

/** The OCI archive of the pause image, from the cache if possible. */
export function pauseImage(): string {
  const version = digest(readFileSync(PAUSE_SOURCE, 'utf8'));
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

/** Loads an OCI archive into containerd under the name that it contains. */
export function importImage(socket: string, archive: string): void {
  ctr(socket, 'import', archive);
}

/** Loads an image and tags it with a second name, which pods can keep using when the image changes. */
export function importAs(socket: string, image: ImageArchive, name: string): void {
  importImage(socket, image.file);
  if (name !== image.name) ctr(socket, 'tag', '--force', image.name, name);
}

function ctr(socket: string, ...args: readonly string[]): void {
  sh('ctr', '-a', socket, '-n', 'k8s.io', 'images', ...args);
}
