/** Nanoseconds in a microsecond. */
const MICROSECOND = 1000n;

/** Counts the moments of a column that are no whole microseconds, to which they are cut. */
export class CutMoments {
  #count = 0;
  #first: bigint | null = null;

  /** @param nanoseconds since 1970 */
  add(nanoseconds: bigint): void {
    if (nanoseconds % MICROSECOND === 0n) return;
    this.#count += 1;
    this.#first ??= nanoseconds;
  }

  get count(): number {
    return this.#count;
  }

  /** The first of them; null: there is none. */
  get first(): bigint | null {
    return this.#first;
  }
}
