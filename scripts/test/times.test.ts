import { tierOf, type TestFile } from './tiers.ts';
import { timeLines } from './times.ts';

const file = (path: string, tests: number, seconds: number, tier = tierOf(path)): TestFile => ({
  path,
  tier,
  tests,
  seconds,
});

describe('the report of test times', () => {
  it('lists each tier with its tests, slowest files first', () => {
    const checks = [
      { name: 'lint', seconds: 40.25 },
      { name: 'typecheck', seconds: 3 },
    ];
    const files = [
      file('api/a.test.ts', 1200, 2),
      file('runner/b.test.ts', 1, 30.04),
      file('test/parity/nodes.test.ts', 300, 20),
      file('test/contract/everywhere/c.test.ts', 7, 5, 'cluster'),
    ];
    const made = [{ name: 'etcd', seconds: 31 }];
    expect(timeLines({ checks, files, made, seconds: 61.5 })).toEqual([
      'Time of each tier:',
      '  check       40.3 s  lint 40.3 s, typecheck 3.0 s',
      '  service     32.0 s  1,201 tests in 2 files',
      '  parity      20.0 s  300 tests in 1 file',
      '  cluster      5.0 s  7 tests in 1 file',
      '  in all      61.5 s  elapsed; some files run in parallel',
      'The slowest files:',
      '    30.0 s  runner/b.test.ts',
      '    20.0 s  test/parity/nodes.test.ts',
      '     5.0 s  test/contract/everywhere/c.test.ts',
      '     2.0 s  api/a.test.ts',
      'Built and installed, since the cache lacked it:',
      '    31.0 s  etcd',
    ]);
  });

  it('lists at most ten files', () => {
    const files = Array.from({ length: 25 }, (_, i) => file(`api/${i}.test.ts`, 1, i));
    const slowest = timeLines({ checks: [], files, made: [], seconds: 1 }).filter((line) =>
      line.includes('.test.ts'),
    );
    expect(slowest).toHaveLength(10);
    expect(slowest[0]).toContain('24.0 s  api/24.test.ts');
  });

  it('omits tiers that did not run', () => {
    expect(timeLines({ checks: [], files: [], made: [], seconds: 1 })).toEqual([
      'Time of each tier:',
      '  in all       1.0 s  elapsed; some files run in parallel',
    ]);
  });
});
