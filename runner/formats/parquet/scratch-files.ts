/** The scratch files beside the columnar copy, which a killed process leaves behind. */
export function scratchFilesOf(dataPath: string): readonly string[] {
  return [arrowPath(dataPath), ...pageFilesOf(dataPath)];
}

/** Those of the columns that are read from pages. An Arrow file as Parquet is needed longer. */
export function pageFilesOf(dataPath: string): readonly string[] {
  return [pagesPath(dataPath), stagedPath(dataPath)];
}

/** An Arrow file as Parquet of the same types. */
export function arrowPath(dataPath: string): string {
  return `${dataPath}.arrow`;
}

/** The columns that are read from the pages of the file. */
export function pagesPath(dataPath: string): string {
  return `${dataPath}.pages`;
}

/** The same, as staged rows. */
export function stagedPath(dataPath: string): string {
  return `${dataPath}.pages.csv`;
}
