import type { ColumnSchema } from '../../domain/column.ts';
import type { Bin } from '../operators/bin.ts';
import type { Table } from '../table.ts';

/** The config of bins. */
export type BinRequest = Omit<Bin, 'op' | 'columns' | 'input'>;

/** Plans bins of a column of numbers, which the caller has checked. */
export function planBin({ relation: input, columns }: Table, request: BinRequest): Bin {
  return { op: 'bin', input, ...request, columns: columnsWithBin(columns, request.name) };
}

/** Replaces the column of the name in place, or appends a new one. */
export function columnsWithBin(
  columns: readonly ColumnSchema[],
  name: string,
): readonly ColumnSchema[] {
  const added: ColumnSchema = { name, type: 'string' };
  const replaced = columns.map((column) => (column.name === name ? added : column));
  return replaced.includes(added) ? replaced : [...columns, added];
}
