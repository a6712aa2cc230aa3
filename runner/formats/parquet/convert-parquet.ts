import { UserError } from '../../domain/errors.ts';
import type { FileIrregularity } from '../../domain/file-irregularity.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { countRows } from '../count-rows.ts';
import { headerWarnings } from '../upload-warnings.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { bytesWarnings } from './bytes-warnings.ts';
import { checkNulls } from './check-nulls.ts';
import { cutNanosecondsWarnings } from './cut-nanoseconds.ts';
import { notUtf8 } from './not-utf8.ts';
import { nanCounts } from './nan-counts.ts';
import type { Conversion, ParquetOrigin } from './parquet-columns.ts';
import { misreadColumns, parquetIrregularities } from './parquet-irregularities.ts';
import { parquetSource, type ParquetSource } from './parquet-source.ts';
import { rejectDatesOutOfRange, rejectNestedDatesOutOfRange } from './reject-dates-out-of-range.ts';
import { longDecimals, roundedDecimalWarnings } from './rounded-decimals.ts';
import { writeColumns } from './write-columns.ts';

/** The number of rows of a converted file, what plain readers misread, and what its user should know. */
export interface ConvertedParquet {
  readonly rows: number;
  readonly irregularities: readonly FileIrregularity[];
  /** The columns that libraries of Python misread. */
  readonly misreadColumns: readonly string[];
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
  origin: ParquetOrigin = 'file',
): Promise<ConvertedParquet> {
  const source = await parquetSource(polars, path, origin);
  const { series, names, conversions } = source;
  await rejectOtherTexts(source);
  await rejectDatesOutOfRange(polars, path, placesOf(conversions, 'datetime'), names);
  await rejectNestedDatesOutOfRange(source, placesOf(conversions, 'json'));
  const cutInPages = await writeColumns(source, dataPath);
  const rows = await checkRows(source, dataPath);
  const nans = await nanCounts(source);
  await checkNulls(source, dataPath, nans);
  const decimals = longDecimals(series, names).filter(
    ({ place }) => conversions[place] === 'decimal',
  );
  const titles = series.map(({ name }) => name);
  const warnings = [
    ...headerWarnings(titles, names),
    ...(await roundedDecimalWarnings(polars, path, decimals)),
    ...(await bytesWarnings(source, dataPath)),
    ...cutNanosecondsWarnings(source, cutInPages),
  ];
  const irregularities = await parquetIrregularities(source, nans.size > 0);
  return { rows, irregularities, misreadColumns: misreadColumns(source), warnings };
}

async function rejectOtherTexts({
  polars,
  path,
  conversions,
  names,
}: ParquetSource): Promise<void> {
  for (const place of placesOf(conversions, 'utf8')) {
    const text = polars.nth(place).cast(polars.String, true).nullCount();
    try {
      await polars.scanParquet(path, PARQUET_SCAN_OPTIONS).select(text).collect();
    } catch {
      throw notUtf8(names[place] ?? '');
    }
  }
}

/** The rows of the copy. @throws UserError when they are not as many as the footer says */
async function checkRows({ polars, footer }: ParquetSource, dataPath: string): Promise<number> {
  const rows = await countRows(polars, polars.scanParquet(dataPath, PARQUET_SCAN_OPTIONS));
  if (footer === null || footer.rows === rows) return rows;
  throw new UserError(
    `the file says that it has ${footer.rows} rows, but ${rows} can be read. Write it again, with another program if it is the same then.`,
  );
}

function placesOf(conversions: readonly Conversion[], kind: Conversion): number[] {
  return conversions.flatMap((conversion, place) => (conversion === kind ? [place] : []));
}
