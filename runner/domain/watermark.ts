import { exactJson } from './exact-json.ts';
import type { JsonObject } from './json.ts';
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
  /** The values of the parameters of the query, see `markParameters`. Absent: it has none, or reads a table. */
  readonly parameters?: JsonObject;
}

/** A stored watermark. */
export interface Watermark extends WatermarkKey, WatermarkValue {
  /** The digest of the text of its query. Absent: it is of a table, or an older version stored it. */
  readonly queryDigest?: string;
  /** What a run that begins at it says of it. Absent: nothing. */
  readonly warning?: string;
}

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
    a.column === b.column &&
    parametersText(a) === parametersText(b)
  );
}

/** The values of a key as text; equal values have equal texts. Empty: it has none. */
export function parametersText({ parameters }: Pick<WatermarkKey, 'parameters'>): string {
  return parameters === undefined ? '' : exactJson.stringify(parameters);
}

/** Whether a watermark is of a query, by its digest; one that an older version stored counts as of it. */
export function isOfQuery(
  { queryDigest }: { readonly queryDigest?: string | null },
  present: string | null | undefined,
): boolean {
  return queryDigest == null || present == null || queryDigest === present;
}

/** The key under which an older version stored the watermark of a query, with one for all values. */
export function ofAllValues({ nodeId, connectionId, table, column }: WatermarkKey): WatermarkKey {
  return { nodeId, connectionId, table, column };
}
