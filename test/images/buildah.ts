import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../support/cache-folder.ts';
import { leavingNoPlaces } from '../cluster/made-places.ts';
import { sh, tryShell } from '../cluster/shell.ts';

/** Mounts do not outlive a restart of the machine, and neither does this folder. */
export const RUN_ROOT = '/run/millrace-buildah';
const SETTINGS = ['BUILDAH_ISOLATION=chroot', 'STORAGE_DRIVER=overlay'];
/** Includes the layers of builds: a few builds of all images, some gigabytes. */
const MAX_IMAGES = 80;

/**
 * Runs buildah without daemon and user namespaces, on a store of the project: no one would remove the
 * leftovers of builds from the machine's store.
 */
export function buildah(...args: readonly string[]): string {
  const root = path.join(cacheFolder(), 'buildah');
  const store = ['--root', root, '--runroot', RUN_ROOT];
  return leavingNoPlaces(() => sh('env', ...SETTINGS, 'buildah', ...store, ...args));
}

/** Reports whether a build of any clone is running, or was killed with its containers mounted. */
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

/** Removes the mounts and the folder of buildah's state, unless a build is running. */
export function removeRunRoot(): void {
  if (isBuilding()) return;
  tryShell('umount', storeMount());
  rmSync(RUN_ROOT, { recursive: true, force: true });
}

/** buildah mounts this folder over itself and never unmounts it. */
function storeMount(): string {
  return path.join(cacheFolder(), 'buildah', 'overlay');
}

/** Empties the store when it has many images. The next build takes longer. */
export function boundStore(): void {
  const images = buildah('images', '--all', '--quiet').split('\n');
  if (images.length <= MAX_IMAGES) return;
  buildah('rm', '--all');
  buildah('rmi', '--all', '--force');
}

/** Returns the configuration of an image. */
export interface ImageConfig {
  readonly entrypoint?: readonly string[];
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Creates an image from the root folder of a container. All its times are zero, so that the same files
 * give the same image.
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

/** Writes an image of buildah's store as an OCI archive that contains its name. */
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

/** Loads an archive into buildah's store, from which builds read. */
export function putInStore({ name, file }: { readonly name: string; readonly file: string }): void {
  if (!isInStore(name)) buildah('pull', '--quiet', `oci-archive:${file}`);
}
