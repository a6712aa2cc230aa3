import type { Column, StringColumn, Validity } from '../frame.ts';
import { toBigints } from './exact-integers.ts';
import { columnLength } from './null-mask.ts';

/**
 * The cells of several columns of one type, one below the other.
 * @param columns at least one
 */
export function concatColumns(columns: readonly [Column, ...Column[]]): Column {
  const [first] = columns;
  switch (first.type) {
    case 'string':
      return concatTexts(ofType(columns, 'string'));
    case 'boolean': {
      const parts = ofType(columns, 'boolean').map(({ values }) => values);
      return {
        type: 'boolean',
        values: joined(parts, new Uint8Array(total(columns))),
        validity: validityOf(columns),
      };
    }
    case 'float': {
      const parts = ofType(columns, 'float').map(({ values }) => values);
      return {
        type: 'float',
        values: joined(parts, new Float64Array(total(columns))),
        validity: validityOf(columns),
      };
    }
    case 'integer':
    case 'datetime':
      return {
        type: first.type,
        values: concatIntegers(ofType(columns, first.type), total(columns)),
        validity: validityOf(columns),
      };
  }
}

function ofType<T extends Column['type']>(
  columns: readonly Column[],
  type: T,
): readonly Extract<Column, { type: T }>[] {
  return columns.map((column) => {
    if (column.type !== type) throw new TypeError(`A ${column.type} column among ${type} columns.`);
    return column as Extract<Column, { type: T }>;
  });
}

function total(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + columnLength(column), 0);
}

interface Settable<A> {
  set(values: A, offset: number): void;
}

function joined<A extends { readonly length: number }, B extends Settable<A>>(
  parts: readonly A[],
  into: B,
): B {
  let offset = 0;
  for (const part of parts) {
    into.set(part, offset);
    offset += part.length;
  }
  return into;
}

function concatIntegers(
  columns: readonly Extract<Column, { type: 'integer' | 'datetime' }>[],
  length: number,
): Float64Array | BigInt64Array {
  const floats: Float64Array[] = [];
  for (const { values } of columns) if (values instanceof Float64Array) floats.push(values);
  if (floats.length === columns.length) return joined(floats, new Float64Array(length));
  const parts = columns.map(({ values, validity }) => toBigints(values, validity));
  return joined(parts, new BigInt64Array(length));
}

function validityOf(columns: readonly Column[]): Validity {
  const masks = columns.map((column) => (column.type === 'string' ? null : column.validity));
  if (masks.every((mask) => mask === null)) return null;
  const parts = columns.map(
    (column, index) => masks[index] ?? new Uint8Array(columnLength(column)).fill(1),
  );
  return joined(parts, new Uint8Array(total(columns)));
}

function concatTexts(columns: readonly StringColumn[]): StringColumn {
  const [first] = columns;
  if (first !== undefined && columns.every(({ dictionary }) => dictionary === first.dictionary)) {
    const parts = columns.map(({ codes }) => codes);
    return { ...first, codes: joined(parts, new Int32Array(total(columns))) };
  }
  const codeOf = new Map<string, number>();
  const codes = new Int32Array(total(columns));
  let offset = 0;
  for (const column of columns) {
    const renumbered = Int32Array.from(column.dictionary, (text) => {
      const known = codeOf.get(text);
      if (known !== undefined) return known;
      codeOf.set(text, codeOf.size);
      return codeOf.size - 1;
    });
    for (let row = 0; row < column.codes.length; row++) {
      codes[offset + row] = renumbered[column.codes[row] ?? -1] ?? -1;
    }
    offset += column.codes.length;
  }
  return { type: 'string', codes, dictionary: [...codeOf.keys()] };
}
