import type { NullReport } from '../operators/reports.ts';
import { Table } from '../table.ts';

/** Passes the rows of a table through and reports nulls of the named columns, if there are any. */
export function reportNulls(
  table: Table,
  kind: NullReport['kind'],
  names: readonly string[],
): Table {
  const { relation: input, columns } = table;
  return names.length === 0 ? table : new Table({ op: 'nullReport', input, kind, names, columns });
}
