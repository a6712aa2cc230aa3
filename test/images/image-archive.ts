import { execFileSync } from 'node:child_process';
import type { ImageArchive } from './image-cache.ts';

const MAX_LISTING_BYTES = 100_000_000;

export interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly size: number; readonly digest: string }[];
}

/** The part of an image's configuration that tests read. */
export interface ImageConfig {
  readonly created?: string;
  readonly config: {
    readonly User?: string;
    readonly Entrypoint?: readonly string[];
    readonly Labels?: Readonly<Record<string, string>>;
  };
}

/** A file of a layer, as tar lists it. */
export interface LayerEntry {
  readonly path: string;
  readonly mode: string;
  /** Numbers of user and group: `0/0`. */
  readonly owner: string;
  readonly modifiedAt: string;
}

export function manifestOf(image: ImageArchive): Manifest {
  const index = JSON.parse(read(image, 'index.json')) as { manifests: { digest: string }[] };
  return JSON.parse(read(image, blob(index.manifests[0]!.digest))) as Manifest;
}

export function configOf(image: ImageArchive): ImageConfig {
  return JSON.parse(read(image, blob(manifestOf(image).config.digest))) as ImageConfig;
}

/** Lists the files of the layers that an image adds to its base. */
export function addedFiles(image: ImageArchive, base: ImageArchive): readonly LayerEntry[] {
  const layers = manifestOf(image).layers.slice(manifestOf(base).layers.length);
  return layers.flatMap(({ digest }) => {
    const script = 'tar -xOf "$0" "$1" | TZ=UTC tar -tzv --numeric-owner --full-time -f -';
    const args = ['-c', script, image.file, blob(digest)];
    const options = { encoding: 'utf8', maxBuffer: MAX_LISTING_BYTES } as const;
    return execFileSync('sh', args, options).trim().split('\n').map(entryOf);
  });
}

/** Of `-rw-r--r-- 0/0 283 1970-01-01 00:00:00 app/NOTICE`. */
function entryOf(line: string): LayerEntry {
  const [mode = '', owner = '', , day = '', time = '', ...rest] = line.split(/\s+/);
  return { mode, owner, modifiedAt: `${day} ${time}`, path: rest.join(' ') };
}

function blob(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}

function read({ file }: ImageArchive, name: string): string {
  return execFileSync('tar', ['-xOf', file, name], { encoding: 'utf8' });
}
