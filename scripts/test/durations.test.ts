import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readDurations, slowerLines, writeDurations, type Measured } from './durations.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'millrace-durations-'));

beforeAll(() => {
  mkdirSync(path.join(root, 'test'));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const run = (seconds: number): Measured => ({
  checks: [
    { name: 'typecheck', seconds: 30 },
    { name: 'lint', seconds: 100 },
  ],
  files: [
    { path: 'api/a.test.ts', tier: 'service', tests: 4, seconds: 2 },
    { path: 'api/b.test.ts', tier: 'service', tests: 3, seconds },
    { path: 'test/parity/c.test.ts', tier: 'parity', tests: 5, seconds: 8.04 },
    { path: 'test/e2e/d.test.ts', tier: 'cluster', tests: 1, seconds: 60 },
  ],
  counts: { service: { process: 5, 'service-start': 3 } },
  seconds: 170.4,
});

describe('the durations of a recorded run', () => {
  it('are elapsed ones of the checks, which run at once', () => {
    writeDurations(root, 'abc', run(20));
    const { check } = readDurations(root).tiers;
    expect(check).toEqual({ tests: 2, seconds: 100, files: { lint: 100, typecheck: 30 } });
  });

  it('keep the tests and seconds of each tier, longest files first, and the counts that do not vary', () => {
    writeDurations(root, 'abc', run(20));
    const { commit, seconds, tiers, counts } = readDurations(root);
    expect({ commit, seconds, counts }).toEqual({
      commit: 'abc',
      seconds: 170,
      counts: { service: { 'service-start': 3 } },
    });
    expect(tiers.service).toMatchObject({ tests: 7, seconds: 22 });
    expect(Object.keys(tiers.service.files)).toEqual(['api/b.test.ts', 'api/a.test.ts']);
    expect(tiers.parity.files).toEqual({ 'test/parity/c.test.ts': 8 });
  });

  it('warn of tiers and files that take over 30 % longer', () => {
    writeDurations(root, 'abc', run(20));
    expect(slowerLines(run(25), readDurations(root))).toEqual([]);
    expect(slowerLines(run(30), readDurations(root))).toEqual([
      'slower than recorded: tier service took 32.0 s, before 22.0 s',
      'slower than recorded: api/b.test.ts took 30.0 s, before 20.0 s',
    ]);
  });
});
