/**
 * What a delimited or Parquet file has that a plain reader of pandas or polars would read differently from
 * the service, or fail at.
 */
export const FILE_IRREGULARITIES = [
  'blank_lines',
  'misplaced_quotes',
  'lone_carriage_returns',
  'comments',
  'null_texts',
  'renamed_columns',
  'padded_cells',
  'nan_cells',
  'boolean_case',
  'large_integers',
  'cast_types',
  'other_types',
  'misread_columns',
  'pandas_index',
] as const;
export type FileIrregularity = (typeof FILE_IRREGULARITIES)[number];
