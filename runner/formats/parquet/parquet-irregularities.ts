import type pl from 'nodejs-polars';
import type { FileIrregularity } from '../../domain/file-irregularity.ts';
import { COLUMN_TYPES, type ColumnType } from '../../domain/column.ts';
import { SOURCE_TYPE_TABLE } from '../../domain/types/source-types.ts';
import { polarsType } from '../../engines/polars/column-types.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { readTail } from '../text/file-chunks.ts';
import { typeName, type Conversion } from './parquet-columns.ts';
import { isMisreadByPython } from './footer/column-reading.ts';
import type { ParquetFooter } from './footer/parquet-footer.ts';
import type { ParquetSource } from './parquet-source.ts';

/**
 * Returns what a plain reader of pandas or polars reads differently from the service.
 * @param hasNaN whether a column of floats has NaN
 */
export async function parquetIrregularities(
  source: ParquetSource,
  hasNaN: boolean,
): Promise<readonly FileIrregularity[]> {
  const { polars, path, footer, series, conversions, names } = source;
  const types = series.map((column, place) =>
    conversions[place] === 'pages'
      ? pageIrregularity(footer, place)
      : typeIrregularity(polars, column, conversions[place] ?? 'null'),
  );
  const found: Readonly<Partial<Record<FileIrregularity, boolean>>> = {
    cast_types: types.includes('cast_types'),
    other_types: types.includes('other_types'),
    misread_columns: misreadColumns(source).length > 0,
    renamed_columns: series.some(({ name }, place) => name !== names[place]),
    nan_cells: hasNaN,
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

/** The names of the columns that a library of Python misreads, whatever the script does. */
export function misreadColumns(source: ParquetSource): readonly string[] {
  const { footer, conversions, names, misread } = source;
  return names.filter((_, place) => {
    const conversion = conversions[place];
    if (conversion === 'utf8' || misread.has(place)) return true;
    return conversion === 'pages' && pageIrregularity(footer, place) === 'misread_columns';
  });
}

/** Of what is read from the pages, the libraries of Python misread less than that of the service. */
function pageIrregularity(footer: ParquetFooter | null, place: number): FileIrregularity {
  const column = footer?.columns[place];
  const isMisread = footer === null || column === undefined || isMisreadByPython(column, footer);
  return isMisread ? 'misread_columns' : 'other_types';
}

function typeIrregularity(
  polars: PolarsLibrary,
  series: pl.Series,
  conversion: Conversion,
): FileIrregularity | null {
  // Python has the bytes of marked texts other than plain ones.
  if (conversion === 'utf8') return 'misread_columns';
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
