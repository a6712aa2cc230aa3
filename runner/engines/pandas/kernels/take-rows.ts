import type { Column, Frame, Validity } from '../frame.ts';
import { columnLength } from './null-mask.ts';

/** The rows at `indices`, in that order; -1 yields a row of nulls. */
export function takeRows(frame: Frame, indices: Int32Array): Frame {
  const optional = indices.includes(-1);
  return {
    length: indices.length,
    names: frame.names,
    columns: frame.columns.map((column) =>
      optional ? takeOptional(column, indices) : takePresent(column, indices),
    ),
  };
}

/** The cells at `indices`; -1 yields null. */
export function takeCells(column: Column, indices: Int32Array): Column {
  return indices.includes(-1) ? takeOptional(column, indices) : takePresent(column, indices);
}

function takePresent(column: Column, indices: Int32Array): Column {
  if (column.type === 'string') {
    return { ...column, codes: gather(column.codes, new Int32Array(indices.length), indices) };
  }
  const validity = gatherValidity(column.validity, indices);
  const { length } = indices;
  switch (column.type) {
    case 'boolean':
      return {
        ...column,
        values: gather(column.values, new Uint8Array(length), indices),
        validity,
      };
    case 'float':
      return {
        ...column,
        values: gather(column.values, new Float64Array(length), indices),
        validity,
      };
    case 'integer':
    case 'datetime':
      return { ...column, values: gather64(column.values, indices), validity };
  }
}

function takeOptional(column: Column, indices: Int32Array): Column {
  const present = Uint8Array.from(indices, (index) => (index === -1 ? 0 : 1));
  if (columnLength(column) === 0) return nullLike(column, indices.length);
  const safe = indices.map((index) => (index === -1 ? 0 : index));
  const taken = takePresent(column, safe);
  if (taken.type === 'string') {
    const codes = taken.codes.map((code, row) => (present[row] === 1 ? code : -1));
    return { ...taken, codes };
  }
  const { validity } = taken;
  if (validity === null) return { ...taken, validity: present };
  return { ...taken, validity: present.map((bit, row) => bit & (validity[row] ?? 0)) };
}

/** A column of the same type with `length` nulls. */
export function nullLike(column: Pick<Column, 'type'>, length: number): Column {
  const validity = new Uint8Array(length);
  switch (column.type) {
    case 'string':
      return { type: 'string', codes: new Int32Array(length).fill(-1), dictionary: [] };
    case 'boolean':
      return { type: 'boolean', values: new Uint8Array(length), validity };
    case 'integer':
    case 'float':
    case 'datetime':
      return { type: column.type, values: new Float64Array(length), validity };
  }
}

function gatherValidity(validity: Validity, indices: Int32Array): Validity {
  return validity && gather(validity, new Uint8Array(indices.length), indices);
}

function gather64(
  values: Float64Array | BigInt64Array,
  indices: Int32Array,
): Float64Array | BigInt64Array {
  if (values instanceof Float64Array) {
    return gather(values, new Float64Array(indices.length), indices);
  }
  const out = new BigInt64Array(indices.length);
  for (let row = 0; row < indices.length; row++) out[row] = values[indices[row] ?? 0] ?? 0n;
  return out;
}

function gather<A extends Float64Array | Int32Array | Uint8Array>(
  values: A,
  out: A,
  indices: Int32Array,
): A {
  for (let row = 0; row < indices.length; row++) out[row] = values[indices[row] ?? 0] ?? 0;
  return out;
}
