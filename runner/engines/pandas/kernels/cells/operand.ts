import type { Column, StringColumn, Validity } from '../../frame.ts';
import { validMask } from '../columns/null-mask.ts';

/** An argument of a kernel. A constant has one cell that applies to every row. */
export interface Operand<C extends Column = Column> {
  readonly column: C;
  readonly constant: boolean;
}

/** Returns 0 for a constant, else 1; a row's cell is at `row * step`. */
export function step(operand: Operand): 0 | 1 {
  return operand.constant ? 0 : 1;
}

type NumericColumn = Extract<Column, { type: 'integer' | 'datetime' }>;

/** @throws TypeError when the operand has another type, which the checker prevents */
export function floatValues(operand: Operand | undefined): Float64Array {
  if (operand?.column.type === 'float') return operand.column.values;
  throw wrongType('float', operand);
}

/** Returns the values of an integer or datetime column. @throws TypeError for another type */
export function integerValues(operand: Operand | undefined): NumericColumn['values'] {
  const column = operand?.column;
  if (column?.type === 'integer' || column?.type === 'datetime') return column.values;
  throw wrongType('integer', operand);
}

/** Converts values to big integers; null cells hold arbitrary values. */
export function bigValues(values: Float64Array | BigInt64Array): BigInt64Array {
  if (values instanceof BigInt64Array) return values;
  return BigInt64Array.from(values, (value) => (Number.isSafeInteger(value) ? BigInt(value) : 0n));
}

/** Returns the values of a boolean column. @throws TypeError for another type */
export function booleanValues(operand: Operand | undefined): Uint8Array {
  if (operand?.column.type === 'boolean') return operand.column.values;
  throw wrongType('boolean', operand);
}

/** @throws TypeError unless the operand is a text column */
export function textColumn(operand: Operand | undefined): StringColumn {
  if (operand?.column.type === 'string') return operand.column;
  throw wrongType('string', operand);
}

/** @throws TypeError when the argument is missing */
export function argument(args: readonly Operand[], index: number): Operand {
  const found = args[index];
  if (found === undefined) throw new TypeError(`Argument ${index} is missing.`);
  return found;
}

function wrongType(expected: string, operand: Operand | undefined): TypeError {
  return new TypeError(`Expected ${expected}, got ${operand?.column.type ?? 'nothing'}.`);
}

/** Returns a mask that is present where all arguments are. It may share an argument's mask. */
export function allPresent(args: readonly Operand[], rows: number): Validity {
  let shared: Validity = null;
  let own: Uint8Array | null = null;
  for (const arg of args) {
    const mask = presence(arg, rows);
    if (mask === null) continue;
    if (shared === null) {
      shared = mask;
      continue;
    }
    own ??= shared.slice();
    for (let row = 0; row < rows; row++) own[row] = (own[row] ?? 0) & (mask[row] ?? 0);
  }
  return own ?? shared;
}

/** Returns one byte per row, 1 for present; null when no cell is null. */
export function presence(operand: Operand, rows: number): Uint8Array | null {
  const mask = validMask(operand.column);
  if (mask === null || !operand.constant) return mask;
  return mask[0] === 1 ? null : new Uint8Array(rows);
}
