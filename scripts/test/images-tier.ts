import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../../test/support/cache-folder.ts';
import { root } from './jest-run.ts';

/** The tests of what images contain, whatever the sources in them do. */
export const IMAGE_TESTS = [
  'test/e2e/images.test.ts',
  'test/e2e/standalone.test.ts',
  'test/images/trace-image.test.ts',
] as const;

/** What determines the content of images, beside the sources that every other test runs. */
const INPUTS = [
  'Dockerfile',
  '.dockerignore',
  '.npmrc',
  'package.json',
  'package-lock.json',
  'charts/**',
  'scripts/bootstrap.mjs',
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

const file = path.join(cacheFolder(), 'images-passed.json');

/**
 * Returns the commit whose whole run passed with the present inputs of the images on this machine. Its image
 * tests need no repetition before the night. @returns null when none is known
 */
export function imagesPassedAt(): string | null {
  const inputs = digestOfInputs();
  return readPassed().find((each) => each.inputs === inputs)?.commit ?? null;
}

/** Remembers that all image tests passed. @param commit the present commit */
export function rememberImages(commit: string): void {
  const inputs = digestOfInputs();
  const others = readPassed().filter((each) => each.inputs !== inputs);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify([{ commit, inputs }, ...others].slice(0, MAX_REMEMBERED)));
}

function readPassed(): readonly Passed[] {
  if (!existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Passed[];
  } catch {
    // A run that was killed while it wrote: everything runs.
    return [];
  }
}

function digestOfInputs(): string {
  const digest = createHash('sha256');
  for (const pattern of INPUTS) {
    const found = globSync(pattern, { cwd: root, withFileTypes: true }).filter((e) => e.isFile());
    const paths = found.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
    for (const each of paths) digest.update(path.relative(root, each)).update(readFileSync(each));
  }
  return digest.digest('hex');
}
