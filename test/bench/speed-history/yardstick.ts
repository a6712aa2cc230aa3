import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { WorkCost } from '../measure-work.ts';

/**
 * Work that never changes, so that figures of different machines, and of a machine with other load, compare:
 * sorts, sums and texts over more memory than caches have. Changing it makes the lines before and after
 * incomparable.
 */
const PROGRAM = `
  const values = new Float64Array(2_000_000);
  let state = 7;
  for (let at = 0; at < values.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[at] = state / 2 ** 32;
  }
  const started = performance.now();
  const used = process.cpuUsage();
  const sorted = values.toSorted();
  const groups = new Map();
  for (const value of values) {
    const key = 'c' + Math.floor(value * 50_000);
    groups.set(key, (groups.get(key) ?? 0) + value);
  }
  const { user, system } = process.cpuUsage(used);
  const isRight = sorted[0] <= sorted[1] && groups.size === 50_000;
  const wallMs = performance.now() - started;
  console.log(JSON.stringify({ isRight, wallMs, processorMs: (user + system) / 1000 }));
`;

/** Does the work of the yardstick once, in a process of its own. */
export async function measureYardstick(): Promise<WorkCost> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', PROGRAM]);
  const { isRight, ...cost } = JSON.parse(stdout) as WorkCost & { readonly isRight: boolean };
  if (!isRight) throw new Error('The yardstick computes something else on this machine');
  return cost;
}
