import { createHash, type Hash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { BUILD } from '../../programs/program-file.ts';

/**
 * What decides the results of nodes: our sources, and the versions of the libraries that the package.json of the
 * service and of each extra pins.
 */
const FILES = ['package.json', 'runner/**/*.{ts,mts,mjs,py}', 'runner/extras/*/package.json'];
/** A process may have few files open at once: 256 on macOS. */
const FILES_AT_ONCE = 32;
/** These do not take part in a run. */
const OTHER = /\.test\.ts$|\/examples\//;

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');

type Runtime = Pick<NodeJS.Process, 'version' | 'arch'>;

let known: Promise<string> | undefined;

/** A digest of the code of this version and of its runtime. Entries of another version are never read. */
export function codeVersion(): Promise<string> {
  return (known ??=
    BUILD === null ? codeDigest(ROOT, process) : Promise.resolve(buildDigest(BUILD, process)));
}

/** The same for a bundle, which is built from the code that its digest names. */
export function buildDigest({ digest }: { readonly digest: string }, runtime: Runtime): string {
  return runtimeHash(runtime).update(digest).digest('hex');
}

/** A digest of the code in a folder, and of the runtime that executes it. @param runtime null: any */
export async function codeDigest(root: string, runtime: Runtime | null): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(FILES, { cwd: root })) if (!OTHER.test(file)) files.push(file);
  const counted = files.toSorted();
  const contents = await pLimit(FILES_AT_ONCE).map(counted, (file) =>
    readFile(path.join(root, file)),
  );
  const hash = runtime === null ? createHash('sha256') : runtimeHash(runtime);
  for (const [at, content] of contents.entries()) {
    hash.update(`${counted[at] ?? ''}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** The text of numbers, the tables of Unicode and the last bits of functions are those of the runtime. */
function runtimeHash({ version, arch }: Runtime): Hash {
  return createHash('sha256').update(`${version} ${arch}\0`);
}
