/** Warning codes of file readers. The codes are stable; messages may be reworded. */
export const FILE_WARNING_CODES = [
  'html_page',
  'json_content',
  'guessed_encoding',
  'guessed_delimiter',
  'byte_order_marks',
  'mixed_line_ends',
  'misplaced_quotes',
  'single_quotes',
  'no_header',
  'missing_value_texts',
  'text_among_numbers',
  'total_rows',
  'thousands_separators',
  'decimal_commas',
  'short_rows',
  'blank_lines',
  'title_lines',
  'other_sheets',
  'skipped_sheets',
  'error_cells',
  'formulas_without_values',
  'dates_out_of_range',
  'long_times',
  'spaces_between_cells',
  'renamed_columns',
  'unnamed_columns',
  'no_dates_found',
  'rounded_decimals',
  'nan_values',
  'repeated_keys',
  'half_characters',
  'bytes_as_hexadecimal',
  'cut_nanoseconds',
] as const;
export type FileWarningCode = (typeof FILE_WARNING_CODES)[number];

/** A possible problem in a file that was read successfully. */
export interface FileWarning {
  readonly code: FileWarningCode;
  /** Null: the warning concerns the whole file. */
  readonly column: string | null;
  /** The columns that it concerns, if there are several. */
  readonly columns?: readonly string[];
  /** A human-readable sentence. */
  readonly message: string;
}

/** What a file of a run can lack of its table, by codes that are as stable. */
export const LOSS_CODES = [
  'lost_infinities',
  'lost_microseconds',
  'escaped_characters',
  'nul_characters',
  'blank_last_rows',
  'cut_lines',
  'indistinct_nulls',
] as const;
export type LossCode = (typeof LOSS_CODES)[number];

/** Values of a table that a reader of its file does not get. Field names are those of the API. */
export interface LostValues {
  readonly code: LossCode;
  /** Null: whole rows. */
  readonly column: string | null;
  /** How many values or rows. */
  readonly count: number;
}
