import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../engines/polars/frame.ts';

/** Small enough for cheap access to the first rows; larger groups save no space. */
const ROW_GROUP_ROWS = 32_768;

/** Writes the columnar copy that runs read. */
export async function writeCanonicalParquet(lazy: pl.LazyDataFrame, path: string): Promise<void> {
  await lazy.sinkParquet(path, { compression: 'zstd', rowGroupSize: ROW_GROUP_ROWS }).collect();
}

/** Replaces NaN with null. */
export function nanAsNull(polars: PolarsLibrary, cell: pl.Expr): pl.Expr {
  return polars.when(cell.isNotNan()).then(cell).otherwise(polars.lit(null));
}
