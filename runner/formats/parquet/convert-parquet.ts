import { UserError } from '../../domain/errors.ts';
import type { FileIrregularity } from '../../domain/file-irregularity.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { writeCanonicalParquet } from '../canonical-parquet.ts';
import { countRows } from '../count-rows.ts';
import { headerNames } from '../header-names.ts';
import { headerWarnings } from '../upload-warnings.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { rejectDatesOutOfRange } from './reject-dates-out-of-range.ts';
import { rejectUnreadableTypes } from './reject-unreadable-types.ts';
import { longDecimals, roundedDecimalWarnings } from './rounded-decimals.ts';
import { parquetIrregularities } from './parquet-irregularities.ts';
import {
  categoriesAsText,
  conversionOf,
  convertColumn,
  type Conversion,
} from './parquet-columns.ts';

/** The number of rows of a converted file, what plain readers misread, and what its user should know. */
export interface ConvertedParquet {
  readonly rows: number;
  readonly irregularities: readonly FileIrregularity[];
  readonly warnings: readonly FileWarning[];
}

/**
 * Converts a Parquet file of any types to column types. Columns are addressed by index, so any
 * name is allowed.
 * @throws UserError with the name of a column that cannot be read
 * @throws Error from the library when the file is damaged
 */
export async function convertParquet(
  polars: PolarsLibrary,
  path: string,
  dataPath: string,
): Promise<ConvertedParquet> {
  await rejectUnreadableTypes(path);
  const source = polars.scanParquet(path, PARQUET_SCAN_OPTIONS);
  const columns = (await source.limit(0).collect()).getColumns();
  const names = headerNames(columns.map(({ name }) => name));
  const conversions = await narrowWideIntegers(polars, path, columns.map(conversionOf));
  await rejectBinaryColumns(polars, path, conversions, names);
  await rejectDatesOutOfRange(polars, path, placesOf(conversions, 'datetime'), names);
  const converted = columns.map((series, place) => {
    const cells = categoriesAsText(polars, series, polars.nth(place));
    return convertColumn(polars, conversions[place] ?? 'null', cells).alias(names[place] ?? '');
  });
  await writeCanonicalParquet(source.select(converted), dataPath);
  const rows = await countRows(polars, polars.scanParquet(path, PARQUET_SCAN_OPTIONS));
  const warnings = [
    ...headerWarnings(
      columns.map(({ name }) => name),
      names,
    ),
    ...(await roundedDecimalWarnings(polars, path, longDecimals(columns, names))),
  ];
  const irregularities = await parquetIrregularities(polars, path, {
    series: columns,
    conversions,
    names,
  });
  return { rows, irregularities, warnings };
}

/** Converts columns of wider integers to integer if every value fits 64 bits, else to text. */
async function narrowWideIntegers(
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
  const counts = await polars.scanParquet(path, PARQUET_SCAN_OPTIONS).select(lost).collect();
  return conversions.map((conversion, place) => {
    if (conversion !== 'wideInteger') return conversion;
    return counts.getColumn(`c${place}`).get(0) === 0 ? 'integer' : 'string';
  });
}

async function rejectBinaryColumns(
  polars: PolarsLibrary,
  path: string,
  conversions: readonly Conversion[],
  names: readonly string[],
): Promise<void> {
  for (const place of placesOf(conversions, 'utf8')) {
    const text = polars.nth(place).cast(polars.String, true).nullCount();
    try {
      await polars.scanParquet(path, PARQUET_SCAN_OPTIONS).select(text).collect();
    } catch {
      throw new UserError(
        `Column "${names[place] ?? ''}" holds bytes that are not UTF-8 text. Leave it out of the file, or encode it as text.`,
      );
    }
  }
}

function placesOf(conversions: readonly Conversion[], kind: Conversion): number[] {
  return conversions.flatMap((conversion, place) => (conversion === kind ? [place] : []));
}
