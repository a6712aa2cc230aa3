import { execFileSync } from 'node:child_process';
import { buildah, putInStore } from '../images/buildah.ts';
import type { ImageArchive } from '../images/image-cache.ts';
import { projectImage, type Target } from '../images/project-images.ts';

const MEGABYTE = 1_000_000;
const WITHIN_MS = 600_000;

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly size: number }[];
}

interface Config {
  readonly config: { readonly User?: string; readonly Entrypoint?: readonly string[] };
}

describe('the images of the Dockerfile', () => {
  it.each<[Target, number]>([
    ['operator', 90],
    ['api', 150],
    ['runner', 200],
  ])(
    '%s is smaller than %d MB and runs as nobody in particular',
    (target, megabytes) => {
      const image = projectImage(target);
      const manifest = read(image, onlyManifest(image)) as Manifest;
      const bytes = manifest.layers.reduce((sum, { size }) => sum + size, 0);
      expect(bytes / MEGABYTE).toBeLessThan(megabytes);
      const { config } = read(image, manifest.config.digest) as Config;
      expect(config.User).toBe('10001:10001');
      expect(config.Entrypoint?.[0]).toBe('node');
    },
    WITHIN_MS,
  );

  it.each<[Target]>([['operator'], ['api'], ['runner']])(
    '%s holds no set-uid program and nothing of /app that its user could change, but compiled code',
    (target) => {
      const image = projectImage(target);
      putInStore(image);
      const container = buildah('from', '--pull-never', image.name).trim();
      try {
        const root = buildah('mount', container).trim();
        expect(find(root, '-perm', '/6000', '-type', 'f')).toEqual([]);
        const owned = find(`${root}/app`, '-uid', '10001', '-not', '-path', '*/code-cache*');
        expect(owned).toEqual([]);
      } finally {
        buildah('rm', container);
      }
    },
    WITHIN_MS,
  );
});

function onlyManifest(image: ImageArchive): string {
  const index = JSON.parse(fileOf(image, 'index.json')) as { manifests: { digest: string }[] };
  return index.manifests[0]!.digest;
}

function read(image: ImageArchive, digest: string): unknown {
  return JSON.parse(fileOf(image, `blobs/${digest.replace(':', '/')}`));
}

function fileOf({ file }: ImageArchive, name: string): string {
  return execFileSync('tar', ['-xOf', file, name], { encoding: 'utf8' });
}

function find(folder: string, ...tests: readonly string[]): string[] {
  const found = execFileSync('find', [folder, '-xdev', ...tests], { encoding: 'utf8' });
  return found.split('\n').filter((line) => line !== '');
}
