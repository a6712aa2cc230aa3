import { radixSortBy } from './radix-sort.ts';

/** Code units packed into one exact number: 3 of 17 bits each, 0 where the text has ended. */
const UNITS = 3;
const UNIT_SPAN = 2 ** 17;
/** Below this many texts a comparison sort is cheaper than counting digits. */
const SMALL = 256;

/**
 * The rank of each text among all, by code point (which is also the order of the UTF-8 bytes).
 * @param texts distinct
 */
export function ranksByCodePoint(texts: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(texts.length);
  const order = orderByCodePoint(texts);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank] ?? 0] = rank;
  return ranks;
}

/**
 * Sorts runs by chunks of units from the left; a run that ties in one chunk is sorted by the next.
 * Time is linear in the units looked at, for texts that share long beginnings too.
 */
function orderByCodePoint(texts: readonly string[]): Int32Array {
  const order = Int32Array.from(texts, (_, index) => index);
  const space: Scratch = {
    chunks: new Float64Array(texts.length),
    words: new Uint32Array(texts.length),
    spare: new Int32Array(texts.length),
  };
  const runs: Run[] = [{ start: 0, end: order.length, depth: 0 }];
  for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
    const members = order.subarray(run.start, run.end);
    if (members.length <= SMALL) {
      members.sort((a, b) => compareByCodePoint(texts[a] ?? '', texts[b] ?? ''));
    } else {
      sortByChunk(texts, members, run.depth, space);
      collectTies(run, order, space.chunks, runs);
    }
  }
  return order;
}

interface Run {
  readonly start: number;
  readonly end: number;
  /** Units that all members have in common. */
  readonly depth: number;
}

interface Scratch {
  readonly chunks: Float64Array;
  readonly words: Uint32Array;
  readonly spare: Int32Array;
}

function sortByChunk(
  texts: readonly string[],
  members: Int32Array,
  depth: number,
  { chunks, words, spare }: Scratch,
): void {
  for (const index of members) {
    const chunk = chunkAt(texts[index] ?? '', depth);
    chunks[index] = chunk;
    words[index] = chunk % 2 ** 32;
  }
  radixSortBy(words, members, spare.subarray(0, members.length));
  for (const index of members) words[index] = (chunks[index] ?? 0) / 2 ** 32;
  radixSortBy(words, members, spare.subarray(0, members.length));
}

function collectTies(run: Run, order: Int32Array, chunks: Float64Array, runs: Run[]): void {
  let start = run.start;
  for (let at = run.start + 1; at <= run.end; at++) {
    const chunk = chunks[order[start] ?? 0] ?? 0;
    if (at < run.end && chunks[order[at] ?? 0] === chunk) continue;
    // A chunk that ends in 0 is the end of a text, and texts are distinct: no tie.
    if (at - start > 1) runs.push({ start, end: at, depth: run.depth + UNITS });
    start = at;
  }
}

function chunkAt(text: string, depth: number): number {
  let chunk = 0;
  for (let at = depth; at < depth + UNITS; at++) {
    const unit = at < text.length ? inCodePointOrder(text.charCodeAt(at)) + 1 : 0;
    chunk = chunk * UNIT_SPAN + unit;
  }
  return chunk;
}

/** Moves surrogates behind all other UTF-16 units, where the code points they stand for belong. */
function inCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Negative, zero or positive, as `Array.prototype.sort` wants it. */
export function compareByCodePoint(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at);
    if (difference !== 0) {
      return inCodePointOrder(a.charCodeAt(at)) - inCodePointOrder(b.charCodeAt(at));
    }
  }
  return a.length - b.length;
}
