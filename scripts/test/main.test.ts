import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { checkRequest } from './check-request.ts';
import { readRequest } from './request.ts';
import { OWN_OPTIONS } from './usage.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

function npmTest(...words: readonly string[]): { status: number | null; out: string; err: string } {
  const main = path.join(root, 'scripts', 'test', 'main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, out: stdout.trim(), err: stderr.trim() };
}

describe('a mistake in the arguments of npm test', () => {
  it.each([
    ['--chnaged', 'Neither npm test nor Jest has the option --chnaged. Did you mean --changed?'],
    [
      '--changed nosuch',
      'nosuch is no commit of this repository: name a branch, a tag or a commit.',
    ],
    ['--record runner', '--record measures the whole of npm test, so it is given alone'],
  ])('is one printed line and exit code 2 before anything runs: %s', (words, message) => {
    const { status, out, err } = npmTest(...words.split(' '));
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err.split('\n')).toEqual([expect.stringContaining(message)]);
  });

  it('is a node type that does not exist: the message lists those that do', async () => {
    await expect(checkRequest(root, readRequest(['--node', 'nosuch']))).rejects.toThrow(
      /^--node nosuch is no transform node; there are .*\bjoin\b/,
    );
  });
});

describe('npm test -- --help', () => {
  it('lists the options', () => {
    const { status, out } = npmTest('--help');
    expect(status).toBe(0);
    for (const option of OWN_OPTIONS.filter((each) => !['--help', '--long'].includes(each))) {
      expect(out).toContain(option);
    }
    expect(out).toContain('npm run test:long');
  });
});
