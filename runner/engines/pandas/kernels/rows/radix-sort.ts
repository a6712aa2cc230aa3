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
  let from: SortedRows = { rows: order, words: gathered(words, order) };
  const digits = [...countDigits(from.words).entries()].filter(([, counts]) =>
    toStarts(counts, order.length),
  );
  if (digits.length === 0) return;
  let to: SortedRows = { rows: spare, words: new Uint32Array(order.length) };
  for (const [digit, starts] of digits) {
    scatter(from, to, starts, digit * DIGIT_BITS);
    [from, to] = [to, from];
  }
  if (from.rows !== order) order.set(from.rows);
}

/** Row numbers with the word of each, which move together: to look a word up by its row takes as long as a pass. */
interface SortedRows {
  readonly rows: Int32Array;
  readonly words: Uint32Array;
}

function gathered(words: Uint32Array, order: Int32Array): Uint32Array {
  const out = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) out[at] = words[order[at] ?? 0] ?? 0;
  return out;
}

/** Moves each row to the next place of the bucket of its digit. @param starts of the buckets; overwritten */
function scatter(from: SortedRows, to: SortedRows, starts: Int32Array, shift: number): void {
  const { rows, words } = from;
  const { rows: toRows, words: toWords } = to;
  for (let at = 0; at < rows.length; at++) {
    const word = words[at] ?? 0;
    const bucket = (word >>> shift) & DIGIT_MASK;
    const target = starts[bucket] ?? 0;
    toRows[target] = rows[at] ?? 0;
    toWords[target] = word;
    starts[bucket] = target + 1;
  }
}

/** The number of words by value of each digit, the lowest digit first. */
function countDigits(words: Uint32Array): readonly Int32Array[] {
  const low = new Int32Array(BUCKETS);
  const middle = new Int32Array(BUCKETS);
  const high = new Int32Array(BUCKETS);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
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
