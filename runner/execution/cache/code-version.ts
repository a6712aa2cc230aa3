import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * What decides the results of nodes: our sources, and the versions of the libraries that the package.json of the
 * service and of each extra pins.
 */
const FILES = ['package.json', 'runner/**/*.{ts,mts,mjs,py}', 'runner/extras/*/package.json'];
/** These do not take part in a run. */
const OTHER = /\.test\.ts$|\/examples\//;

let known: Promise<string> | undefined;

/** A digest of the code of this version and of its runtime. Entries of another version are never read. */
export function codeVersion(): Promise<string> {
  return (known ??= codeDigest(path.resolve(import.meta.dirname, ...['..', '..', '..']), process));
}

/** A digest of the code in a folder, and of the runtime that executes it. */
export async function codeDigest(
  root: string,
  { version, arch }: Pick<NodeJS.Process, 'version' | 'arch'>,
): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(FILES, { cwd: root })) if (!OTHER.test(file)) files.push(file);
  const counted = files.toSorted();
  const contents = await Promise.all(counted.map((file) => readFile(path.join(root, file))));
  const hash = createHash('sha256');
  // The text of numbers, the tables of Unicode and the last bits of functions are those of the runtime.
  hash.update(`${version} ${arch}\0`);
  for (const [at, content] of contents.entries()) {
    hash.update(`${counted[at] ?? ''}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
