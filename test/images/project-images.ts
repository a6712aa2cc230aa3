import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { nodeImage } from './node-image.ts';
import { buildah, putInStore } from './buildah.ts';
import { cachedImage, digest, type ImageArchive } from './image-cache.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** The images of a cluster. */
export const TARGETS = ['api', 'operator', 'runner', 'runner-python'] as const;
/** All targets of the Dockerfile. */
export const ALL_TARGETS = [...TARGETS, 'runner-extras', 'standalone'] as const;
export type Target = (typeof ALL_TARGETS)[number];

/** Builds a target of the Dockerfile with buildah, which needs no daemon. */
export function projectImage(target: Target): ImageArchive {
  const base = nodeImage();
  return cachedImage({
    name: `millrace-${target}`,
    inputs: [base.key, target, contextKey(), readFileSync(import.meta.filename, 'utf8')],
    make: (image) => {
      putInStore(base);
      buildTarget(target, { image, base: base.name, context: ROOT });
    },
  });
}

/** Builds a target from a copy of the sources without cached layers. */
export function rebuildTarget(target: Target, image: string, context: string): void {
  const base = nodeImage();
  putInStore(base);
  buildTarget(target, { image, base: base.name, context, cache: false });
}

interface Build {
  readonly image: string;
  readonly base: string;
  /** Folder with the Dockerfile and the files that it copies. */
  readonly context: string;
  readonly cache?: boolean;
}

/** The image has a fixed time, so that the same sources give the same image. */
function buildTarget(target: Target, { image, base, context, cache = true }: Build): void {
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  buildah(
    'bud',
    '--quiet',
    '--pull-never',
    '--layers',
    ...(cache ? [] : ['--no-cache']),
    ...['--timestamp', '0'],
    ...['--network', 'host'],
    ...(authority === undefined ? [] : ['--secret', `id=ca,src=${authority}`]),
    ...['--build-arg', `BASE=${base}`],
    // Only the target `runner-extras` reads it.
    ...['--build-arg', 'EXTRAS=danfo duckdb'],
    ...['--target', target],
    ...['--tag', image],
    context,
  );
}

/** Digests all files of the build context. */
function contextKey(): string {
  const contents = contextFiles().flatMap((file) => [
    file,
    readFileSync(path.join(ROOT, file), 'utf8'),
  ]);
  return digest(...contents);
}

/** Returns the Dockerfile and the files of the build context, by path in the repository. */
export function contextFiles(): readonly string[] {
  const lines = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && line !== '*' && !line.startsWith('#'));
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const refused = lines.filter((line) => !line.startsWith('!'));
  const files = taken
    .flatMap(filesUnder)
    .filter((file) => !refused.some((pattern) => isUnder(file, pattern)));
  return ['Dockerfile', '.dockerignore', ...files.toSorted()];
}

/** The files of a folder, or a file itself. A glob would leave out names that begin with a dot. */
function filesUnder(name: string): string[] {
  const place = path.join(ROOT, name);
  if (!statSync(place).isDirectory()) return [name];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
}

function isUnder(file: string, pattern: string): boolean {
  return path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`);
}
