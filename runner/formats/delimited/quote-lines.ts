import type { MisplacedQuotes } from './scan-request.ts';

const BACKSLASH = 0x5c;

/** Collects the first line of each kind of misplaced quotes. */
export class QuoteLines implements MisplacedQuotes {
  escaped = 0;
  spaced = 0;
  within = 0;

  /** The last bytes of the chunks before. */
  #tail: readonly number[] = [];

  /**
   * @param place the index of the quote in the chunk; below 0 it is in the chunk before
   * @param isSpaced whether only blanks are before it in its cell
   */
  add(line: number, chunk: Uint8Array, place: number, isSpaced: boolean): void {
    const before = place > 0 ? chunk[place - 1] : this.#tail.at(place - 1);
    if (before === BACKSLASH) this.escaped ||= line;
    else if (isSpaced) this.spaced ||= line;
    else this.within ||= line;
  }

  /** The bytes of a chunk are overwritten by the next one. */
  endChunk(chunk: Uint8Array): void {
    this.#tail = [...this.#tail, ...chunk.subarray(-2)].slice(-2);
  }
}
