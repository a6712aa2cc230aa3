import type { TableName } from './sql-source.ts';

/** The types of columns that can have a watermark. */
export const WATERMARK_TYPES = ['integer', 'decimal', 'date', 'datetime', 'string'] as const;
export type WatermarkType = (typeof WATERMARK_TYPES)[number];

/** A value of a column, up to which its rows were read. */
export interface WatermarkValue {
  readonly type: WatermarkType;
  /** Exact: an integer, a decimal, a text, or ISO 8601; a datetime with a zone is in UTC. */
  readonly value: string;
}

/** What a watermark is of. Where one of these differs, it is another watermark. */
export interface WatermarkKey {
  readonly nodeId: string;
  readonly connectionId: string;
  /** Null: the rows are those of a query. */
  readonly table: TableName | null;
  readonly column: string;
}

/** A stored watermark. */
export interface Watermark extends WatermarkKey, WatermarkValue {}

/** What a successful run makes of a watermark. */
export interface WatermarkAdvance extends Watermark {
  /** The stored value that the run began at; null: there was none. */
  readonly before: string | null;
}

/** A longer value is refused: it would not fit into an index. */
export const MAX_WATERMARK_LENGTH = 1_024;

/** Whether two keys are of the same watermark. */
export function isSameWatermark(a: WatermarkKey, b: WatermarkKey): boolean {
  return (
    a.nodeId === b.nodeId &&
    a.connectionId === b.connectionId &&
    a.table?.schema === b.table?.schema &&
    a.table?.table === b.table?.table &&
    a.column === b.column
  );
}
