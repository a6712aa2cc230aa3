import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildah, putInStore } from '../images/buildah.ts';
import type { ImageArchive } from '../images/image-cache.ts';
import {
  ALL_TARGETS,
  contextFiles,
  projectImage,
  rebuildTarget,
  type Target,
} from '../images/project-images.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const project = read('package.json') as { readonly version: string; readonly license: string };
const lock = read('package-lock.json') as {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
};
const MEGABYTE = 1_000_000;
const WITHIN_MS = 600_000;

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly size: number }[];
}

interface Config {
  readonly config: {
    readonly User?: string;
    readonly Entrypoint?: readonly string[];
    readonly Labels?: Readonly<Record<string, string>>;
  };
}

const TARGETS_TABLE = ALL_TARGETS.map((target): [Target] => [target]);

describe('the images of the Dockerfile', () => {
  it.each<[Target, number]>([
    ['operator', 90],
    ['api', 150],
    ['runner', 200],
    ['standalone', 175],
  ])(
    '%s is smaller than %d MB, runs as nobody in particular and says what it is',
    (target, megabytes) => {
      const image = projectImage(target);
      const manifest = manifestOf(image);
      const bytes = manifest.layers.reduce((sum, { size }) => sum + size, 0);
      expect(bytes / MEGABYTE).toBeLessThan(megabytes);
      const { config } = blob(image, manifest.config.digest) as Config;
      expect(config.User).toBe('10001:10001');
      expect(config.Entrypoint?.[0]).toBe('node');
      expect(config.Labels).toMatchObject({
        'org.opencontainers.image.title': expect.stringMatching(/^Millrace /) as string,
        'org.opencontainers.image.description': expect.any(String) as string,
        'org.opencontainers.image.version': project.version,
        'org.opencontainers.image.licenses': project.license,
        'org.opencontainers.image.source': '',
        'org.opencontainers.image.revision': '',
      });
    },
    WITHIN_MS,
  );

  it.each(TARGETS_TABLE)(
    '%s holds no set-uid program and nothing of /app that its user could change, but compiled code',
    (target) => {
      inRoot(projectImage(target), (root) => {
        expect(find(root, '-perm', '/6000', '-type', 'f')).toEqual([]);
        const owned = find(`${root}/app`, '-uid', '10001', '-not', '-path', '*/code-cache*');
        expect(owned).toEqual([]);
        expect(
          find(`${root}/app`, '-not', '-path', '*/code-cache*', '-not', '-perm', '-o=r'),
        ).toEqual([]);
      });
    },
    WITHIN_MS,
  );

  it.each(TARGETS_TABLE)(
    '%s passes on licences, and holds no tool of development and no source map',
    (target) => {
      inRoot(projectImage(target), (root) => {
        const app = `${root}/app`;
        expect(readdirSync(app)).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE']));
        expect(find(app, '-name', '*.map')).toEqual([]);
        const packages = find(app, '-path', '*/node_modules/*', '-name', 'package.json')
          .map((file) => path.relative(app, path.dirname(file)))
          .filter((folder) => lock.packages[folder]?.dev === true);
        // The page that shows the API's documentation: one bundled file.
        const hasPages = target === 'api' || target === 'standalone';
        expect(packages).toEqual(hasPages ? ['node_modules/redoc'] : []);
      });
    },
    WITHIN_MS,
  );

  it(
    'are the same, to the byte, when they are made again by someone else elsewhere',
    () => {
      // Of all the one with the most that could differ: it holds compiled code.
      const image = projectImage('runner');
      const again = 'localhost/millrace-runner:again';
      const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-images-'));
      try {
        copySources(folder);
        rebuildTarget('runner', again, folder);
        const id = buildah('inspect', '--type', 'image', '--format', '{{.FromImageID}}', again);
        buildah('rmi', again);
        expect(`sha256:${id.trim()}`).toBe(manifestOf(image).config.digest);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    WITHIN_MS,
  );
});

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
}

/** As a checkout of another day, of a user whose files nobody else may read. */
function copySources(folder: string): void {
  for (const file of contextFiles()) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(path.join(ROOT, file), target);
    chmodSync(target, 0o600);
    utimesSync(target, 1_000_000_000, 1_000_000_000);
  }
}

/** Runs with the image's files at hand. */
function inRoot(image: ImageArchive, use: (root: string) => void): void {
  putInStore(image);
  const container = buildah('from', '--pull-never', image.name).trim();
  try {
    use(buildah('mount', container).trim());
  } finally {
    buildah('rm', container);
  }
}

function manifestOf(image: ImageArchive): Manifest {
  return blob(image, onlyManifest(image)) as Manifest;
}

function onlyManifest(image: ImageArchive): string {
  const index = JSON.parse(fileOf(image, 'index.json')) as { manifests: { digest: string }[] };
  return index.manifests[0]!.digest;
}

function blob(image: ImageArchive, digest: string): unknown {
  return JSON.parse(fileOf(image, `blobs/${digest.replace(':', '/')}`));
}

function fileOf({ file }: ImageArchive, name: string): string {
  return execFileSync('tar', ['-xOf', file, name], { encoding: 'utf8' });
}

function find(folder: string, ...tests: readonly string[]): string[] {
  const found = execFileSync('find', [folder, '-xdev', ...tests], { encoding: 'utf8' });
  return found.split('\n').filter((line) => line !== '');
}
