import type { ColumnSchema, ColumnType } from './column.ts';
import type { JsonValue, Row } from './json.ts';
import type { ParseOptions } from './parse-options.ts';

export interface TopValue {
  readonly value: JsonValue;
  readonly count: number;
}

/** Facts about one column, from at most the first 10,000 rows. */
export interface ColumnProfile {
  readonly name: string;
  readonly dtype: ColumnType;
  readonly null_count: number;
  /** Per cent, two decimals. */
  readonly null_pct: number;
  readonly distinct: number;
  readonly scanned: number;
  readonly total: number;
  readonly true_count?: number;
  readonly min?: JsonValue;
  readonly max?: JsonValue;
  readonly mean?: number | null;
  readonly std?: number | null;
  readonly min_len?: number;
  readonly max_len?: number;
  readonly top_values?: readonly TopValue[];
}

/** What reading a file once, whole, tells about it. */
export interface DatasetFacts {
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
  /** The first 100 rows. */
  readonly sample: readonly Row[];
  readonly profile: readonly ColumnProfile[];
  readonly parseOptions: ParseOptions | null;
}
