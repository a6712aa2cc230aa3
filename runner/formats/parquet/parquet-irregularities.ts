import type pl from 'nodejs-polars';
import type { FileIrregularity } from '../../domain/file-irregularity.ts';
import { COLUMN_TYPES, type ColumnType } from '../../domain/column.ts';
import { SOURCE_TYPE_TABLE } from '../../domain/types/source-types.ts';
import { polarsType } from '../../engines/polars/column-types.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { readTail } from '../text/file-chunks.ts';
import { typeName, type Conversion } from './parquet-columns.ts';

/** The columns of a Parquet file, and how they become those of the table. */
export interface ParquetColumns {
  /** Without rows. */
  readonly series: readonly pl.Series[];
  readonly conversions: readonly Conversion[];
  /** The names in the table. */
  readonly names: readonly string[];
}

/** Returns what a plain reader of pandas or polars reads differently from the service. */
export async function parquetIrregularities(
  polars: PolarsLibrary,
  path: string,
  columns: ParquetColumns,
): Promise<readonly FileIrregularity[]> {
  const { series, conversions, names } = columns;
  const types = series.map((column, place) =>
    typeIrregularity(polars, column, conversions[place] ?? 'null'),
  );
  const found: Readonly<Partial<Record<FileIrregularity, boolean>>> = {
    cast_types: types.includes('cast_types'),
    other_types: types.includes('other_types'),
    renamed_columns: series.some(({ name }, place) => name !== names[place]),
    nan_cells: await hasNaN(polars, path, series),
    pandas_index: await hasPandasIndex(path),
  };
  return (Object.keys(found) as FileIrregularity[]).filter((name) => found[name] === true);
}

/** The types of which the casts of pandas and polars give the values that the service reads. */
const CAST_TYPES: readonly string[] = [
  ...SOURCE_TYPE_TABLE.narrowInteger.polars,
  'UInt64',
  'Float32',
  ...SOURCE_TYPE_TABLE.date.polars,
  ...SOURCE_TYPE_TABLE.category.polars,
  'Datetime(ms,)',
  'Datetime(ns,)',
];

function isColumnType(conversion: Conversion): conversion is ColumnType {
  return (COLUMN_TYPES as readonly string[]).includes(conversion);
}

function typeIrregularity(
  polars: PolarsLibrary,
  series: pl.Series,
  conversion: Conversion,
): FileIrregularity | null {
  if (!isColumnType(conversion)) return 'other_types';
  const type = typeText(series);
  if (type === String(polarsType(polars, conversion))) return null;
  return CAST_TYPES.some((name) => type === `DataType(${name})`) ? 'cast_types' : 'other_types';
}

/** The type with its unit. The library has no class, and so no text, for some types. */
function typeText(series: pl.Series): string {
  try {
    return String(series.dtype);
  } catch {
    return `DataType(${typeName(series)})`;
  }
}

async function hasNaN(
  polars: PolarsLibrary,
  path: string,
  series: readonly pl.Series[],
): Promise<boolean> {
  const places = series.flatMap((column, place) =>
    typeName(column).startsWith('Float') ? [place] : [],
  );
  if (places.length === 0) return false;
  const counts = places.map((place) =>
    polars.nth(place).isNan().cast(polars.Float64).sum().alias(`c${place}`),
  );
  const found = await polars.scanParquet(path, PARQUET_SCAN_OPTIONS).select(counts).collect();
  return places.some((place) => Number(found.getColumn(`c${place}`).get(0) ?? 0) > 0);
}

/** The length of the footer, and the magic bytes behind it. */
const FOOTER_END = 8;
/** Longer footers are not searched. */
const MAX_FOOTER_BYTES = 2 ** 26;
/** pandas names columns that it reads as the index of a frame in its JSON within the footer. */
const INDEX_COLUMN = /"index_columns"\s*:\s*\[\s*"/;

async function hasPandasIndex(path: string): Promise<boolean> {
  const length = (await readTail(path, FOOTER_END)).readUInt32LE(0);
  if (length > MAX_FOOTER_BYTES) return true;
  return INDEX_COLUMN.test((await readTail(path, length + FOOTER_END)).toString('latin1'));
}
