/** What the reader of a file can warn of. Programs rely on these codes: a message may be reworded. */
export const FILE_WARNING_CODES = [
  'html_page',
  'missing_value_texts',
  'thousands_separators',
  'short_rows',
  'renamed_columns',
  'no_dates_found',
] as const;
export type FileWarningCode = (typeof FILE_WARNING_CODES)[number];

/** What a person should check in a file, though it was read. */
export interface FileWarning {
  readonly code: FileWarningCode;
  /** Null: it is not about one column. */
  readonly column: string | null;
  /** A sentence for people. */
  readonly message: string;
}
