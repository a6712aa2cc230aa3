const START_CAPACITY = 1024;

/** A hash table from pairs of unsigned 32-bit words to codes: open addressing, load factor at most 0.5. */
export class PairTable {
  /** Entry number plus one; 0 is a free slot. */
  #slots = new Int32Array(2 * START_CAPACITY);
  #lows = new Uint32Array(START_CAPACITY);
  #highs = new Uint32Array(START_CAPACITY);
  #codes = new Int32Array(START_CAPACITY);
  #size = 0;

  /** The code of a pair. A new pair is inserted with the code `next`; -1 is returned for it. */
  codeOf(low: number, high: number, next: number): number {
    const last = this.#slots.length - 1;
    let slot = hashWords(low, high) & last;
    for (;;) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry === -1) break;
      if (this.#lows[entry] === low && this.#highs[entry] === high) return this.#codes[entry] ?? -1;
      slot = (slot + 1) & last;
    }
    this.#lows[this.#size] = low;
    this.#highs[this.#size] = high;
    this.#codes[this.#size] = next;
    this.#size++;
    this.#slots[slot] = this.#size;
    if (this.#size === this.#lows.length) this.#grow();
    return -1;
  }

  #grow(): void {
    const capacity = 2 * this.#size;
    this.#lows = copyInto(new Uint32Array(capacity), this.#lows);
    this.#highs = copyInto(new Uint32Array(capacity), this.#highs);
    this.#codes = copyInto(new Int32Array(capacity), this.#codes);
    this.#slots = new Int32Array(2 * capacity);
    const last = this.#slots.length - 1;
    for (let entry = 0; entry < this.#size; entry++) {
      let slot = hashWords(this.#lows[entry] ?? 0, this.#highs[entry] ?? 0) & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = entry + 1;
    }
  }
}

function copyInto<A extends Uint32Array | Int32Array>(target: A, values: A): A {
  target.set(values);
  return target;
}

/** Mixes all bits of both words into the low ones (the finalizer of MurmurHash3). */
export function hashWords(low: number, high: number): number {
  let mixed = low ^ Math.imul(high, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
