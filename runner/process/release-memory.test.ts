import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Prints the resident bytes while it holds 400 MB in arrays of typed numbers, and when it has released them. */
const PROGRAM = `
import { releaseMemory } from ${JSON.stringify(path.join(import.meta.dirname, 'release-memory.ts'))};
const hold = () => {
  const held = Array.from({ length: 50 }, () => new Float64Array(1e6).fill(1));
  return { held: held.length, bytes: process.memoryUsage.rss() };
};
const { bytes } = hold();
console.log(JSON.stringify([bytes, await releaseMemory()]));
`;

it('gives the memory of a large job back to the system', () => {
  const args = ['--no-warnings', '--input-type=module', '--eval', PROGRAM];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const [held, left] = JSON.parse(stdout) as [number, number];
  expect(held).toBeGreaterThan(400 * 10 ** 6);
  expect(left).toBeLessThan(held / 2);
});
