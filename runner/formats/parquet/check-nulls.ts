import { UserError } from '../../domain/errors.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { readFooter, type ParquetField, type ParquetFooter } from './footer/parquet-footer.ts';
import { nullsOf } from './null-statistics.ts';
import type { ParquetSource } from './parquet-source.ts';

/**
 * Compares the nulls of the columnar copy with those that the footer of the file counts, where its writer does.
 * Where they differ, the pages of the column decide.
 * @param nans the number of NaN, which became nulls, by the place of their column
 * @throws UserError when values became nulls, or nulls values
 */
export async function checkNulls(
  source: ParquetSource,
  dataPath: string,
  nans: ReadonlyMap<number, number>,
): Promise<void> {
  const { footer } = source;
  if (footer === null || !hasTrueStatistics(footer)) return;
  const copy = await readFooter(dataPath);
  if (copy === null) return;
  for (const compared of comparedColumns(source)) {
    const { column, place } = compared;
    const due = nullsOf(footer, column.chunk);
    const nan = nans.get(place) ?? 0;
    if (due === null || due + nan === nullsOf(copy, place)) continue;
    const found = (await nullsOfCopy(source, dataPath, place)) - nan;
    await checkColumn({ source, footer }, compared, { due, found });
  }
}

async function checkColumn(
  { source, footer }: { readonly source: ParquetSource; readonly footer: ParquetFooter },
  { column, place }: ComparedColumn,
  { due, found }: Readonly<Record<'due' | 'found', number>>,
): Promise<void> {
  if (found === due || found === (await nullsOfPages(source.path, footer, column))) return;
  throw nullsDiffer(source.names[place] ?? '', due, found);
}

/** polars reads its own files right, but counts the nulls of texts with a dictionary twice. */
function hasTrueStatistics({ writer }: ParquetFooter): boolean {
  return !writer.startsWith('Polars');
}

/** Statistics can be wrong. */
async function nullsOfPages(
  path: string,
  footer: ParquetFooter,
  column: ParquetField,
): Promise<number> {
  // Few files need it: it takes a tenth of a second to load.
  const { countNulls } = await import('./pages/count-nulls.ts');
  return await countNulls(path, footer, column);
}

async function nullsOfCopy(
  { polars }: ParquetSource,
  dataPath: string,
  place: number,
): Promise<number> {
  const nulls = polars.nth(place).isNull().cast(polars.Float64).sum().alias('nulls');
  const scan = polars.scanParquet(dataPath, PARQUET_SCAN_OPTIONS).select(nulls);
  return Number((await scan.collect()).getColumn('nulls').get(0) ?? 0);
}

interface ComparedColumn {
  readonly column: ParquetField;
  /** In the table. */
  readonly place: number;
}

/** Those that polars reads, and that have nothing within them. */
function comparedColumns({ footer, conversions }: ParquetSource): readonly ComparedColumn[] {
  if (footer?.columns.length !== conversions.length) return [];
  return footer.columns
    .map((column, place) => ({ column, place }))
    .filter(({ column, place }) => conversions[place] !== 'pages' && !isNested(column));
}

function nullsDiffer(name: string, due: number, found: number): UserError {
  return new UserError(
    `Column "${name}" has ${due} nulls by the file, but ${found} are read. Write the file again, with another program if it is the same then.`,
  );
}

function isNested({ physical, repetition }: ParquetField): boolean {
  return physical === null || repetition === 'REPEATED';
}
