import type { Column, StringColumn, Validity } from '../../frame.ts';
import { toBigints } from './exact-integers.ts';
import { columnLength } from './null-mask.ts';
import { uniteDictionaries } from './unite-dictionaries.ts';
import { nullLike } from './take-rows.ts';

/**
 * Concatenates columns of one type.
 * @param columns at least one
 */
export function concatColumns(columns: readonly [Column, ...Column[]]): Column {
  const [first] = columns;
  switch (first.type) {
    case 'string':
      return concatTexts(ofType(columns, 'string'));
    case 'null':
      return nullLike(first, totalLength(columns));
    case 'boolean': {
      const parts = ofType(columns, 'boolean').map(({ values }) => values);
      return {
        type: 'boolean',
        values: concatInto(new Uint8Array(totalLength(columns)), parts),
        validity: validityOf(columns),
      };
    }
    case 'float': {
      const parts = ofType(columns, 'float').map(({ values }) => values);
      return {
        type: 'float',
        values: concatInto(new Float64Array(totalLength(columns)), parts),
        validity: validityOf(columns),
      };
    }
    case 'integer':
    case 'datetime':
      return {
        type: first.type,
        values: concatIntegers(ofType(columns, first.type), totalLength(columns)),
        validity: validityOf(columns),
      };
  }
}

function ofType<T extends Column['type']>(
  columns: readonly Column[],
  type: T,
): readonly Extract<Column, { type: T }>[] {
  return columns.map((column) => {
    if (column.type !== type) {
      throw new TypeError(
        `Cannot concatenate a column of the type ${column.type} with columns of the type ${type}.`,
      );
    }
    return column as Extract<Column, { type: T }>;
  });
}

function totalLength(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + columnLength(column), 0);
}

interface Settable<A> {
  set(values: A, offset: number): void;
}

function concatInto<A extends { readonly length: number }, B extends Settable<A>>(
  target: B,
  parts: readonly A[],
): B {
  let offset = 0;
  for (const part of parts) {
    target.set(part, offset);
    offset += part.length;
  }
  return target;
}

function concatIntegers(
  columns: readonly Extract<Column, { type: 'integer' | 'datetime' }>[],
  length: number,
): Float64Array | BigInt64Array {
  const floats: Float64Array[] = [];
  for (const { values } of columns) if (values instanceof Float64Array) floats.push(values);
  if (floats.length === columns.length) return concatInto(new Float64Array(length), floats);
  const parts = columns.map(({ values, validity }) => toBigints(values, validity));
  return concatInto(new BigInt64Array(length), parts);
}

function validityOf(columns: readonly Column[]): Validity {
  const masks = columns.map((column) => (column.type === 'string' ? null : column.validity));
  if (masks.every((mask) => mask === null)) return null;
  const parts = columns.map(
    (column, index) => masks[index] ?? new Uint8Array(columnLength(column)).fill(1),
  );
  return concatInto(new Uint8Array(totalLength(columns)), parts);
}

function concatTexts(columns: readonly StringColumn[]): StringColumn {
  const [first] = columns;
  const codes = new Int32Array(totalLength(columns));
  if (first === undefined) return { type: 'string', codes, dictionary: [] };
  if (columns.every(({ dictionary }) => dictionary === first.dictionary)) {
    const parts = columns.map((column) => column.codes);
    return { ...first, codes: concatInto(codes, parts) };
  }
  const united = uniteDictionaries(columns.map(({ dictionary }) => dictionary));
  let offset = 0;
  for (const [index, column] of columns.entries()) {
    const newCodes = united.codes[index] ?? column.codes;
    for (let row = 0; row < column.codes.length; row++) {
      const code = column.codes[row] ?? -1;
      codes[offset + row] = code === -1 ? -1 : (newCodes[code] ?? -1);
    }
    offset += column.codes.length;
  }
  return { type: 'string', codes, dictionary: united.dictionary };
}
