import { UserError } from '../../../../domain/errors.ts';
import type { IntegerColumn, Validity } from '../../frame.ts';
import { packIntegers } from '../columns/exact-integers.ts';
import { allPresent, argument, bigValues, integerValues, step, type Operand } from './operand.ts';

/** A computation on doubles and on big integers. The latter runs when a double is not exact. */
export interface IntegerFunction {
  readonly fast: (x: number, y: number) => number;
  readonly exact: (x: bigint, y: bigint) => bigint;
}

const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);

/**
 * Computes an integer from each row's one or two integers.
 * @throws UserError when a result is beyond 64 bits
 */
export function mapIntegers(
  args: readonly Operand[],
  rows: number,
  compute: IntegerFunction,
): IntegerColumn {
  const validity = allPresent(args, rows);
  const values = fastValues(args, rows, compute.fast) ?? exactValues(args, rows, compute.exact);
  return { type: 'integer', values, validity };
}

/** Returns null when an operand or a result exceeds the integers that a double represents exactly. */
function fastValues(
  args: readonly Operand[],
  rows: number,
  compute: IntegerFunction['fast'],
): Float64Array | null {
  const left = integerValues(args[0]);
  const second = args[1] ?? argument(args, 0);
  const right = integerValues(second);
  if (!(left instanceof Float64Array) || !(right instanceof Float64Array)) return null;
  const leftStep = step(argument(args, 0));
  const rightStep = step(second);
  const out = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const value = compute(left[row * leftStep] ?? 0, right[row * rightStep] ?? 0);
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) return null;
    out[row] = value;
  }
  return out;
}

function exactValues(
  args: readonly Operand[],
  rows: number,
  compute: IntegerFunction['exact'],
): Float64Array | BigInt64Array {
  const second = args[1] ?? argument(args, 0);
  const left = bigValues(integerValues(args[0]));
  const right = bigValues(integerValues(second));
  const leftStep = step(argument(args, 0));
  const rightStep = step(second);
  const validity = allPresent(args, rows);
  const out = new BigInt64Array(rows);
  for (let row = 0; row < rows; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const value = compute(left[row * leftStep] ?? 0n, right[row * rightStep] ?? 0n);
    if (value > MAX_INTEGER || value < MIN_INTEGER) throw integerOverflow(value.toString());
    out[row] = value;
  }
  return packIntegers(out);
}

/** The error of a result that does not fit 64 bits. @param value the result, as digits */
export function integerOverflow(value: string): UserError {
  return new UserError(
    `The result ${value} is beyond the range of 64-bit integers. Cast an operand to float first.`,
  );
}

/** Sets the cells to null where the divisor is 0. */
export function nullAtZero(column: IntegerColumn, divisor: Operand): IntegerColumn {
  const values = integerValues(divisor);
  const divisorStep = step(divisor);
  let validity: Validity = column.validity;
  let own: Uint8Array | null = null;
  for (let row = 0; row < column.values.length; row++) {
    if (Number(values[row * divisorStep] ?? 0) !== 0) continue;
    own ??= validity?.slice() ?? new Uint8Array(column.values.length).fill(1);
    own[row] = 0;
  }
  validity = own ?? validity;
  return { ...column, validity };
}
