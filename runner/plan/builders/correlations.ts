import type { ColumnSchema } from '../../domain/column.ts';
import { CORRELATION } from '../operators/correlate.ts';
import { Table } from '../table.ts';

/** Correlates each pair of columns of a table. @param correlated of numbers or booleans */
export function correlate({ relation }: Table, correlated: readonly ColumnSchema[]): Table {
  return new Table({ op: 'correlate', input: relation, correlated, columns: CORRELATION });
}
