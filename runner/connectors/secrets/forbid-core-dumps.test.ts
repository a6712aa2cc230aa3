import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  lackForCoreDumps,
  NO_CORE_DUMPS,
  PERMITTING_CORE_DUMPS,
} from '../../../test/support/core-dumps.ts';
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

interface Resolved {
  readonly limits: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly stderr: string;
}

function resolveInProcess(mode = ''): Resolved {
  const module = pathToFileURL(path.join(import.meta.dirname, 'resolve-secret.ts')).href;
  const node = [process.execPath, '--input-type=module', '-e', PROGRAM, module, mode];
  const [shell, ...args] = PERMITTING_CORE_DUMPS;
  const { stdout, stderr } = spawnSync(shell, [...args, ...node], { encoding: 'utf8' });
  return { limits: JSON.parse(stdout) as Resolved['limits'], stderr };
}

// Where none can be permitted, the first test would pass without the feature.
const lack = lackForCoreDumps();
if (lack !== null) skipSuite('core dumps', lack);

(lack === null ? describe : describe.skip)('a process that resolves a secret', () => {
  it('can write no core dump from then on', () => {
    const { limits, stderr } = resolveInProcess();
    expect(stderr).toBe('');
    expect(limits.before).not.toEqual(NO_CORE_DUMPS);
    expect(limits.after).toEqual(NO_CORE_DUMPS);
  });

  it('warns once where the limit cannot be set, and resolves the secret', () => {
    const { limits, stderr } = resolveInProcess('without koffi');
    expect(limits.after).toEqual(limits.before);
    expect(stderr.match(/may write secrets of connections into a core dump/g)).toHaveLength(1);
    expect(stderr).toContain('koffi is not installed');
  });
});
