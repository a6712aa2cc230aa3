import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import type { ArrowField } from './arrow-schema.ts';
import type { ParquetField, ParquetFooter } from './footer/parquet-footer.ts';
import { nullsOf } from './null-statistics.ts';

interface ScannedFile {
  readonly polars: PolarsLibrary;
  readonly scan: pl.LazyDataFrame;
  /** Null: it is too large or damaged. */
  readonly footer: ParquetFooter | null;
}

/**
 * The places of columns that pyarrow misreads by the schema of Arrow: dictionaries of durations, which it reads as
 * integers, and lists of a fixed length of which one is null, at which it fails. Of such lists within other types,
 * any null, which may be a value, counts.
 */
export async function misreadByPyarrow(
  file: ScannedFile,
  fields: readonly ArrowField[],
): Promise<ReadonlySet<number>> {
  const durations = fields.flatMap((field, place) => (field.hasDurationDictionary ? [place] : []));
  return new Set([...durations, ...(await nullFixedLists(file, fields))]);
}

async function nullFixedLists(
  { polars, scan, footer }: ScannedFile,
  fields: readonly ArrowField[],
): Promise<readonly number[]> {
  const within = nullListsWithin(footer, fields);
  const lists = fields.flatMap(({ fixedLists }, place) => (fixedLists === 'itself' ? [place] : []));
  if (lists.length === 0) return within;
  const nulls = lists.map((place) =>
    polars.nth(place).isNull().cast(polars.Float64).sum().alias(`c${place}`),
  );
  const found = await scan.select(nulls).collect();
  const withNull = lists.filter((place) => Number(found.getColumn(`c${place}`).get(0) ?? 0) > 0);
  return [...within, ...withNull];
}

/** The places of columns with lists of a fixed length within other types, of which one may be null. */
export function nullListsWithin(
  footer: ParquetFooter | null,
  fields: readonly ArrowField[],
): readonly number[] {
  return fields.flatMap(({ fixedLists }, place) =>
    fixedLists === 'within' && mayHaveNull(footer, place) ? [place] : [],
  );
}

function mayHaveNull(footer: ParquetFooter | null, place: number): boolean {
  const field = footer?.columns[place];
  if (footer === null || field === undefined) return true;
  return leavesOf(field).some(({ chunk }) => nullsOf(footer, chunk) !== 0);
}

function leavesOf(field: ParquetField): readonly ParquetField[] {
  return field.physical === null ? field.children.flatMap(leavesOf) : [field];
}
