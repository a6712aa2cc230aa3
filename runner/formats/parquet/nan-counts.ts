import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { typeName } from './parquet-columns.ts';
import type { ParquetSource } from './parquet-source.ts';

/** The number of NaN in each column of floats that has some, by place. The table has nulls in their place. */
export async function nanCounts({
  polars,
  path,
  series,
  conversions,
}: ParquetSource): Promise<ReadonlyMap<number, number>> {
  const places = series.flatMap((column, place) =>
    conversions[place] !== 'pages' && typeName(column).startsWith('Float') ? [place] : [],
  );
  if (places.length === 0) return new Map();
  const counts = places.map((place) =>
    polars.nth(place).isNan().cast(polars.Float64).sum().alias(`c${place}`),
  );
  const found = await polars.scanParquet(path, PARQUET_SCAN_OPTIONS).select(counts).collect();
  return new Map(
    places
      .map((place) => [place, Number(found.getColumn(`c${place}`).get(0) ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}
