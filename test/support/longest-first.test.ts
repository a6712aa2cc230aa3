import path from 'node:path';
import LongestFirst from './longest-first.ts';
import { recordedSeconds } from './recorded-seconds.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const file = (name: string): { path: string } => ({ path: path.join(root, name) });

describe('the order of test files', () => {
  it('starts the files first that took longest when they were recorded', () => {
    const seconds = recordedSeconds(['service', 'parity']);
    const tests = [
      file('scripts/test/counts.test.ts'),
      file('test/parity/flows.test.ts'),
      file('runner/plan/laws.test.ts'),
    ];
    const order = new LongestFirst().sort(tests).map((test) => seconds.of(test.path));
    expect(order).toEqual(order.toSorted((a, b) => b - a));
  });

  it('takes a file that was never recorded for a long one', () => {
    expect(recordedSeconds(['service']).of(path.join(root, 'api/a-new-file.test.ts'))).toBe(20);
  });
});
