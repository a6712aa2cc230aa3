import type { ColumnSchema } from '../domain/column.ts';
import type { LiteralValue } from '../expressions/literal.ts';

/** An evaluated table of a chart. It has few rows. */
export interface ChartTable {
  readonly columns: readonly ColumnSchema[];
  readonly rows: number;
  /** The exact cells of a column; datetimes in microseconds since 1970. */
  readonly cells: (column: string) => readonly LiteralValue[];
}
