import type pl from 'nodejs-polars';

/**
 * The leading rows of a large frame in memory, computed on first use. Samples of row-wise nodes come from
 * them instead of from a query each.
 */
export class LeadingRows {
  readonly #compute: () => pl.DataFrame | null;
  #data: pl.DataFrame | null | undefined;

  /** @param compute null: the rows cannot be computed, e.g. since a value among them is invalid */
  constructor(compute: () => pl.DataFrame | null) {
    this.#compute = compute;
  }

  /** The first rows of the frame. Null: unknown. */
  get(): pl.DataFrame | null {
    if (this.#data === undefined) this.#data = this.#compute();
    return this.#data;
  }
}
