import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Prints the limit of core dumps of the process before and after it resolves a secret. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
const { resolveSecret } = await import(process.argv[1]);
const limit = () => /^Max core file size +(\\S+) +(\\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')).slice(1);
const before = limit();
await resolveSecret('env:A', { fileFolders: [], named: async () => ({ value: 'x' }) });
console.log(JSON.stringify({ before, after: limit() }));
`;

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a process that resolves a secret', () => {
  onLinux('can write no core dump from then on', () => {
    const module = pathToFileURL(path.join(import.meta.dirname, 'resolve-secret.ts')).href;
    const node = [process.execPath, '--input-type=module', '-e', PROGRAM, module];
    const shell = ['-c', 'ulimit -c 1024 2>/dev/null; exec "$@"', 'sh', ...node];
    const { stdout, stderr } = spawnSync('sh', shell, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ after: ['0', '0'] });
  });
});
