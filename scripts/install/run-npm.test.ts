import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Returns the output of an installation that uses a program as npm. */
function shownOf(npm: string): {
  readonly lines: readonly string[];
  readonly status: number | null;
} {
  const script = `
    const { runNpm } = await import(${JSON.stringify(path.join(import.meta.dirname, 'run-npm.mjs'))});
    const options = { cwd: '.', title: 'Installing packages', packages: 3 };
    await runNpm([process.execPath, '--eval', ${JSON.stringify(npm)}], options).catch((error) => {
      process.stderr.write(error.message + '\\n');
      process.exitCode = 1;
    });`;
  const words = ['--input-type=module', '--eval', script];
  const { stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { lines: stderr.trimEnd().split('\n'), status };
}

describe('the progress of an installation', () => {
  it('ends with a line that says done, the number of packages and the duration', () => {
    const { lines, status } = shownOf(
      'console.error("npm http fetch GET 200 https://r/a.tgz 9ms")',
    );
    expect(lines[0]).toBe('Installing packages: 3 packages, 0 s');
    expect(lines.at(-1)).toMatch(/^Installing packages: done, 3 packages in \d+ s$/);
    expect(status).toBe(0);
  });

  it('says failed, then prints the output of npm, when npm fails', () => {
    const { lines, status } = shownOf('console.error("npm error code EUSAGE"); process.exit(1)');
    expect(lines.join('\n')).not.toContain('done');
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^Installing packages: failed after \d+ s$/),
      'npm failed (1):',
      'npm error code EUSAGE',
    ]);
    expect(status).toBe(1);
  });
});
