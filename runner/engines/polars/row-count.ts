/** Polars takes row counts as 32-bit integers and drops the bits above; no frame has more rows. */
const MAX_ROWS = 2 ** 32 - 1;

/** The number of rows of a range, as polars takes it. */
export function polarsRowCount(rows: number): number {
  return Math.min(rows, MAX_ROWS);
}
