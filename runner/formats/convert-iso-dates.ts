import { rename } from 'node:fs/promises';
import type pl from 'nodejs-polars';
import type { FileWarning } from '../domain/file-warning.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { columnsOf } from '../engines/polars/column-types.ts';
import { parseIsoInPolars } from '../expressions/operations/datetime-text.ts';
import { PolarsBuilder } from '../expressions/polars-builder.ts';
import { writeCanonicalParquet } from './canonical-parquet.ts';
import { cutNanosecondsWarning } from './cut-nanoseconds-warning.ts';
import { PARQUET_SCAN_OPTIONS } from './parquet-scan-options.ts';
import { NO_DATES_WARNING } from './upload-warnings.ts';

/** Texts of no more characters have no nanoseconds: that of a datetime with microseconds has as many. */
const MAX_LENGTH_OF_MICROSECONDS = '2024-02-29T10:30:00.123456'.length;
/** A digit of nanoseconds that is not 0. */
const NANOSECONDS = '[.][0-9]{6}[0-9]*[1-9]';
const CURE = 'Read the file without dates=true to keep them, as text.';

/**
 * Rewrites a columnar copy, converting the text columns whose values are all ISO 8601 dates to datetimes.
 * @returns the warnings of it, also that it converted no column
 */
export async function convertIsoDates(
  polars: PolarsLibrary,
  dataPath: string,
): Promise<readonly FileWarning[]> {
  const data = polars.scanParquet(dataPath, PARQUET_SCAN_OPTIONS);
  const columns = columnsOf(await data.limit(0).collect());
  const texts = columns.flatMap(({ type }, place) => (type === 'string' ? [place] : []));
  const build = new PolarsBuilder(polars);
  // Address columns by index, because any name is allowed.
  const read = texts.map((place) => ({
    place,
    text: polars.nth(place),
    datetime: parseIsoInPolars(build, polars.nth(place)),
  }));
  if (read.length === 0) return [NO_DATES_WARNING];
  const counts = await data
    .select(
      read.flatMap(({ place, text, datetime }) => [
        text.isNotNull().cast(polars.Float64).sum().alias(`texts${place}`),
        datetime.isNotNull().cast(polars.Float64).sum().alias(`dates${place}`),
        text.str.lengths().cast(polars.Float64).max().alias(`length${place}`),
      ]),
    )
    .collect();
  const figure = (kind: string, place: number): number =>
    Number(counts.getColumn(`${kind}${place}`).get(0) ?? 0);
  const isDate = (place: number): boolean => {
    const dates = figure('dates', place);
    return dates > 0 && dates === figure('texts', place);
  };
  const dates = read.filter(({ place }) => isDate(place));
  if (dates.length === 0) return [NO_DATES_WARNING];
  const long = dates
    .filter(({ place }) => figure('length', place) > MAX_LENGTH_OF_MICROSECONDS)
    .map(({ place }) => ({ place, column: columns[place]?.name ?? '' }));
  const warnings = await cutWarnings(polars, data, long);
  const converted = dates.map(({ place, datetime }) => datetime.alias(columns[place]?.name ?? ''));
  await writeCanonicalParquet(data.withColumns(...converted), `${dataPath}.dates`);
  await rename(`${dataPath}.dates`, dataPath);
  return warnings;
}

async function cutWarnings(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  places: readonly { readonly place: number; readonly column: string }[],
): Promise<readonly FileWarning[]> {
  if (places.length === 0) return [];
  const figures = places.flatMap(({ place }) => {
    const text = polars.nth(place);
    const isCut = text.str.contains(NANOSECONDS);
    return [
      isCut.cast(polars.Float64).sum().alias(`count${place}`),
      text.filter(isCut).first().alias(`first${place}`),
    ];
  });
  const found = await data.select(figures).collect();
  return places.flatMap(({ place, column }): FileWarning[] => {
    const count = Number(found.getColumn(`count${place}`).get(0) ?? 0);
    const example = String(found.getColumn(`first${place}`).get(0));
    return count === 0 ? [] : [cutNanosecondsWarning({ column, count, example, cure: CURE })];
  });
}
