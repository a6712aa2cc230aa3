import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildah, putInStore } from '../images/buildah.ts';
import { addedFiles, configOf, manifestOf } from '../images/image-archive.ts';
import type { ImageArchive } from '../images/image-cache.ts';
import { nodeImage } from '../images/node-image.ts';
import { ALL_TARGETS, projectImage, type Target } from '../images/project-images.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const project = read('package.json') as { readonly version: string; readonly license: string };
const lock = read('package-lock.json') as {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
};
const MEGABYTE = 1_000_000;
const WITHIN_MS = 600_000;

const EPOCH = '1970-01-01T00:00:00Z';
/** Those of `chmod 644` and `chmod 755`, and of links. */
const MODES = /^(-rw-r--r--|[-d]rwxr-xr-x|lrwxrwxrwx)/;

const TARGETS_TABLE = ALL_TARGETS.map((target): [Target] => [target]);

describe('the image of', () => {
  it.each<[Target, number]>([
    ['operator', 90],
    ['api', 150],
    ['runner', 200],
    ['runner-python', 400],
    ['runner-extras', 300],
    ['standalone', 175],
  ])(
    '%s is smaller than %d MB, runs as an unprivileged user and has labels',
    (target, megabytes) => {
      const image = projectImage(target);
      const manifest = manifestOf(image);
      const bytes = manifest.layers.reduce((sum, { size }) => sum + size, 0);
      expect(bytes / MEGABYTE).toBeLessThan(megabytes);
      const { config } = configOf(image);
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
    '%s contains no set-uid program, and its user can change nothing of /app but compiled code',
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
    '%s contains licences, also of bundled packages, but no development dependency and no map of a package',
    (target) => {
      inRoot(projectImage(target), (root) => {
        const app = `${root}/app`;
        expect(readdirSync(app)).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE']));
        expect(find(app, '-path', '*/node_modules/*', '-name', '*.map')).toEqual([]);
        const bundled = readFileSync(`${app}/dist/THIRD-PARTY-LICENSES.txt`, 'utf8');
        expect(bundled).toMatch(/^zod [\d.]+ \(MIT\)\n[^]*Copyright/m);
        const packages = find(app, '-path', '*/node_modules/*', '-name', 'package.json')
          .map((file) => path.relative(app, path.dirname(file)))
          .filter((folder) => lock.packages[folder]?.dev === true);
        // The page of the API's documentation is one bundled file.
        const hasPages = target === 'api' || target === 'standalone';
        expect(packages).toEqual(hasPages ? ['node_modules/redoc'] : []);
      });
    },
    WITHIN_MS,
  );

  it.each(TARGETS_TABLE)(
    '%s has the same times, owners and modes for every builder',
    (target) => {
      const image = projectImage(target);
      expect(configOf(image).created).toBe(EPOCH);
      const files = addedFiles(image, nodeImage());
      expect(files.length).toBeGreaterThan(10);
      expect(files.filter(({ modifiedAt }) => modifiedAt !== '1970-01-01 00:00:00')).toEqual([]);
      expect(files.filter(({ owner }) => owner !== '0/0' && owner !== '10001/10001')).toEqual([]);
      // Node writes compiled code for its user alone.
      const ours = files.filter(({ path: file }) => /^app\/(?!code-cache\/)/.test(file));
      expect(ours.filter(({ mode }) => !MODES.test(mode))).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'runner-extras has danfo and DuckDB, which work, and the image of runner has neither',
    () => {
      expect(evaluatedIn('runner-extras', MEAN_BY_DANFO)).toBe('1.5\n');
      expect(() => evaluatedIn('runner', MEAN_BY_DANFO)).toThrow(
        "Cannot find module 'danfojs-node'",
      );
      expect(evaluatedIn('runner-extras', SUM_BY_DUCKDB)).toBe('3\n');
      expect(() => evaluatedIn('runner', SUM_BY_DUCKDB)).toThrow(
        "Cannot find module '@duckdb/node-api'",
      );
    },
    WITHIN_MS,
  );
});

const MEAN_BY_DANFO = `const { DataFrame } = ${packageOfExtra('danfo', 'danfojs-node')};
  console.log(new DataFrame({ a: [1, 2] }).column('a').mean());`;
const SUM_BY_DUCKDB = `const { DuckDBInstance } = ${packageOfExtra('duckdb', '@duckdb/node-api')};
  const connection = await (await DuckDBInstance.create()).connect();
  console.log((await connection.runAndReadAll('SELECT 1 + 2')).getRows()[0][0]);`;

/** A package as Node finds it in the folder of an extra. */
function packageOfExtra(extra: string, name: string): string {
  return `process.getBuiltinModule('module').createRequire('/app/extras/${extra}/')('${name}')`;
}

/** Prints what a script prints in a container. */
function evaluatedIn(target: Target, script: string): string {
  const image = projectImage(target);
  putInStore(image);
  const container = buildah('from', '--pull-never', image.name).trim();
  try {
    return buildah('run', container, '--', 'node', '--input-type=module', '--eval', script);
  } finally {
    buildah('rm', container);
  }
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
}

/** Mounts the root folder of an image. */
function inRoot(image: ImageArchive, use: (root: string) => void): void {
  putInStore(image);
  const container = buildah('from', '--pull-never', image.name).trim();
  try {
    use(buildah('mount', container).trim());
  } finally {
    buildah('rm', container);
  }
}

function find(folder: string, ...tests: readonly string[]): string[] {
  const found = execFileSync('find', [folder, '-xdev', ...tests], { encoding: 'utf8' });
  return found.split('\n').filter((line) => line !== '');
}
