import { codedTexts } from '../../deferred-column.ts';
import type { Column, StringColumn, Validity } from '../../frame.ts';
import { columnOfTexts } from '../columns/column-of-texts.ts';
import { uniteTexts, withoutUnusedTexts } from '../columns/unite-texts.ts';
import { bigValues, presence, step, textColumn, type Operand } from './operand.ts';

/**
 * Returns each row's cell of the first operand where `pick` is 1, else of the second.
 * @param pick one byte per row
 */
export function chooseCells(pick: Uint8Array, first: Operand, second: Operand): Column {
  const { column } = first;
  if (column.type === 'string') return chooseTexts(pick, first, second);
  const validity = chooseValidity(pick, first, second);
  const other = second.column;
  if (column.type === 'boolean' && other.type === 'boolean') {
    const values = new Uint8Array(pick.length);
    chooseValues(pick, { first, second }, [column.values, other.values], values);
    return { type: 'boolean', values, validity };
  }
  if (column.type === 'boolean' || other.type === 'boolean' || other.type === 'string') {
    throw new TypeError(`Cannot choose between ${column.type} and ${other.type}.`);
  }
  return { type: column.type, values: chooseNumbers(pick, first, second), validity } as Column;
}

function chooseNumbers(
  pick: Uint8Array,
  first: Operand,
  second: Operand,
): Float64Array | BigInt64Array {
  const a = numbers(first);
  const b = numbers(second);
  const steps = { first, second };
  if (a instanceof Float64Array && b instanceof Float64Array) {
    const values = new Float64Array(pick.length);
    chooseValues(pick, steps, [a, b], values);
    return values;
  }
  const big = new BigInt64Array(pick.length);
  const left = bigValues(a);
  const right = bigValues(b);
  const leftStep = step(first);
  const rightStep = step(second);
  for (let row = 0; row < pick.length; row++) {
    big[row] = (pick[row] === 1 ? left[row * leftStep] : right[row * rightStep]) ?? 0n;
  }
  return big;
}

function numbers({ column }: Operand): Float64Array | BigInt64Array {
  switch (column.type) {
    case 'integer':
    case 'float':
    case 'datetime':
      return column.values;
    case 'string':
    case 'boolean':
    case 'null':
      throw new TypeError(`Expected numbers, got ${column.type}.`);
  }
}

function chooseValues<A extends Float64Array | Uint8Array | Int32Array>(
  pick: Uint8Array,
  operands: { readonly first: Operand; readonly second: Operand },
  [a, b]: readonly [A, A],
  out: A,
): void {
  const aStep = step(operands.first);
  const bStep = step(operands.second);
  for (let row = 0; row < pick.length; row++) {
    out[row] = (pick[row] === 1 ? a[row * aStep] : b[row * bStep]) ?? 0;
  }
}

function chooseTexts(pick: Uint8Array, first: Operand, second: Operand): StringColumn {
  const a = codedTexts(textColumn(first));
  const b = codedTexts(textColumn(second));
  const { texts, codes } = uniteTexts(a, b, pick.length);
  const chosen = new Int32Array(pick.length);
  chooseValues(pick, { first, second }, codes, chosen);
  return columnOfTexts(withoutUnusedTexts({ codes: chosen, texts }));
}

function chooseValidity(pick: Uint8Array, first: Operand, second: Operand): Validity {
  const a = presence(first, pick.length);
  const b = presence(second, pick.length);
  if (a === null && b === null) return null;
  const out = new Uint8Array(pick.length);
  for (let row = 0; row < pick.length; row++) {
    const mask = pick[row] === 1 ? a : b;
    out[row] = mask === null ? 1 : (mask[row] ?? 0);
  }
  return out;
}
