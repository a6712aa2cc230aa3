import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../../test/support/cache-folder.ts';
import { IMAGE_TESTS } from '../../test/support/nightly.ts';
import { root } from './jest-run.ts';

/** What determines the content of images, beside the sources that every other test runs. */
export const INPUTS = [
  'Dockerfile',
  '.dockerignore',
  '.npmrc',
  'LICENSE',
  'NOTICE',
  'package.json',
  'package-lock.json',
  'prisma.config.ts',
  'charts/**',
  // The stage `extras` runs `millrace setup`.
  'cli/commands/setup.ts',
  'cli/extras/**',
  'runner/extras/**',
  // The stage `python` installs what it lists.
  'runner/scripts/python/requirements.ts',
  'scripts/bootstrap.mjs',
  'scripts/bundle/**',
  'scripts/fill-compile-cache.mjs',
  'scripts/trace-image.ts',
  'scripts/install/**',
  'test/images/**',
  ...IMAGE_TESTS,
] as const;

/** Enough for a few branches that take turns. */
const MAX_REMEMBERED = 20;

interface Passed {
  readonly commit: string;
  /** Digest of `INPUTS`. */
  readonly inputs: string;
}

/** The inputs of the images, and whether their tests passed with them. */
export interface ImageState {
  /** Digest of `INPUTS`. */
  readonly inputs: string;
  /** The commit whose whole run passed with them on this machine; null when none is known. */
  readonly passedAt: string | null;
}

/** Where the inputs are, and the file that remembers what passed. */
export interface ImagePlaces {
  readonly root: string;
  readonly file: string;
}

const PLACES: ImagePlaces = { root, file: path.join(cacheFolder(), 'images-passed.json') };

/**
 * Reads the present inputs of the images. Tests that passed with them need no repetition before the night. Read
 * them when a run starts: what is edited while it runs was not tested.
 */
export function readImages({ root: folder, file }: ImagePlaces = PLACES): ImageState {
  const inputs = digestOfInputs(folder);
  const passedAt = readPassed(file).find((each) => each.inputs === inputs)?.commit ?? null;
  return { inputs, passedAt };
}

/**
 * Remembers that all image tests passed.
 * @param inputs the digest of before the run
 * @param commit the commit of before the run
 */
export function rememberImages(
  { inputs, commit }: Passed,
  { file }: Pick<ImagePlaces, 'file'> = PLACES,
): void {
  const others = readPassed(file).filter((each) => each.inputs !== inputs);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify([{ commit, inputs }, ...others].slice(0, MAX_REMEMBERED)));
}

function readPassed(file: string): readonly Passed[] {
  if (!existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Passed[];
  } catch {
    // A run that was killed while it wrote: everything runs.
    return [];
  }
}

function digestOfInputs(folder: string): string {
  const digest = createHash('sha256');
  for (const pattern of INPUTS) {
    const found = globSync(pattern, { cwd: folder, withFileTypes: true }).filter((e) => e.isFile());
    const paths = found.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
    for (const each of paths) digest.update(path.relative(folder, each)).update(readFileSync(each));
  }
  return digest.digest('hex');
}
