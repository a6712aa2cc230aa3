const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;
const DIGIT_MASK = BUCKETS - 1;

/**
 * Sorts `order` in place so that `words[order[i]]` ascends. Stable, and linear in `order.length`; a digit
 * with the same value in all words costs no pass.
 * @param words unsigned 32-bit sort keys by row
 * @param spare buffer of the length of `order`, overwritten
 */
export function radixSortBy(words: Uint32Array, order: Int32Array, spare: Int32Array): void {
  let from = order;
  let to = spare;
  for (const [digit, counts] of countDigits(words, order).entries()) {
    if (!toStarts(counts, order.length)) continue;
    const shift = digit * DIGIT_BITS;
    for (let at = 0; at < from.length; at++) {
      const row = from[at] ?? 0;
      const bucket = ((words[row] ?? 0) >>> shift) & DIGIT_MASK;
      const target = counts[bucket] ?? 0;
      to[target] = row;
      counts[bucket] = target + 1;
    }
    [from, to] = [to, from];
  }
  if (from !== order) order.set(from);
}

/** The number of rows by value of each digit, the lowest digit first; they do not depend on the order. */
function countDigits(words: Uint32Array, order: Int32Array): readonly Int32Array[] {
  const low = new Int32Array(BUCKETS);
  const middle = new Int32Array(BUCKETS);
  const high = new Int32Array(BUCKETS);
  for (let at = 0; at < order.length; at++) {
    const word = words[order[at] ?? 0] ?? 0;
    const a = word & DIGIT_MASK;
    const b = (word >>> DIGIT_BITS) & DIGIT_MASK;
    const c = word >>> (2 * DIGIT_BITS);
    low[a] = (low[a] ?? 0) + 1;
    middle[b] = (middle[b] ?? 0) + 1;
    high[c] = (high[c] ?? 0) + 1;
  }
  return [low, middle, high];
}

/** Turns counts into the start of each bucket. @returns false if all rows share one bucket, so that none moves */
function toStarts(counts: Int32Array, rows: number): boolean {
  let start = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = counts[bucket] ?? 0;
    if (count === rows) return false;
    counts[bucket] = start;
    start += count;
  }
  return true;
}
