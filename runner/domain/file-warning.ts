/** Warning codes of file readers. The codes are stable; messages may be reworded. */
export const FILE_WARNING_CODES = [
  'html_page',
  'missing_value_texts',
  'thousands_separators',
  'decimal_commas',
  'short_rows',
  'title_lines',
  'other_sheets',
  'spaces_between_cells',
  'renamed_columns',
  'unnamed_columns',
  'no_dates_found',
  'rounded_decimals',
] as const;
export type FileWarningCode = (typeof FILE_WARNING_CODES)[number];

/** A possible problem in a file that was read successfully. */
export interface FileWarning {
  readonly code: FileWarningCode;
  /** Null: the warning concerns the whole file. */
  readonly column: string | null;
  /** A human-readable sentence. */
  readonly message: string;
}
