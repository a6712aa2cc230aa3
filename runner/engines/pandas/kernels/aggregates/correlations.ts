import type { Column, Frame, Validity } from '../../frame.ts';
import { deviationOf, meanOf } from './column-summary.ts';
import { nanToNull } from './float-aggregate.ts';
import { integerOffsets } from '../columns/integer-offsets.ts';

/** The finite numbers of a column. */
interface Numbers {
  readonly values: Float64Array;
  /** One byte per row: 1 finite, 0 not. Null: all are finite. */
  readonly mask: Uint8Array | null;
}

/** How the values of a column vary over some rows. Null: they are constant, or the deviation is not finite. */
interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** The sum of products of standard scores, and their number. */
interface Products {
  readonly sum: number;
  readonly count: number;
}

const NONE: Products = { sum: 0, count: 0 };

/**
 * The columns of a `correlate` relation: linear in the rows for each pair of columns. Means and deviations of a
 * column without nulls are computed once.
 * @param columns of numbers or booleans, of the same length
 */
export function correlationFrame(columns: readonly Column[]): Frame['columns'] {
  const numbers = columns.map(numbersOf);
  const spreads = numbers.map(({ values, mask }) => (mask === null ? spreadOf(values) : null));
  const first: number[] = [];
  const second: number[] = [];
  const products: Products[] = [];
  for (const [row, a] of numbers.entries()) {
    for (const [at, b] of numbers.slice(row).entries()) {
      const column = row + at;
      first.push(row);
      second.push(column);
      products.push(
        a.mask === null && b.mask === null
          ? productsOf(a.values, b.values, [spreads[row] ?? null, spreads[column] ?? null])
          : commonProducts(a, b),
      );
    }
  }
  return [
    integers(first),
    integers(second),
    nanToNull(Float64Array.from(products, ({ sum }) => sum)),
    integers(products.map(({ count }) => count)),
  ];
}

function numbersOf(column: Column): Numbers {
  if (column.type === 'string') throw new TypeError('Expected numbers, got string.');
  const { validity } = column;
  const values = floatsOf(column.values, validity);
  const mask = new Uint8Array(values.length);
  let finite = 0;
  for (let row = 0; row < values.length; row++) {
    if (validity?.[row] === 0 || !Number.isFinite(values[row])) continue;
    mask[row] = 1;
    finite++;
  }
  return { values, mask: finite === values.length ? null : mask };
}

/** Large integers less the first one: a correlation does not depend on where the numbers begin. */
function floatsOf(
  values: Float64Array | BigInt64Array | Uint8Array,
  validity: Validity,
): Float64Array {
  if (values instanceof BigInt64Array) return integerOffsets(values, validity).offsets;
  return values instanceof Float64Array ? values : Float64Array.from(values);
}

/** The products over the rows in which both values are finite. */
function commonProducts(a: Numbers, b: Numbers): Products {
  const left = new Float64Array(a.values.length);
  const right = new Float64Array(a.values.length);
  let count = 0;
  for (let row = 0; row < a.values.length; row++) {
    if (a.mask?.[row] === 0 || b.mask?.[row] === 0) continue;
    left[count] = a.values[row] ?? 0;
    right[count++] = b.values[row] ?? 0;
  }
  const [x, y] = [left.subarray(0, count), right.subarray(0, count)];
  return productsOf(x, y, [spreadOf(x), spreadOf(y)]);
}

function spreadOf(values: Float64Array): Spread | null {
  let isConstant = true;
  for (let row = 1; isConstant && row < values.length; row++) {
    isConstant = values[row] === values[0];
  }
  if (isConstant) return null;
  const mean = meanOf(values);
  const deviation = deviationOf(values, mean);
  return Number.isFinite(deviation) ? { mean, deviation } : null;
}

function productsOf(
  a: Float64Array,
  b: Float64Array,
  [x, y]: readonly [Spread | null, Spread | null],
): Products {
  if (x === null || y === null) return NONE;
  let sum = 0;
  let count = 0;
  for (let row = 0; row < a.length; row++) {
    const left = ((a[row] ?? 0) - x.mean) / x.deviation;
    const product = left * (((b[row] ?? 0) - y.mean) / y.deviation);
    if (Number.isNaN(product)) continue;
    sum += product;
    count++;
  }
  return { sum, count };
}

function integers(values: readonly number[]): Column {
  return { type: 'integer', values: Float64Array.from(values), validity: null };
}
