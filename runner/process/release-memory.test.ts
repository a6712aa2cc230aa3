import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Holds 400 MB in blocks of 4 KB and frees them, but for a few: the heap of glibc keeps such memory until it is trimmed.
 * Prints the resident bytes then, and when the process has released them.
 */
const PROGRAM = `
import { setTimeout } from 'node:timers/promises';
import { releaseMemory } from ${JSON.stringify(path.join(import.meta.dirname, 'release-memory.ts'))};
const held = Array.from({ length: 100_000 }, () => Buffer.allocUnsafeSlow(4096).fill(1));
globalThis.kept = held.filter((_block, place) => place % 1000 === 999);
held.length = 0;
globalThis.gc();
await setTimeout(100);
console.log(JSON.stringify([process.memoryUsage.rss(), await releaseMemory()]));
`;

const isGlibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

it('gives memory back that the heap of glibc keeps', () => {
  const args = ['--no-warnings', '--expose-gc', '--input-type=module', '--eval', PROGRAM];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const [held, left] = JSON.parse(stdout) as [number, number];
  expect(held).toBeGreaterThan(400 * 10 ** 6);
  expect(left).toBeLessThan(isGlibc ? held / 2 : held * 2);
});
