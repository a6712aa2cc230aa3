import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../domain/column.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';

/** A word in at most one of so many cells of a column is no code among other codes. */
const RARE = 100;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Warns of columns that would be numeric without one text: the same one in several columns, one that is no word, or a
 * rare word.
 * @param others the places of the columns by their text
 */
export async function textAmongNumbersWarnings(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  others: ReadonlyMap<string, readonly number[]>,
  columns: readonly ColumnSchema[],
): Promise<FileWarning[]> {
  const warnings: FileWarning[] = [];
  for (const [text, places] of others) {
    if (text.includes(',') || (await mayBeCode(polars, data, places, text))) continue;
    const [first] = places.length === 1 ? places : [];
    const column = first === undefined ? null : (columns[first]?.name ?? null);
    const are = places.length === 1 ? 'is' : 'are';
    const message = `${places.length} of ${columns.length} columns ${are} text because of "${text}": null_values=${text} reads numbers.`;
    warnings.push({ code: 'text_among_numbers', column, message });
  }
  return warnings;
}

async function mayBeCode(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  [place = 0, ...others]: readonly number[],
  text: string,
): Promise<boolean> {
  if (others.length > 0 || !WORD.test(text)) return false;
  const cell = polars.nth(place).str.strip();
  const isText = cell.eq(polars.lit(text));
  const counts = data.select(cell.count().alias('cells'), isText.sum().alias('texts'));
  const [row] = (await counts.collect()).toRecords();
  return Number(row?.texts) * RARE > Number(row?.cells);
}
