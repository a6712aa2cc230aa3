import type { ColumnSchema, Dtype } from './column.ts';
import type { FileIrregularity } from './file-irregularity.ts';
import type { JsonValue, Row } from './json.ts';
import type { ParseOptions } from './parse-options.ts';

/** A frequent value of a column and the number of its occurrences. */
export interface TopValue {
  readonly value: JsonValue;
  readonly count: number;
}

/** Statistics of one column over at most its first 10,000 rows. */
export interface ColumnProfile {
  readonly name: string;
  readonly dtype: Dtype;
  readonly null_count: number;
  /** Percentage of nulls, two decimals. */
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

/** Metadata of a file that was read completely. */
export interface DatasetFacts {
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
  /** The first 100 rows. */
  readonly sample: readonly Row[];
  readonly profile: readonly ColumnProfile[];
  readonly parseOptions: ParseOptions | null;
  /** Of a delimited or Parquet file; absent when the file was not examined. */
  readonly irregularities?: readonly FileIrregularity[];
}
