import { deferColumn, pendingSource, type CellSource } from '../../deferred-column.ts';
import type { Column, Frame, Validity } from '../../frame.ts';
import { columnLength, presentMask } from './null-mask.ts';
import { textsOf } from './texts-of.ts';

/** The rows at `indices`, in that order; -1 yields a row of nulls. Columns are gathered on first use. */
export function takeRows(frame: Frame, indices: Int32Array): Frame {
  return {
    length: indices.length,
    names: frame.names,
    columns: frame.columns.map((column) => deferTake(column, indices)),
  };
}

/** So few cells are gathered for a peek at some of them: to read these alone costs as much, and all are read later. */
const MAX_GATHERED_AT_ONCE = 4_096;

/** Like `takeCells`, but gathers on first use. */
export function deferTake(column: Column, indices: Int32Array): Column {
  const source = takenCells(column, indices);
  if (indices.length > MAX_GATHERED_AT_ONCE) return deferColumn(column.type, source);
  const taken: Column = deferColumn(column.type, {
    ...source,
    peek: (rows) => takeCells(taken, rows),
  });
  return taken;
}

/** Like `deferTake`, for rows that come several times and are never -1. */
export function deferRepeat(column: Column, rows: Int32Array): Column {
  return deferColumn(column.type, { ...takenCells(column, rows), repeats: { column, rows } });
}

function takenCells(column: Column, indices: Int32Array): CellSource {
  return {
    length: indices.length,
    load: () => peekCells(column, indices),
    peek: (rows) => peekCells(column, gatherRows(indices, rows)),
    table: (rows, name) => {
      const picked = rows === null ? indices : gatherRows(indices, rows);
      return pendingSource(column)?.table(picked, name) ?? null;
    },
    mask: () => takeMask(presentMask(column), indices),
    stored: () => {
      const stored = pendingSource(column)?.stored?.();
      return stored && { ...stored, rows: rowsOfRows(stored.rows, indices) };
    },
  };
}

/** By the rows and the indices: columns of one file that are taken alike share the array of their rows. */
const TAKEN_ROWS = new WeakMap<Int32Array, WeakMap<Int32Array, Int32Array>>();

/** The rows at `indices` of some rows; null: of all rows. */
function rowsOfRows(rows: Int32Array | null, indices: Int32Array): Int32Array {
  if (rows === null) return indices;
  const known = TAKEN_ROWS.get(indices) ?? new WeakMap<Int32Array, Int32Array>();
  TAKEN_ROWS.set(indices, known);
  const taken = known.get(rows) ?? gatherRows(rows, indices);
  known.set(rows, taken);
  return taken;
}

/** Like `takeCells`, but does not load all cells of a deferred column if its source can avoid it. */
export function peekCells(column: Column, indices: Int32Array): Column {
  return pendingSource(column)?.peek(indices) ?? takeCells(column, indices);
}

/** The cells at `indices`; -1 yields null. */
export function takeCells(column: Column, indices: Int32Array): Column {
  return indices.includes(-1) ? takeOptional(column, indices) : takePresent(column, indices);
}

/** The row numbers or codes at `rows`; -1 yields -1. */
function gatherRows(values: Int32Array, rows: Int32Array): Int32Array {
  const out = new Int32Array(rows.length);
  for (let row = 0; row < rows.length; row++) out[row] = values[rows[row] ?? -1] ?? -1;
  return out;
}

function takePresent(column: Column, indices: Int32Array): Column {
  if (column.type === 'string') {
    const codes = gather(column.codes, new Int32Array(indices.length), indices);
    return textsOf(codes, column.dictionary);
  }
  const { length } = indices;
  if (column.type === 'null') return nullLike(column, length);
  const validity = gatherValidity(column.validity, indices);
  switch (column.type) {
    case 'boolean':
      return {
        type: 'boolean',
        values: gather(column.values, new Uint8Array(length), indices),
        validity,
      };
    case 'float':
      return {
        type: 'float',
        values: gather(column.values, new Float64Array(length), indices),
        validity,
      };
    case 'integer':
    case 'datetime':
      return { type: column.type, values: gather64(column.values, indices), validity };
  }
}

function takeOptional(column: Column, indices: Int32Array): Column {
  if (column.type === 'null' || columnLength(column) === 0) return nullLike(column, indices.length);
  if (column.type === 'string') {
    const { codes, dictionary } = column;
    return textsOf(gatherRows(codes, indices), dictionary);
  }
  const present = takePresent(
    column,
    indices.map((index) => Math.max(index, 0)),
  );
  return { ...present, validity: optionalValidity(column.validity, indices) } as Column;
}

function optionalValidity(validity: Validity, indices: Int32Array): Uint8Array {
  const out = new Uint8Array(indices.length);
  for (let row = 0; row < indices.length; row++) {
    const index = indices[row] ?? -1;
    if (index !== -1) out[row] = validity === null ? 1 : (validity[index] ?? 0);
  }
  return out;
}

/** The mask of the cells at `indices`; -1 is a null. */
function takeMask(mask: Validity, indices: Int32Array): Validity {
  return indices.includes(-1) ? optionalValidity(mask, indices) : gatherValidity(mask, indices);
}

/** A column of the same type with `length` nulls. */
export function nullLike(column: Pick<Column, 'type'>, length: number): Column {
  const validity = new Uint8Array(length);
  switch (column.type) {
    case 'string':
      return { type: 'string', codes: new Int32Array(length).fill(-1), dictionary: [] };
    case 'boolean':
    case 'null':
      return { type: column.type, values: new Uint8Array(length), validity };
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
