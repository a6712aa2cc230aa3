import type pl from 'nodejs-polars';
import type { FileWarning } from '../domain/file-warning.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { columnValues } from './sample-rows.ts';

/** A number as `12e3`, which may be an identifier; a program writes `1e+05`. See `column-evidence.ts`. */
const CODE = /^[0-9]+[eE]-?[0-9]+$/;

/** Whether a text is a number that may be an identifier for its exponent. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/**
 * Warns of a column that is text since its numbers with an exponent may be identifiers.
 * @param number what the other cells are, for the library
 * @returns none if it has other texts
 */
export async function exponentWarning(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  { place, column, number }: { place: number; column: string; number: string },
): Promise<FileWarning[]> {
  const cells = data.select(polars.nth(place).str.strip().alias('text'));
  const isNumber = polars.col('text').str.contains(number);
  const isExponent = polars.col('text').str.contains(CODE.source);
  const others = await cells.filter(isNumber.or(isExponent).not()).limit(1).collect();
  if (others.height > 0) return [];
  const found = await cells.filter(isExponent).limit(1).collect();
  const [first] = columnValues(found.getColumn('text')).map(String);
  if (first === undefined) return [];
  const message = `Column "${column}" is text, since numbers with an exponent such as "${first}" may be identifiers, which a float would change. If they are numbers, convert the column in the flow.`;
  return [{ code: 'text_among_numbers', column, message }];
}
