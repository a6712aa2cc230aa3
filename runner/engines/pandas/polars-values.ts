import { isTypedArray } from 'node:util/types';
import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../polars/frame.ts';
import type { Column } from './frame.ts';

/** From this magnitude on, a float does not represent every integer. */
const EXACT_LIMIT = 2 ** 53;

/** The type of a column with values. */
export type ValuesType = Exclude<Column['type'], 'string' | 'null'>;

/** The values of cells in polars, of which integers and datetimes may be rounded. */
export const VALUES = {
  integer: (library, cells) => cells.cast(library.Float64),
  datetime: (library, cells) => microseconds(library, cells).cast(library.Float64),
  float: (_library, cells) => cells,
  boolean: (library, cells) => cells.cast(library.UInt8),
} as const satisfies Readonly<
  Record<ValuesType, (library: PolarsLibrary, cells: pl.Expr) => pl.Expr>
>;

/** The integers of cells, or their microseconds. A null is 0. */
export function exactIntegers(library: PolarsLibrary, cells: pl.Expr): pl.Expr {
  return microseconds(library, cells).fillNull('zero');
}

function microseconds(library: PolarsLibrary, cells: pl.Expr): pl.Expr {
  return cells.cast(library.Datetime('us')).cast(library.Int64);
}

/** Whether all integers are exact as floats. Rounding never moves an integer across 2^53. */
export function isExact(rounded: Float64Array): boolean {
  for (let row = 0; row < rounded.length; row++) {
    if (Math.abs(rounded[row] ?? 0) >= EXACT_LIMIT) return false;
  }
  return true;
}

interface TypedArrayKind<A> {
  readonly name: string;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): A;
}

/** A view with the typed array class of this realm, so that `instanceof` also works in Jest's realms. */
export function typedValues<A>(series: pl.Series, kind: TypedArrayKind<A>): A {
  const values: unknown = series.toTypedArray();
  if (!isTypedArray(values) || values[Symbol.toStringTag] !== kind.name) {
    throw new TypeError(`polars returned no ${kind.name} for the column "${series.name}".`);
  }
  return new kind(values.buffer, values.byteOffset, values.length);
}
