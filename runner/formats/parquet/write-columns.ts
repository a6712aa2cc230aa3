import { rm } from 'node:fs/promises';
import type pl from 'nodejs-polars';
import { writeCanonicalParquet } from '../canonical-parquet.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { CutMoments } from './pages/cut-moments.ts';
import type { PageColumn } from './pages/page-columns.ts';
import { listsFromStart } from './lists-from-start.ts';
import { categoriesAsText, convertColumn } from './parquet-columns.ts';
import type { ParquetSource } from './parquet-source.ts';
import { pageFilesOf, pagesPath } from './scratch-files.ts';

/**
 * Writes the columnar copy: the columns that polars reads, beside those that are read from the pages.
 * @returns the moments of the latter that are cut to microseconds, by the place of their column
 */
export async function writeColumns(
  source: ParquetSource,
  dataPath: string,
): Promise<ReadonlyMap<number, CutMoments>> {
  const { polars, series, conversions, names, footer } = source;
  const converted = series.flatMap((column, place) => {
    const conversion = conversions[place] ?? 'null';
    if (conversion === 'pages') return [];
    const cells = categoriesAsText(polars, column, polars.nth(place));
    const whole = conversion === 'json' ? listsFromStart(polars, column, cells) : cells;
    return [{ place, cells: convertColumn(polars, conversion, whole) }];
  });
  const pages = pageColumnsOf(source);
  if (pages.length === 0 || footer === null) {
    const named = converted.map(({ cells, place }) => cells.alias(names[place] ?? ''));
    await writeCanonicalParquet(await readColumns(source, named), dataPath);
    return new Map();
  }
  try {
    // Few files need it: it takes a tenth of a second to load.
    const { writePages } = await import('./write-pages.ts');
    await writePages(source, { footer, pages }, dataPath);
    const placed = converted.map(({ cells, place }) => cells.alias(`c${place}`));
    const others = await readColumns(source, placed);
    const read = polars.scanParquet(pagesPath(dataPath), PARQUET_SCAN_OPTIONS);
    const both =
      converted.length === 0 ? read : polars.concat([others, read], { how: 'horizontal' });
    const ordered = names.map((name, place) => polars.col(`c${place}`).alias(name));
    await writeCanonicalParquet(both.select(ordered), dataPath);
    return new Map(pages.map(({ place, cut }) => [place, cut]));
  } finally {
    await Promise.all(pageFilesOf(dataPath).map((file) => rm(file, { force: true })));
  }
}

async function readColumns(
  { polars, path, isReadWhole }: ParquetSource,
  columns: pl.Expr[],
): Promise<pl.LazyDataFrame> {
  const read = polars.scanParquet(path, PARQUET_SCAN_OPTIONS).select(columns);
  return isReadWhole ? (await read.collect()).lazy() : read;
}

function pageColumnsOf({ conversions, names, footer }: ParquetSource): readonly PageColumn[] {
  return (footer?.columns ?? []).flatMap((field, place) =>
    conversions[place] === 'pages'
      ? [{ place, name: names[place] ?? '', field, cut: new CutMoments() }]
      : [],
  );
}
