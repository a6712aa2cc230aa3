import { radixSortBy } from '../rows/radix-sort.ts';
import { computeCells } from './compute-cells.ts';

/** A chunk packs 3 code units of 17 bits into one exact number; 0 marks the end of the text. */
const CHUNK_UNITS = 3;
const UNIT_RANGE = 2 ** 17;
/** Up to this number of texts, a comparison sort is cheaper than a radix sort. */
const MAX_COMPARISON_SORT = 256;

/**
 * The rank of each text in code point order, which is also the order of the UTF-8 bytes.
 * @param texts distinct texts
 */
export function ranksByCodePoint(texts: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(texts.length);
  const order = orderByCodePoint(texts);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank] ?? 0] = rank;
  return ranks;
}

/**
 * An MSD radix sort: sorts by the first chunk, then each run of ties by the next chunk. Time is linear in
 * the number of code units read, also for texts with long common prefixes.
 */
function orderByCodePoint(texts: readonly string[]): Int32Array {
  const order = computeCells(new Int32Array(texts.length), (index) => index);
  const buffers: Buffers = {
    chunks: new Float64Array(texts.length),
    words: new Uint32Array(texts.length),
    spare: new Int32Array(texts.length),
  };
  const runs: Run[] = [{ start: 0, end: order.length, depth: 0 }];
  for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
    const members = order.subarray(run.start, run.end);
    if (members.length <= MAX_COMPARISON_SORT) {
      members.sort((a, b) => compareByCodePoint(texts[a] ?? '', texts[b] ?? ''));
    } else {
      sortByChunk(texts, members, run.depth, buffers);
      collectTies(run, order, buffers.chunks, runs);
    }
  }
  return order;
}

interface Run {
  readonly start: number;
  readonly end: number;
  /** The length of the common prefix of the run, in code units. */
  readonly depth: number;
}

interface Buffers {
  readonly chunks: Float64Array;
  readonly words: Uint32Array;
  readonly spare: Int32Array;
}

function sortByChunk(
  texts: readonly string[],
  members: Int32Array,
  depth: number,
  { chunks, words, spare }: Buffers,
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
    // A chunk that ends in 0 is the end of a text, and texts are distinct, so it has no tie.
    if (at - start > 1) runs.push({ start, end: at, depth: run.depth + CHUNK_UNITS });
    start = at;
  }
}

function chunkAt(text: string, depth: number): number {
  let chunk = 0;
  for (let at = depth; at < depth + CHUNK_UNITS; at++) {
    const unit = at < text.length ? inCodePointOrder(text.charCodeAt(at)) + 1 : 0;
    chunk = chunk * UNIT_RANGE + unit;
  }
  return chunk;
}

/** Maps UTF-16 units so that surrogates sort after all others, like the code points they encode. */
function inCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Compares texts by code point, for `Array.prototype.sort`. */
export function compareByCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at);
    if (difference !== 0) {
      return inCodePointOrder(a.charCodeAt(at)) - inCodePointOrder(b.charCodeAt(at));
    }
  }
  return a.length - b.length;
}
