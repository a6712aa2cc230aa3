import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../engines/polars/frame.ts';

/** Counts the rows of a lazy frame. Those of a Parquet file are in its metadata. */
export async function countRows(polars: PolarsLibrary, lazy: pl.LazyDataFrame): Promise<number> {
  const counted = await lazy.select(polars.len().cast(polars.Float64).alias('rows')).collect();
  return Number(counted.getColumn('rows').getIndex(0));
}
