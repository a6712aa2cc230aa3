import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  IMAGE_TESTS,
  isLeftToNight,
  nightLines,
  NIGHTLY,
  NIGHTLY_FILES,
  partsLeftIn,
} from './nightly.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const night = read('test/long/properties/jest.config.js');
const parts = Object.entries(NIGHTLY).map(([part, { file }]) => [part, file] as const);

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

describe('what npm test leaves to the night', () => {
  it.each(parts)('is run by the night suite, and asked for by its file: %s', (part, file) => {
    expect(night).toContain(`'<rootDir>/${file}'`);
    expect(read(file)).toContain(`'${part}'`);
  });

  it('is left only without the variable of the night and without a selected node', () => {
    expect(isLeftToNight('large tables', {})).toBe(true);
    expect(isLeftToNight('large tables', { MILLRACE_NIGHT: '1' })).toBe(false);
    expect(isLeftToNight('large tables', { MILLRACE_PARITY_NODE: 'join' })).toBe(false);
  });

  it('is named by a line of the report, with the reason and what ran instead', () => {
    const examples = 'test/parity/nodes/examples.test.ts';
    const names = partsLeftIn([examples, 'runner/nodes/index.test.ts'], {});
    expect(names).toEqual(['forked flows', 'cut flows of scripts']);
    expect(partsLeftIn([examples], { MILLRACE_PARITY_NODE: 'join' })).toEqual([]);
    expect(nightLines([...names, 'images', 'forked flows'], 'abc')).toEqual([
      expect.stringMatching(
        /^left to the night: the fork of each example.*; each flow also runs .*\. Here ran: the fork of the first/,
      ),
      expect.stringContaining('examples of nodes with scripts once more'),
      expect.stringContaining(
        'the tests of images; what determines them is unchanged since they passed on this machine at abc.',
      ),
    ]);
  });
});

describe('the whole files that npm test leaves to the night', () => {
  const patterns = [
    ...read('test/long/everywhere/jest.config.js').matchAll(/'<rootDir>\/([^']+)'/g),
  ].map(([, pattern = '']) => pattern);
  const left = Object.values(NIGHTLY_FILES).flatMap(({ files }) => [...files]);
  const ofExecutor = [
    ...read('test/e2e/executor-tests.js').matchAll(/EVERYWHERE\}\/([^`]+)`/g),
  ].map(([, name = '']) => `test/contract/everywhere/${name}`);

  it('exist, and are run by the night suite', () => {
    for (const file of [...left, ...IMAGE_TESTS, ...ofExecutor]) {
      expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
    }
    const missing = left.filter((file) => !patterns.some((one) => path.matchesGlob(file, one)));
    expect(missing).toEqual([]);
  });

  it('are all of test/contract/everywhere but those that depend on the executor', () => {
    const all = globSync('test/contract/everywhere/*.test.ts', { cwd: root });
    expect([...NIGHTLY_FILES.everywhere.files, ...ofExecutor].sort()).toEqual(all.sort());
  });
});
