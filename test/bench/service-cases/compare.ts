import { setTimeout as delay } from 'node:timers/promises';
import type { WorkCost } from '../measure-work.ts';
import { GivenUpError, patiently } from './patiently.ts';
import type { Comparison, Pair } from './ratios.ts';
import type { Rival, RivalCase } from './rival.ts';

/** How much is measured at most. */
export interface Bounds {
  readonly pairs: number;
  /** Only cases with this text in their name. */
  readonly text: string;
  /** No pair begins later, by `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** A piece of work that takes longer has failed. Default: five minutes. */
  readonly workMs?: number;
}

/** On a machine with many things to do. */
const MAX_WORK_MS = 300_000;

/**
 * Measures the cases of two rivals in turns, so that other load affects both. The first pair of a case is not
 * counted: it compiles code and fills caches. Every other pair begins with the other rival, so that a load that
 * grows or falls favours none.
 * @param onCase gets each case when it is done
 * @throws Error when work fails three times or takes five minutes, and the reason of the signal when that aborts
 */
export async function compareRivals(
  [ours, theirs]: readonly [Rival, Rival],
  bounds: Bounds,
  onCase: (comparison: Comparison) => void = () => undefined,
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  if (!ours.cases.some(({ name }) => name.includes(bounds.text))) {
    const names = ours.cases.map(({ name }) => `"${name}"`).join(', ');
    throw new Error(`--case "${bounds.text}" is in none of the cases ${names}`);
  }
  for (const [at, each] of ours.cases.entries()) {
    if (!each.name.includes(bounds.text)) continue;
    const other = theirs.cases[at];
    if (other?.name !== each.name) throw new Error(`The rivals differ in case ${each.name}.`);
    const comparison = { name: each.name, pairs: await measurePairs(each, other, bounds) };
    onCase(comparison);
    comparisons.push(comparison);
  }
  return comparisons;
}

async function measurePairs(
  ours: RivalCase,
  theirs: RivalCase,
  bounds: Bounds,
): Promise<readonly Pair[]> {
  const { pairs, deadline, signal } = bounds;
  const measured: Pair[] = [];
  for (let at = 0; at <= pairs && performance.now() < deadline; at++) {
    const isOursFirst = at % 2 === 0;
    const pair = async (): Promise<Pair> => {
      const first = await bounded(isOursFirst ? ours : theirs, bounds);
      const second = await bounded(isOursFirst ? theirs : ours, bounds);
      return isOursFirst ? { ours: first, theirs: second } : { ours: second, theirs: first };
    };
    const both = await patiently(`A pair of ${ours.name}`, pair, signal);
    if (at > 0) measured.push(both);
  }
  return measured;
}

async function bounded(
  work: RivalCase,
  { signal, workMs = MAX_WORK_MS }: Bounds,
): Promise<WorkCost> {
  const over = new AbortController();
  const timeout = delay(workMs, undefined, { signal: over.signal }).then(() => {
    throw new GivenUpError(`${work.name} took more than ${workMs / 1000} s`);
  });
  try {
    return await orAborted(signal, Promise.race([work.measure(), timeout]));
  } finally {
    over.abort();
  }
}

/** Rejects with the reason of a signal when that aborts before the work is done. */
export async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => {
    aborted.reject(signal.reason as Error);
  };
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
