const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;
const DIGIT_MASK = BUCKETS - 1;

/**
 * Sorts `order` in place so that `words[order[i]]` ascends. Stable, and linear in `order.length`; a digit
 * with the same value in all words costs one counting pass.
 * @param words unsigned 32-bit sort keys by row
 * @param spare buffer of the length of `order`, overwritten
 */
export function radixSortBy(words: Uint32Array, order: Int32Array, spare: Int32Array): void {
  let from = order;
  let to = spare;
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const starts = bucketStarts(words, from, shift);
    if (starts === null) continue;
    for (const row of from) {
      const digit = ((words[row] ?? 0) >>> shift) & DIGIT_MASK;
      const at = starts[digit] ?? 0;
      to[at] = row;
      starts[digit] = at + 1;
    }
    [from, to] = [to, from];
  }
  if (from !== order) order.set(from);
}

/** The start of each bucket; null when all rows share one bucket, so that no row moves. */
function bucketStarts(words: Uint32Array, order: Int32Array, shift: number): Int32Array | null {
  const counts = new Int32Array(BUCKETS);
  for (const row of order) {
    const digit = ((words[row] ?? 0) >>> shift) & DIGIT_MASK;
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
  let start = 0;
  for (let digit = 0; digit < BUCKETS; digit++) {
    const count = counts[digit] ?? 0;
    if (count === order.length) return null;
    counts[digit] = start;
    start += count;
  }
  return counts;
}
