import type pl from 'nodejs-polars';
import type { FileWarning } from '../domain/file-warning.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { CODE } from './column-evidence.ts';
import { columnValues } from './sample-rows.ts';

/** Whether a text is a number that may be an identifier for its exponent. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/**
 * Warns of a column that is text since its numbers with an exponent may be identifiers.
 * @param column `numbers` and `missing` are the other cells: numbers for the library, and texts for null
 * @returns none if it has other texts
 */
export async function exponentWarning(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  {
    place,
    column,
    numbers,
    missing,
  }: { place: number; column: string; numbers: string; missing: readonly string[] },
): Promise<FileWarning[]> {
  const cells = data.select(polars.nth(place).str.strip().alias('text'));
  const isNumber = polars.col('text').str.contains(numbers);
  const isExponent = polars.col('text').str.contains(CODE.source);
  const isMissing = polars.col('text').isIn([...missing]);
  const isKnown = isNumber.or(isExponent).or(isMissing);
  const others = await cells.filter(isKnown.not()).limit(1).collect();
  if (others.height > 0) return [];
  const found = await cells.filter(isExponent).limit(1).collect();
  const [first] = columnValues(found.getColumn('text')).map(String);
  if (first === undefined) return [];
  const message = `Column "${column}" is text, since numbers with an exponent such as "${first}" may be identifiers, which a float would change. If they are numbers, convert the column in the flow.`;
  return [{ code: 'text_among_numbers', column, message }];
}
