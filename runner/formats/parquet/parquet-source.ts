import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { headerNames } from '../header-names.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { columnReadings, type ColumnReading } from './footer/column-reading.ts';
import { readFooter, type ParquetFooter } from './footer/parquet-footer.ts';
import { misreadByPyarrow, nullListsWithin } from './misread-by-pyarrow.ts';
import {
  conversionOf,
  typeName,
  type Conversion,
  type ParquetOrigin,
  type PolarsConversion,
} from './parquet-columns.ts';
import { rejectUnreadableColumns, rejectUnreadableTypes } from './reject-unreadable-types.ts';

/** A Parquet file, and how its columns become those of the table. */
export interface ParquetSource {
  readonly polars: PolarsLibrary;
  readonly path: string;
  /** Null: it is too large or damaged. */
  readonly footer: ParquetFooter | null;
  /** The columns as polars reads them, without rows. */
  readonly series: readonly pl.Series[];
  readonly conversions: readonly Conversion[];
  /** The places of columns that only Python misreads. */
  readonly misread: ReadonlySet<number>;
  /** Whether polars reads the columns whole: when it streams them, a null list of a fixed length becomes nulls. */
  readonly isReadWhole: boolean;
  /** The names in the table. */
  readonly names: readonly string[];
}

/** Opens a file. @throws UserError that names a column of a type that cannot be read */
export async function parquetSource(
  polars: PolarsLibrary,
  path: string,
  origin: ParquetOrigin,
): Promise<ParquetSource> {
  const fields = await rejectUnreadableTypes(path);
  const footer = await readFooter(path);
  const readings = footer === null ? [] : columnReadings(footer);
  if (footer !== null) rejectUnreadableColumns(footer, readings);
  const scan = polars.scanParquet(path, PARQUET_SCAN_OPTIONS);
  const series = (await scan.limit(0).collect()).getColumns();
  const pages = await placesOfPages({ polars, scan, series }, readings, origin);
  const conversions = series.map((column, place) =>
    pages.has(place) ? 'pages' : conversionOf(column, origin),
  );
  return {
    polars,
    path,
    footer,
    series,
    conversions: await narrowWideIntegers(polars, scan, conversions),
    isReadWhole: nullListsWithin(footer, fields).length > 0,
    misread: await misreadByPyarrow({ polars, scan, footer }, fields),
    names: headerNames(series.map(({ name }) => name)),
  };
}

const LAST_INTEGER = String(2n ** 63n - 1n);
/** The last microsecond, and the negative of the first one, that nanoseconds of 64 bits reach. */
const LAST_MICROSECOND = (2n ** 63n - 1n) / 1000n;

interface ScannedColumns {
  readonly polars: PolarsLibrary;
  readonly scan: pl.LazyDataFrame;
  readonly series: readonly pl.Series[];
}

/** The columns that polars does not read, here or in Python. */
async function placesOfPages(
  scanned: ScannedColumns,
  readings: readonly ColumnReading[],
  origin: ParquetOrigin,
): Promise<ReadonlySet<number>> {
  const { series } = scanned;
  const places = (kind: ColumnReading): number[] =>
    readings.flatMap((reading, place) => (reading === kind ? [place] : []));
  const isBinary = (place: number): boolean => {
    const column = series[place];
    return column !== undefined && typeName(column) === 'Binary';
  };
  const digits = origin === 'file' ? places('bytes').filter(isBinary) : [];
  const far = await farMoments(scanned, places('int96'));
  return new Set([...places('pages'), ...digits, ...far]);
}

/**
 * The columns of INT96 with a moment beyond nanoseconds of 64 bits, of which polars makes their last one. Where
 * the schema of Arrow in the file has another unit, polars reads the moment, but pandas does not.
 */
async function farMoments(
  { polars, scan }: ScannedColumns,
  places: readonly number[],
): Promise<readonly number[]> {
  if (places.length === 0) return [];
  const ends = places.flatMap((place) => {
    const column = polars.nth(place);
    const microseconds = column.cast(polars.Datetime('us'), true).cast(polars.Int64);
    return [
      column.cast(polars.Int64).max().cast(polars.String).alias(`stored${place}`),
      microseconds.min().cast(polars.String).alias(`first${place}`),
      microseconds.max().cast(polars.String).alias(`last${place}`),
    ];
  });
  const found = await scan.select(ends).collect();
  const end = (name: string): string => String(found.getColumn(name).get(0) ?? 0);
  return places.filter(
    (place) =>
      end(`stored${place}`) === LAST_INTEGER ||
      BigInt(end(`first${place}`)) < -LAST_MICROSECOND ||
      BigInt(end(`last${place}`)) > LAST_MICROSECOND,
  );
}

/** Converts columns of wider integers to integer if every value fits 64 bits, else to text. */
async function narrowWideIntegers(
  polars: PolarsLibrary,
  scan: pl.LazyDataFrame,
  conversions: readonly Conversion[],
): Promise<readonly Conversion[]> {
  const places = conversions.flatMap((conversion, place) =>
    conversion === 'wideInteger' ? [place] : [],
  );
  if (places.length === 0) return conversions;
  const lost = places.map((place) => {
    const column = polars.nth(place);
    const misfit = column.cast(polars.Int64, false).isNull().and(column.isNotNull());
    return misfit.cast(polars.Float64).sum().alias(`c${place}`);
  });
  const counts = await scan.select(lost).collect();
  const narrowed = (place: number): PolarsConversion =>
    counts.getColumn(`c${place}`).get(0) === 0 ? 'integer' : 'string';
  return conversions.map((conversion, place) =>
    conversion === 'wideInteger' ? narrowed(place) : conversion,
  );
}
