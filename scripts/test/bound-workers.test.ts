import path from 'node:path';
import { BOUND_WORKERS, boundWorkers, boundWorkersFor } from './bound-workers.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

describe('the memory of workers', () => {
  it('is bounded in a run of more than twenty files', () => {
    expect(boundWorkers(20)).toEqual([]);
    expect(boundWorkers(21)).toEqual(BOUND_WORKERS);
  });

  it('is bounded when the given paths match so many files', async () => {
    expect(await boundWorkersFor(root, ['runner/', 'api/'])).toEqual(BOUND_WORKERS);
    expect(await boundWorkersFor(root, ['scripts/test/bound-workers'])).toEqual([]);
    expect(await boundWorkersFor(root, ['-t', 'joins'])).toEqual(BOUND_WORKERS);
    expect(await boundWorkersFor(root, ['-t', 'runner', 'scripts/test/bound-workers'])).toEqual([]);
  });
});
