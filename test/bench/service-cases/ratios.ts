import type { WorkCost } from '../measure-work.ts';
import { quantile } from '../statistics.ts';

/** A sample's median and extremes. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Both rivals measured one right after the other. */
export interface Pair {
  readonly ours: WorkCost;
  readonly theirs: WorkCost;
}

/** A case of both rivals over all pairs. */
export interface Comparison {
  readonly name: string;
  readonly pairs: readonly Pair[];
}

/** All of seven pairs, or 13 of 15. */
const MAX_CHANCE = 0.02;

export function spreadOf(sample: readonly number[]): Spread {
  const sorted = sample.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = Number.isInteger(middle)
    ? sorted.slice(middle - 1, middle + 1)
    : [quantile(sorted, 0.5)];
  return {
    median: (low + high) / 2,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/** The spread of ours over theirs within each pair. Less than 1: ours takes less. */
export function ratioOf(pairs: readonly Pair[], of: keyof WorkCost): Spread {
  return spreadOf(pairs.map(({ ours, theirs }) => ours[of] / theirs[of]));
}

/**
 * What the processor times of the pairs show. Without a difference each is as likely to be less as more: a
 * difference is one when so many pairs on one side would be rare (sign test).
 */
export function verdictOf(pairs: readonly Pair[]): string {
  const all = pairs.length;
  if (chanceOf(all, all) > MAX_CHANCE) return 'too few pairs to show a difference';
  const ratios = pairs.map(({ ours, theirs }) => ours.processorMs / theirs.processorMs);
  const less = ratios.filter((ratio) => ratio < 1).length;
  const more = ratios.filter((ratio) => ratio > 1).length;
  if (chanceOf(Math.max(less, more), all) > MAX_CHANCE) return 'no difference shown';
  return less > more ? `less in ${less} of ${all} pairs` : `MORE in ${more} of ${all} pairs`;
}

/** How likely at least so many of all pairs are on the same side by chance. */
function chanceOf(onOneSide: number, all: number): number {
  let [ways, of] = [0, 1];
  for (let count = all; count >= onOneSide; count--) {
    ways += of;
    of = (of * count) / (all - count + 1);
  }
  return Math.min(1, (2 * ways) / 2 ** all);
}

/**
 * Two lines about a case: the processor time and the wall time, each of ours over theirs.
 * @param verdict what the pairs show; empty when the two do different work
 */
export function describeComparison(
  { name, pairs }: Comparison,
  verdict = verdictOf(pairs),
): string {
  const times = (of: keyof WorkCost): string => {
    const { median, min, max } = ratioOf(pairs, of);
    const [ours, theirs] = (['ours', 'theirs'] as const).map((side) =>
      milliseconds(spreadOf(pairs.map((pair) => pair[side][of])).median),
    );
    return `${median.toFixed(2)} × (${min.toFixed(2)} to ${max.toFixed(2)}; ${ours} / ${theirs})`;
  };
  if (pairs.length === 0) return `${name}\n    not measured: the time was over`;
  return [
    verdict === '' ? name : `${name}: ${verdict}`,
    `    processor ${times('processorMs')}, wall ${times('wallMs')}, ${pairs.length} ${pairs.length === 1 ? 'pair' : 'pairs'}`,
  ].join('\n');
}

function milliseconds(value: number): string {
  return `${value < 100 ? value.toFixed(1) : value.toFixed(0)} ms`;
}
