import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import type { ShareColumn } from '../../expressions/polars-builder.ts';
import { unusedName } from '../../domain/unused-name.ts';

/** The columns of a plan for code that occurs several times in its expressions. */
export class SharedColumns {
  readonly #library: PolarsLibrary;
  readonly #used: string[];
  readonly #names: string[] = [];
  /** The first such columns of all fields, then the second ones, and so on. */
  readonly #layers: pl.Expr[][] = [];

  /** @param names those of the columns before and after the step */
  constructor(library: PolarsLibrary, names: readonly string[]) {
    this.#library = library;
    this.#used = [...names];
  }

  get count(): number {
    return this.#names.length;
  }

  /** Adds columns for one field: the code of one may read an earlier one of the same field. */
  ofField(): ShareColumn {
    let layer = 0;
    return (code) => {
      const name = unusedName(`shared ${this.#names.length}`, this.#used);
      this.#used.push(name);
      this.#names.push(name);
      (this.#layers[layer++] ??= []).push(code.alias(name));
      return this.#library.col(name);
    };
  }

  /** A layer has the columns of many fields: the time of polars grows with the square of the layers. */
  with(lazy: pl.LazyDataFrame): pl.LazyDataFrame {
    return this.#layers.reduce((all, columns) => all.withColumns(...columns), lazy);
  }

  without(lazy: pl.LazyDataFrame): pl.LazyDataFrame {
    return this.#names.length === 0 ? lazy : lazy.drop(this.#names);
  }
}
