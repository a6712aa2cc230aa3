import { jest } from '@jest/globals';
import type { WorkCost } from '../measure-work.ts';
import { compareRivals } from './compare.ts';
import { describeComparison, spreadOf, verdictOf, type Pair } from './ratios.ts';
import type { Rival } from './rival.ts';

const NEVER = new AbortController().signal;

/** A rival whose work takes the given milliseconds, and writes its name to a log. */
function rival(name: string, log: string[], costs: readonly number[]): Rival {
  const left = costs[Symbol.iterator]();
  const measure = (): Promise<WorkCost> => {
    log.push(name);
    const { value = 1 } = left.next();
    return Promise.resolve({ wallMs: 2 * value, processorMs: value });
  };
  return { cases: [{ name: 'sort', measure }], close: () => Promise.resolve() };
}

function pairsOf(...ratios: readonly number[]): readonly Pair[] {
  return ratios.map((ratio) => ({
    ours: { wallMs: 200 * ratio, processorMs: 100 * ratio },
    theirs: { wallMs: 200, processorMs: 100 },
  }));
}

it('measures two rivals in turns, and does not count the first pair', async () => {
  const log: string[] = [];
  const rivals = [rival('new', log, [99, 1, 2, 3]), rival('old', log, [9, 10, 20, 30])] as const;
  const bounds = { pairs: 3, text: '', deadline: Infinity, signal: NEVER };
  const [comparison] = await compareRivals(rivals, bounds);
  expect(log.join(' ')).toBe('new old old new new old old new');
  expect(
    comparison?.pairs.map(({ ours, theirs }) => ours.processorMs / theirs.processorMs),
  ).toEqual([0.1, 0.1, 0.1]);
});

it('measures the cases with a text in their name, and lists all when none has it', async () => {
  const both = ['new', 'old'].map((name) => {
    const log: string[] = [];
    const [sort] = rival(name, log, []).cases;
    const cases = ['sort, on pandas', 'sort, on polars'].map((each) => ({ ...sort!, name: each }));
    return { cases, close: () => Promise.resolve() };
  });
  const rivals = [both[0]!, both[1]!] as const;
  const bounds = { pairs: 1, deadline: Infinity, signal: NEVER };
  const measured = await compareRivals(rivals, { ...bounds, text: 'polars' });
  expect(measured.map(({ name }) => name)).toEqual(['sort, on polars']);
  await expect(compareRivals(rivals, { ...bounds, text: 'spark' })).rejects.toThrow(
    '--case "spark" is in none of the cases "sort, on pandas", "sort, on polars"',
  );
});

it('begins no pair after the deadline, and says that it has not measured the case', async () => {
  const log: string[] = [];
  const rivals = [rival('new', log, []), rival('old', log, [])] as const;
  const bounds = { pairs: 3, text: '', deadline: performance.now(), signal: NEVER };
  const [comparison] = await compareRivals(rivals, bounds);
  expect(log).toEqual([]);
  expect(describeComparison(comparison!)).toBe('sort\n    not measured: the time was over');
});

it('repeats a pair whose work failed, and fails when it does so three times', async () => {
  const report = jest.spyOn(console, 'error').mockReturnValue(undefined);
  let failures = 0;
  const [sort] = rival('new', [], [1, 1, 5, 2]).cases;
  const measure = (): Promise<WorkCost> => {
    failures += 1;
    return failures % 2 === 1 ? Promise.reject(new Error('too busy')) : sort!.measure();
  };
  const bounds = { pairs: 1, text: '', deadline: Infinity, signal: NEVER };
  const works = rival('old', [], []);
  const [comparison] = await compareRivals(
    [{ ...works, cases: [{ name: 'sort', measure }] }, works],
    bounds,
  );
  expect(comparison?.pairs).toHaveLength(1);
  const fails = { name: 'sort', measure: () => Promise.reject(new Error('no such flow')) };
  await expect(compareRivals([{ ...works, cases: [fails] }, works], bounds)).rejects.toThrow(
    'no such flow',
  );
  expect(report.mock.calls.flat()).toEqual([
    ...Array<string>(2).fill('A pair of sort failed and is repeated: Error: too busy'),
    ...Array<string>(2).fill('A pair of sort failed and is repeated: Error: no such flow'),
  ]);
  report.mockRestore();
});

it('does not repeat work that takes too long and may still go on', async () => {
  let starts = 0;
  const measure = (): Promise<never> => {
    starts += 1;
    return new Promise(() => undefined);
  };
  const endless = { cases: [{ name: 'sort', measure }], close: () => Promise.resolve() };
  const bounds = { pairs: 3, text: '', deadline: Infinity, signal: NEVER, workMs: 10 };
  await expect(compareRivals([endless, endless], bounds)).rejects.toThrow(
    'sort took more than 0.01 s',
  );
  expect(starts).toBe(1);
});

it('stops waiting for work when a signal stops the benchmark', async () => {
  const stop = new AbortController();
  const endless = rival('new', [], []);
  const measure = (): Promise<never> => {
    stop.abort(new Error('stopped by SIGTERM'));
    return new Promise(() => undefined);
  };
  const rivals = [{ ...endless, cases: [{ name: 'sort', measure }] }, endless] as const;
  const bounds = { pairs: 3, text: '', deadline: Infinity, signal: stop.signal };
  await expect(compareRivals(rivals, bounds)).rejects.toThrow('stopped by SIGTERM');
});

it('describes the ratios within pairs by their median and their extremes', () => {
  const pairs = pairsOf(0.8, 0.7, 0.75, 0.9, 0.72, 0.71, 0.81);
  expect(describeComparison({ name: 'sort on pandas', pairs })).toBe(
    'sort on pandas: less in 7 of 7 pairs\n    processor 0.75 × (0.70 to 0.90; 75.0 ms / 100 ms), wall 0.75 × (0.70 to 0.90; 150 ms / 200 ms), 7 pairs',
  );
});

it('says nothing of a difference between things that do different work', () => {
  const pairs = pairsOf(0.5, 0.5);
  expect(describeComparison({ name: 'sort', pairs }, '')).toMatch(/^sort\n {4}processor 0\.50 ×/);
});

it.each([
  ['too few pairs to show a difference', 6, 0],
  ['less in 7 of 7 pairs', 7, 0],
  ['MORE in 7 of 7 pairs', 0, 7],
  ['no difference shown', 6, 1],
  ['less in 13 of 15 pairs', 13, 2],
  ['no difference shown', 12, 3],
  ['MORE in 66 of 100 pairs', 34, 66],
])('says "%s" of %d pairs with less and %d with more', (verdict, less, more) => {
  const pairs = [...Array<number>(less).fill(0.9), ...Array<number>(more).fill(1.3)];
  expect(verdictOf(pairsOf(...pairs))).toBe(verdict);
});

it('takes the mean of the two middle values as the median of an even number', () => {
  expect(spreadOf([4, 1, 2, 10])).toEqual({ median: 3, min: 1, max: 10 });
  expect(spreadOf([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
});
