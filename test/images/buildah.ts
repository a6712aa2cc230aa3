import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../support/cache-folder.ts';
import { leavingNoPlaces } from '../cluster/made-places.ts';
import { sh, tryShell } from '../cluster/shell.ts';

/** What is mounted is forgotten with the machine's next start. */
export const RUN_ROOT = '/run/millrace-buildah';
const SETTINGS = ['BUILDAH_ISOLATION=chroot', 'STORAGE_DRIVER=overlay'];
/** Layers of builds included, each with its own files: a few builds of everything, some gigabytes. */
const MOST_IN_STORE = 80;

/**
 * buildah with settings that need neither a daemon nor user namespaces, and a store of its own: in that
 * of the machine, which is other people's, nobody would ever clear away what builds leave.
 */
export function buildah(...args: readonly string[]): string {
  const root = path.join(cacheFolder(), 'buildah');
  const store = ['--root', root, '--runroot', RUN_ROOT];
  return leavingNoPlaces(() => sh('env', ...SETTINGS, 'buildah', ...store, ...args));
}

/** Whether a build is under way, of whichever clone, or was killed with its containers mounted. */
export function isBuilding(): boolean {
  if (readFileSync('/proc/mounts', 'utf8').includes(` ${storeMount()}/`)) return true;
  return globSync('/proc/[0-9]*/cmdline').some((file) => {
    try {
      return readFileSync(file, 'utf8').includes(RUN_ROOT);
    } catch {
      return false;
    }
  });
}

/** Removes what the machine's next start would forget too, unless a build needs it. */
export function removeRunRoot(): void {
  if (isBuilding()) return;
  tryShell('umount', storeMount());
  rmSync(RUN_ROOT, { recursive: true, force: true });
}

/** buildah mounts this folder over itself, and leaves that. */
function storeMount(): string {
  return path.join(cacheFolder(), 'buildah', 'overlay');
}

/** Empties the store when much has come together. The next build takes longer, which is all. */
export function boundStore(): void {
  const images = buildah('images', '--all', '--quiet').split('\n');
  if (images.length <= MOST_IN_STORE) return;
  buildah('rm', '--all');
  buildah('rmi', '--all', '--force');
}

/** What an image says of itself besides its files. */
export interface ImageConfig {
  readonly entrypoint?: readonly string[];
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Makes an image by filling the root folder of a container. Its times are all zero, so that the same
 * files make the same image.
 * @param from a local image, or `scratch`
 */
export function makeImage(
  name: string,
  { from, config = {} }: { readonly from: string; readonly config?: ImageConfig },
  fill: (root: string) => void,
): void {
  const container = buildah('from', '--pull-never', from).trim();
  try {
    fill(buildah('mount', container).trim());
    buildah('unmount', container);
    buildah('config', ...flags(config), container);
    buildah('commit', '--quiet', '--timestamp', '0', container, name);
  } finally {
    buildah('rm', container);
  }
}

function flags({ entrypoint, user, env = {} }: ImageConfig): string[] {
  return [
    ...(entrypoint === undefined ? [] : ['--entrypoint', JSON.stringify(entrypoint)]),
    ...(user === undefined ? [] : ['--user', user]),
    ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    '--cmd',
    '',
  ];
}

/** Writes an image of buildah's store as an OCI archive that remembers its name. */
export function pushArchive(image: string, archive: string): void {
  mkdirSync(path.dirname(archive), { recursive: true });
  const unfinished = `${archive}.${process.pid}`;
  rmSync(unfinished, { force: true });
  buildah('push', '--quiet', image, `oci-archive:${unfinished}:${image}`);
  renameSync(unfinished, archive);
}

export function isInStore(image: string): boolean {
  return buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(image);
}

/** buildah builds from its own store, which may lack what the cache has. */
export function putInStore({ name, file }: { readonly name: string; readonly file: string }): void {
  if (!isInStore(name)) buildah('pull', '--quiet', `oci-archive:${file}`);
}
