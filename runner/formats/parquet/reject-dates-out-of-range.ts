import type pl from 'nodejs-polars';
import { FIRST_DATETIME_MS, LAST_DATETIME_MS } from '../../domain/datetime-range.ts';
import { UserError } from '../../domain/errors.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { elementsOf, placedFields } from './nested-parts.ts';
import { typeName } from './parquet-columns.ts';

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
  const moments = places.map((place) => ({ moment: polars.nth(place), name: names[place] ?? '' }));
  await rejectFar(polars, path, moments);
}

/** A file, and the columns of it as polars reads them, without rows. */
interface NestedFile {
  readonly polars: PolarsLibrary;
  readonly path: string;
  readonly series: readonly pl.Series[];
  readonly names: readonly string[];
}

/** Like rejectDatesOutOfRange, for dates and datetimes within lists, structs and maps. */
export async function rejectNestedDatesOutOfRange(
  { polars, path, series, names }: NestedFile,
  places: readonly number[],
): Promise<void> {
  const moments = places.flatMap((place) => {
    const column = series[place];
    const within = column === undefined ? [] : momentsWithin(column, polars.nth(place));
    return within.map((moment) => ({ moment, name: names[place] ?? '' }));
  });
  await rejectFar(polars, path, moments);
}

interface NamedMoment {
  readonly moment: pl.Expr;
  /** The name of its column. */
  readonly name: string;
}

async function rejectFar(
  polars: PolarsLibrary,
  path: string,
  moments: readonly NamedMoment[],
): Promise<void> {
  if (moments.length === 0) return;
  const ranges = moments.flatMap(({ moment }, index) => {
    // Milliseconds do not overflow for any source unit.
    const counts = moment.cast(polars.Datetime('ms'), true).cast(polars.Int64);
    const figures = counts.cast(polars.Float64);
    return [figures.min().alias(`first${index}`), figures.max().alias(`last${index}`)];
  });
  const found = await polars.scanParquet(path, PARQUET_SCAN_OPTIONS).select(ranges).collect();
  const figure = (name: string): number => Number(found.getColumn(name).get(0) ?? 0);
  const far = moments.find(
    (_, index) =>
      figure(`first${index}`) < FIRST_DATETIME_MS || figure(`last${index}`) > LAST_DATETIME_MS,
  );
  if (far !== undefined) throw datesOutOfRange(far.name);
}

/** The dates and datetimes that a value is or has within, each as a column of its own length. */
function momentsWithin(series: pl.Series, value: pl.Expr): readonly pl.Expr[] {
  switch (typeName(series)) {
    case 'Date':
    case 'Datetime':
      return [value];
    case 'List':
    case 'Array':
    case 'FixedSizeList':
      return momentsWithin(elementsOf(series), value.explode());
    case 'Struct':
      return placedFields(series, value).fields.flatMap((field) =>
        momentsWithin(field.series, field.value),
      );
    default:
      return [];
  }
}

/** The error of a column with a date that no datetime represents. */
export function datesOutOfRange(name: string): UserError {
  return new UserError(
    `Column "${name}" holds dates beyond the years 1 to 9999. Correct them, or make the column one of integers.`,
  );
}
