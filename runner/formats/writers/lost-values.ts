import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { isEscaped, hasMicroseconds, hasNul, isEmptyText, isInfinite } from './cell-losses.ts';

/** Which cells a reader of the format reads as others, by the type of their column; a missing type has none. */
type Lost = Partial<
  Record<ColumnSchema['type'], (polars: PolarsLibrary, cell: pl.Expr) => pl.Expr>
>;

/** Readers of sheets have one kind of line end, and no empty text. */
const otherText = (polars: PolarsLibrary, cell: pl.Expr): pl.Expr =>
  isEmptyText(polars, cell).or(isEscaped(polars, cell)).or(hasNul(polars, cell));

const LOST: Readonly<Record<Exclude<FileFormat, 'text'>, Lost>> = {
  csv: { string: isEmptyText },
  tsv: { string: isEmptyText },
  excel: { string: otherText, float: isInfinite, datetime: hasMicroseconds },
  json: { float: isInfinite },
  jsonl: { float: isInfinite },
  parquet: {},
};

/**
 * Reports whether the file of a table has other values for a reader than the table: an empty text of CSV is read as
 * null, an infinity has no number in JSON, and the lines of a text file are one column.
 * @param dataPath the columnar copy of the table
 */
export async function losesValues(
  polars: PolarsLibrary,
  dataPath: string,
  { columns, format }: { readonly columns: readonly ColumnSchema[]; readonly format: FileFormat },
): Promise<boolean> {
  if (format === 'text') return true;
  const data = polars.scanParquet(dataPath, PARQUET_SCAN_OPTIONS);
  if (format === 'excel' && (await endsBlank(polars, data, columns.length))) return true;
  const lost = columns.flatMap(({ type }, place) => {
    const test = LOST[format][type];
    return test === undefined ? [] : [test(polars, polars.nth(place))];
  });
  const [first, ...others] = lost;
  if (first === undefined) return false;
  const any = others.reduce((all, each) => all.or(each), first).alias('lost');
  const found = await data.select(any).filter(polars.col('lost')).limit(1).collect();
  return found.height > 0;
}

/** Whether all cells of the last row are null, which are no cells of a sheet. */
async function endsBlank(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  columns: number,
): Promise<boolean> {
  const [first, ...others] = Array.from({ length: columns }, (_, place) =>
    polars.nth(place).isNull(),
  );
  if (first === undefined) return false;
  const isBlank = others.reduce((all, each) => all.and(each), first).alias('blank');
  const last = await data.tail(1).select(isBlank).filter(polars.col('blank')).collect();
  return last.height > 0;
}
