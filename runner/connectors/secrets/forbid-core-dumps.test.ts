import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { skipSuite } from '../../../test/support/skips.ts';

/** Prints the limits of core dumps of the process before and after it resolves two secrets. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
const [, resolver, mode] = process.argv;
if (mode === 'without koffi') {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'koffi') throw new Error('koffi is not installed');
      return next(specifier, context);
    },
  });
}
const { resolveSecret } = await import(resolver);
const limit = () => /^Max core file size +(\\S+) +(\\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')).slice(1);
const before = limit();
for (const _ of [1, 2]) await resolveSecret('env:A', { fileFolders: [], named: async () => ({ value: 'x' }) });
console.log(JSON.stringify({ before, after: limit() }));
`;

const NONE = ['0', '0'];

interface Resolved {
  readonly limits: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly stderr: string;
}

function resolveInProcess(mode = ''): Resolved {
  const module = pathToFileURL(path.join(import.meta.dirname, 'resolve-secret.ts')).href;
  const node = [process.execPath, '--input-type=module', '-e', PROGRAM, module, mode];
  const shell = ['-c', 'ulimit -S -c "$(ulimit -H -c)"; exec "$@"', 'sh', ...node];
  const { stdout, stderr } = spawnSync('sh', shell, { encoding: 'utf8' });
  return { limits: JSON.parse(stdout) as Resolved['limits'], stderr };
}

// Where the hard limit is 0 already, the test below would pass without the feature.
const canDump = spawnSync('sh', ['-c', 'ulimit -H -c'], { encoding: 'utf8' }).stdout.trim() !== '0';
if (process.platform !== 'linux') {
  skipSuite('core dumps', 'the limits of a process are read from /proc, which Linux has');
} else if (!canDump) {
  skipSuite('core dumps', 'this machine permits none: raise the hard limit (ulimit -H -c)');
}

describe('a process that resolves a secret', () => {
  it('can write no core dump from then on', () => {
    const { limits, stderr } = resolveInProcess();
    expect(stderr).toBe('');
    expect(limits.before).not.toEqual(NONE);
    expect(limits.after).toEqual(NONE);
  });

  it('warns once where the limit cannot be set, and resolves the secret', () => {
    const { limits, stderr } = resolveInProcess('without koffi');
    expect(limits.after).toEqual(limits.before);
    expect(stderr.match(/may write secrets of connections into a core dump/g)).toHaveLength(1);
    expect(stderr).toContain('koffi is not installed');
  });
});
