/** Limits of a sheet of an Excel workbook. */
export const SHEET = { rows: 1_048_576, columns: 16_384, characters: 32_767 } as const;

/** What runs and exported scripts say of a table that a sheet cannot hold. */
export const TOO_MANY_SHEET_ROWS = `An Excel sheet holds at most ${SHEET.rows - 1} rows below its header; the table has more. Write CSV or Parquet instead.`;

/** @param columns their number */
export function tooManySheetColumns(columns: number | string): string {
  return `An Excel sheet holds at most ${SHEET.columns} columns; the table has ${columns}.`;
}

/** @param length characters of the text, in UTF-16 as Excel counts them */
export function tooLongForCell(column: string, length: number | string): string {
  return `Column "${column}" has a text of ${length} characters; an Excel cell holds at most ${SHEET.characters}.`;
}
