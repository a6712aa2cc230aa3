import { listedByGit } from '../test-dependencies.ts';
import { pathPatterns } from './jest-options.ts';

/**
 * A Jest worker keeps the modules of each file that it has run, some 15 MB, so a run of many files replaces
 * workers. With one file this option would only make Jest start a worker.
 */
export const BOUND_WORKERS: readonly string[] = ['--workerIdleMemoryLimit=1500MB'];
const MANY_FILES = 20;

/** The option that bounds the memory of workers, for a run of so many files; none for a few. */
export function boundWorkers(files: number): readonly string[] {
  return files > MANY_FILES ? BOUND_WORKERS : [];
}

/** The same for the files of `jest.config.js` that the words of a person match, as Jest matches them. */
export async function boundWorkersFor(
  root: string,
  words: readonly string[],
): Promise<readonly string[]> {
  const patterns = (await pathPatterns(words)).map((pattern) => new RegExp(pattern, 'i'));
  const tests = listedByGit(root, ['ls-files', '--cached', '--others', '--exclude-standard'])
    .filter((file) => file.endsWith('.test.ts') && !/^test\/(?:e2e|long)\//.test(file))
    .map((file) => `${root}/${file}`);
  const isMatched = (file: string): boolean => patterns.some((pattern) => pattern.test(file));
  return boundWorkers((patterns.length === 0 ? tests : tests.filter(isMatched)).length);
}
