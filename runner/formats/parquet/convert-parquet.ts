import { UserError } from '../../domain/errors.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { writeCanonicalParquet } from '../canonical-parquet.ts';
import { headerNames } from '../header-names.ts';
import { refuseFarDates } from './far-dates.ts';
import { conversionOf, convert, type Conversion } from './parquet-columns.ts';

const SCAN_OPTIONS = { glob: false, hivePartitioning: false } as const;

/**
 * Writes a Parquet file of any types as one of the five column types. Columns are taken by place:
 * their names may be anything.
 * @returns the number of rows
 * @throws UserError naming a column that cannot be read; Error as the library words it for a damaged file
 */
export async function convertParquet(
  polars: PolarsLibrary,
  path: string,
  dataPath: string,
): Promise<number> {
  const source = polars.scanParquet(path, SCAN_OPTIONS);
  const columns = (await source.limit(0).collect()).getColumns();
  const names = headerNames(columns.map(({ name }) => name));
  const conversions = await narrowed(polars, path, columns.map(conversionOf));
  await refuseBytesThatAreNoText(polars, path, conversions, names);
  await refuseFarDates(polars, path, placesOf(conversions, 'datetime'), names);
  const converted = conversions.map((conversion, place) =>
    convert(polars, conversion, polars.nth(place)).alias(names[place] ?? ''),
  );
  await writeCanonicalParquet(source.select(converted), dataPath);
  const rows = await polars
    .scanParquet(path, SCAN_OPTIONS)
    .select(polars.len().cast(polars.Float64).alias('rows'))
    .collect();
  return Number(rows.getColumn('rows').get(0));
}

/** Integers wider than 64 bits are text, unless every value of the column fits. */
async function narrowed(
  polars: PolarsLibrary,
  path: string,
  conversions: readonly Conversion[],
): Promise<Conversion[]> {
  const places = placesOf(conversions, 'wideInteger');
  if (places.length === 0) return [...conversions];
  const lost = places.map((place) => {
    const column = polars.nth(place);
    const misfit = column.cast(polars.Int64, false).isNull().and(column.isNotNull());
    return misfit.cast(polars.Float64).sum().alias(`c${place}`);
  });
  const counts = await polars.scanParquet(path, SCAN_OPTIONS).select(lost).collect();
  return conversions.map((conversion, place) => {
    if (conversion !== 'wideInteger') return conversion;
    return counts.getColumn(`c${place}`).get(0) === 0 ? 'integer' : 'string';
  });
}

async function refuseBytesThatAreNoText(
  polars: PolarsLibrary,
  path: string,
  conversions: readonly Conversion[],
  names: readonly string[],
): Promise<void> {
  for (const place of placesOf(conversions, 'bytes')) {
    const text = polars.nth(place).cast(polars.String, true).nullCount();
    try {
      await polars.scanParquet(path, SCAN_OPTIONS).select(text).collect();
    } catch {
      throw new UserError(
        `Column "${names[place] ?? ''}" holds bytes that are not UTF-8 text. Leave it out of the file, or encode it as text.`,
      );
    }
  }
}

function placesOf(conversions: readonly Conversion[], wanted: Conversion): number[] {
  return conversions.flatMap((conversion, place) => (conversion === wanted ? [place] : []));
}
