import { call } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { unusedName } from '../../domain/unused-name.ts';

/**
 * The columns of strict casts that polars would evaluate for a part of the rows only: below `pl.when`, those
 * that it chooses. Such a cast fails for every row that has a wrong value, so it is a column of its own first.
 */
export class CastColumns {
  readonly #python: PythonContext;
  readonly #used: string[];
  /** Names by code; a cast that occurs twice is one column. */
  readonly #names = new Map<string, string>();

  /** @param names those of the columns before and after the casts */
  constructor(python: PythonContext, names: readonly string[]) {
    this.#python = python;
    this.#used = [...names];
  }

  /** Adds the code of a cast. @returns the code of its column */
  readonly add = (code: string): string => {
    const known = this.#names.get(code);
    const name = known ?? unusedName('cast', this.#used);
    if (known === undefined) {
      this.#used.push(name);
      this.#names.set(code, name);
    }
    return call('pl.col', [this.#python.literal(name)]);
  };

  /** Returns the links between those that add the columns, one after the other, and those that drop them. */
  around(links: readonly string[]): readonly string[] {
    if (this.#names.size === 0) return links;
    const added = [...this.#names].map(([code, name]) =>
      call('with_columns', [`(${code}).alias(${this.#python.literal(name)})`]),
    );
    const names = [...this.#names.values()].map((name) => this.#python.literal(name));
    return [...added, ...links, call('drop', names)];
  }
}
