import type { FloatColumn, IntegerColumn } from '../../frame.ts';
import { midpoint } from '../aggregates/midpoint.ts';
import { toFloats } from '../columns/exact-integers.ts';
import type { GroupedRows } from '../rows/group-rows.ts';
import { isPresent } from '../columns/null-mask.ts';
import { sortedOrder } from '../rows/sort-frame.ts';

/** The median of the window of each row, in n log n time; NaN without values. */
export function rollingMedians(
  column: FloatColumn | IntegerColumn,
  { rows, starts }: GroupedRows,
  size: number,
): Float64Array {
  const { ranks, sorted } = rankValues(column);
  const members = new RankCounts(sorted.length);
  const medians = new Float64Array(ranks.length);
  for (let group = 0; group + 1 < starts.length; group++) {
    const partition = rows.subarray(starts[group], starts[group + 1]);
    const rankAt = (at: number): number => ranks[partition[at] ?? -1] ?? -1;
    for (const [at, row] of partition.entries()) {
      members.add(rankAt(at - size), -1);
      members.add(rankAt(at), 1);
      medians[row] = median(members, sorted);
    }
    const left = Math.max(0, partition.length - size);
    for (let at = left; at < partition.length; at++) members.add(rankAt(at), -1);
  }
  return medians;
}

function median(members: RankCounts, sorted: Float64Array): number {
  const { total } = members;
  if (total === 0) return NaN;
  const upper = sorted[members.rankOf(total >> 1)] ?? 0;
  if (total % 2 === 1) return upper;
  return midpoint(sorted[members.rankOf((total >> 1) - 1)] ?? 0, upper);
}

/** The rank of each row's value among the distinct values, -1 for null, and the value of each rank. */
function rankValues(column: FloatColumn | IntegerColumn): {
  readonly ranks: Int32Array;
  readonly sorted: Float64Array;
} {
  const values = toFloats(column.values);
  const ranks = new Int32Array(values.length).fill(-1);
  const sorted = new Float64Array(values.length);
  let count = 0;
  const order = sortedOrder([{ column, descending: false }], values.length, 'last');
  for (const row of order) {
    if (!isPresent(column, row)) break;
    const value = values[row] ?? 0;
    if (count === 0 || sorted[count - 1] !== value) sorted[count++] = value;
    ranks[row] = count - 1;
  }
  return { ranks, sorted: sorted.subarray(0, count) };
}

/** A multiset of ranks as a Fenwick tree of their counts. */
class RankCounts {
  total = 0;
  readonly #tree: Int32Array;
  /** The largest power of two that is not above the number of ranks. */
  readonly #top: number;

  constructor(ranks: number) {
    this.#tree = new Int32Array(ranks + 1);
    this.#top = ranks === 0 ? 0 : 2 ** Math.floor(Math.log2(ranks));
  }

  /** Adds a rank, or removes it by the count -1. @param rank -1 is ignored */
  add(rank: number, count: 1 | -1): void {
    if (rank === -1) return;
    this.total += count;
    const tree = this.#tree;
    for (let at = rank + 1; at < tree.length; at += at & -at) tree[at] = (tree[at] ?? 0) + count;
  }

  /** The rank at an index of the sorted members. */
  rankOf(index: number): number {
    const tree = this.#tree;
    let rest = index;
    let at = 0;
    for (let step = this.#top; step > 0; step >>= 1) {
      const next = at + step;
      const members = tree[next] ?? Infinity;
      if (next < tree.length && members <= rest) {
        at = next;
        rest -= members;
      }
    }
    return at;
  }
}
