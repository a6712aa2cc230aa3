import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { stagedToParquet } from '../staged-rows.ts';
import { writeRows } from '../write-rows.ts';
import type { ParquetFooter } from './footer/parquet-footer.ts';
import { pageColumnType, pageRows, type PageColumn } from './pages/page-columns.ts';
import type { ParquetSource } from './parquet-source.ts';
import { pagesPath, stagedPath } from './scratch-files.ts';

/**
 * Writes the columns that are read from the pages, as `c` and their place.
 * @throws RangeError when polars reads another number of rows, beside which they would have nulls
 */
export async function writePages(
  source: ParquetSource,
  { footer, pages }: { readonly footer: ParquetFooter; readonly pages: readonly PageColumn[] },
  dataPath: string,
): Promise<void> {
  const { polars, path } = source;
  const rowCount = await writeRows(stagedPath(dataPath), pageRows(path, footer, pages));
  const rows = await rowsOfPolars(source);
  if (rows !== null && rows !== rowCount) {
    throw new RangeError(`The columns have ${rows} and ${rowCount} rows`);
  }
  const columns = pages.map((column) => ({
    name: `c${column.place}`,
    type: pageColumnType(column),
  }));
  const staged = { path: stagedPath(dataPath), columns, rowCount };
  await stagedToParquet(polars, staged, pagesPath(dataPath));
}

/** The rows of a column that polars reads, all of which it decodes; null: it reads none. */
async function rowsOfPolars({ polars, path, conversions }: ParquetSource): Promise<number | null> {
  const place = conversions.findIndex((conversion) => conversion !== 'pages');
  if (place === -1) return null;
  const count = polars.nth(place).isNull().cast(polars.Float64).count().alias('rows');
  const scan = polars.scanParquet(path, PARQUET_SCAN_OPTIONS);
  return Number((await scan.select(count).collect()).getColumn('rows').get(0));
}
