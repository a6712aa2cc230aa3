import type { FloatColumn, Validity } from '../../frame.ts';
import { toFloats } from '../columns/exact-integers.ts';
import { allPresent, argument, floatValues, integerValues, step, type Operand } from './operand.ts';

/** Computes a float from each row's float. NaN in the result stands for null. */
export function mapFloat(
  args: readonly Operand[],
  rows: number,
  compute: (x: number) => number,
): FloatColumn {
  const values = floatValues(args[0]);
  const out = new Float64Array(rows);
  for (let row = 0; row < rows; row++) out[row] = compute(values[row] ?? 0);
  return { type: 'float', values: out, validity: allPresent(args, rows) };
}

/** Computes a float from each row's two floats. */
export function mapFloats(
  args: readonly Operand[],
  rows: number,
  compute: (x: number, y: number) => number,
): FloatColumn {
  const left = floatValues(args[0]);
  const right = floatValues(args[1]);
  const leftStep = step(argument(args, 0));
  const rightStep = step(argument(args, 1));
  const out = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    out[row] = compute(left[row * leftStep] ?? 0, right[row * rightStep] ?? 0);
  }
  return { type: 'float', values: out, validity: allPresent(args, rows) };
}

/** Replaces NaN with null and -0 with 0. */
export function replaceNaNWithNull(args: readonly Operand[], rows: number): FloatColumn {
  const values = floatValues(args[0]);
  const out = new Float64Array(rows);
  let validity: Validity = allPresent(args, rows);
  let own: Uint8Array | null = null;
  for (let row = 0; row < rows; row++) {
    const value = values[row] ?? 0;
    if (value === value) {
      out[row] = value + 0;
    } else {
      own ??= validity?.slice() ?? new Uint8Array(rows).fill(1);
      own[row] = 0;
    }
  }
  validity = own ?? validity;
  return { type: 'float', values: out, validity };
}

/** Converts integers to floats, rounded beyond 2^53. Exact data is shared, not copied. */
export function integersAsFloats(args: readonly Operand[], rows: number): FloatColumn {
  const values = integerValues(args[0]);
  return { type: 'float', values: toFloats(values), validity: allPresent(args, rows) };
}

/** Rounds to the nearest whole number, halves to even. */
export function roundHalfEven(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}
