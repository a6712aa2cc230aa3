import { FIRST_DATETIME_MS, LAST_DATETIME_MS } from '../../domain/datetime-range.ts';
import { UserError } from '../../domain/errors.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';

/**
 * @param places indexes of date and datetime columns
 * @param names names of all columns, for the error message
 * @throws UserError when a date is outside the years 1 to 9999, which ISO 8601 and the library cannot
 *   represent
 */
export async function rejectDatesOutOfRange(
  polars: PolarsLibrary,
  path: string,
  places: readonly number[],
  names: readonly string[],
): Promise<void> {
  if (places.length === 0) return;
  const ranges = places.flatMap((place) => {
    // Milliseconds do not overflow for any source unit.
    const counts = polars.nth(place).cast(polars.Datetime('ms'), true).cast(polars.Int64);
    const figures = counts.cast(polars.Float64);
    return [figures.min().alias(`first${place}`), figures.max().alias(`last${place}`)];
  });
  const found = await polars.scanParquet(path, PARQUET_SCAN_OPTIONS).select(ranges).collect();
  const figure = (name: string): number => Number(found.getColumn(name).get(0) ?? 0);
  const far = places.find(
    (place) =>
      figure(`first${place}`) < FIRST_DATETIME_MS || figure(`last${place}`) > LAST_DATETIME_MS,
  );
  if (far === undefined) return;
  throw datesOutOfRange(names[far] ?? '');
}

/** The error of a column with a date that no datetime represents. */
export function datesOutOfRange(name: string): UserError {
  return new UserError(
    `Column "${name}" holds dates beyond the years 1 to 9999. Correct them, or make the column one of integers.`,
  );
}
