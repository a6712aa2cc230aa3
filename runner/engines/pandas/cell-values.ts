import type { LiteralValue } from '../../expressions/literal.ts';
import type { Column } from './frame.ts';
import { columnLength, isPresent } from './kernels/columns/null-mask.ts';

/** All cells of a column as exact values. */
export function cellValues(column: Column): readonly LiteralValue[] {
  return Array.from({ length: columnLength(column) }, (_, row) =>
    isPresent(column, row) ? presentValue(column, row) : null,
  );
}

function presentValue(column: Column, row: number): LiteralValue {
  if (column.type === 'string') return column.dictionary[column.codes[row] ?? -1] ?? null;
  const value = column.values[row] ?? 0;
  switch (column.type) {
    case 'null':
      return null;
    case 'boolean':
      return value === 1;
    case 'float':
      return Number(value);
    case 'integer':
    case 'datetime':
      return BigInt(value);
  }
}
