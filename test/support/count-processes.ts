import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import { tierOf } from '../../scripts/test/tiers.ts';
import { count, TIER_VARIABLE } from './test-counts.ts';

/** Node publishes each process that `spawn`, `fork` and `execFile` start; those that block are not published. */
const CHANNEL = 'child_process';

const root = path.resolve(import.meta.dirname, '..', '..');
const file = path.relative(root, expect.getState().testPath ?? '').replaceAll(path.sep, '/');
process.env[TIER_VARIABLE] ??= tierOf(file);

let started = 0;
const notice = (): void => {
  started += 1;
};

beforeAll(() => {
  subscribe(CHANNEL, notice);
});

afterAll(() => {
  unsubscribe(CHANNEL, notice);
  if (started > 0) count('process', started);
});
