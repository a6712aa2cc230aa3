import type { ParquetFooter } from './footer/parquet-footer.ts';

/** The nulls that the statistics of all row groups count; null: some do not. */
export function nullsOf(footer: ParquetFooter, chunk: number): number | null {
  let sum = 0;
  for (const { chunks } of footer.rowGroups) {
    const nulls = chunks[chunk]?.nulls ?? null;
    if (nulls === null) return null;
    sum += nulls;
  }
  return sum;
}
