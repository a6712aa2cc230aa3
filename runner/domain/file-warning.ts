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
