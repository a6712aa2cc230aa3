import type pl from 'nodejs-polars';
import { truncateText } from '../domain/truncate-text.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { countRows } from './count-rows.ts';
import { columnValues } from './sample-rows.ts';

/** How many rows at the end of a table may be a footer. */
export const MAX_LAST_ROWS = 3;

/** What a last row begins with that is none of the others: in other words, a text there may be a value. */
const FOOTER =
  /^(?:(?:grand|sub|over)?[ -]?totals?|sums?|subtotals?|averages?|avg|mean|count|sources?|notes?|summe|gesamt|insgesamt|zwischensumme|totale?s?|somme|moyenne|suma|media|totaal|itog[oi]|razem|итого|всего|合計|总计|合计|小计)(?![\p{L}\p{N}])/iu;
const MAX_SHOWN = 60;

/** A text column that would be numeric without a few texts. */
interface AlmostNumeric {
  readonly place: number;
  readonly column: string;
  /** The distinct texts that are no numbers and do not stand for null. */
  readonly texts: readonly string[];
}

/**
 * Warns of a column that only its last rows make text, such as a row "Total": its other cells count there again.
 * @returns none for texts in other rows, or that are no words of a footer
 */
export async function lastRowsWarning(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  { place, column, texts }: AlmostNumeric,
): Promise<FileWarning[]> {
  if (texts.length > MAX_LAST_ROWS || !texts.every((text) => FOOTER.test(text))) return [];
  const text = data.select(polars.nth(place).str.strip().alias('text'));
  const last = await valuesOf(text.tail(MAX_LAST_ROWS));
  const footer = last.slice(last.findIndex((value) => texts.includes(asText(value))));
  const found = footer.filter((value) => value !== null).map(asText);
  const isFooter = found.every((value) => texts.includes(value));
  if (!isFooter || !texts.every((each) => found.includes(each))) return [];
  const among = polars.col('text').isIn([...texts]);
  const everywhere = await valuesOf(text.filter(among).limit(MAX_LAST_ROWS + 1));
  if (everywhere.length > found.length) return [];
  const count = await countRows(polars, data);
  const first = count - footer.length + 1;
  return [{ code: 'total_rows', column, message: messageOf(column, found, { first, count }) }];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function valuesOf(frame: pl.LazyDataFrame): Promise<readonly unknown[]> {
  const found = await frame.collect();
  return columnValues(found.getColumn('text'));
}

function messageOf(
  column: string,
  found: readonly string[],
  { first, count }: { readonly first: number; readonly count: number },
): string {
  const named = [...new Set(found)].map((text) => `"${truncateText(text, MAX_SHOWN)}"`).join(', ');
  const where =
    found.length === 1 ? `row ${first} of ${count}` : `the last rows from ${first} of ${count} on`;
  const are = found.length === 1 ? 'it is a total' : 'they are totals';
  const remove = found.length === 1 ? 'the row' : 'them';
  return `Column "${column}" is text only because of ${named} in ${where} below the header: if ${are}, remove ${remove} from the file, since sums of the other columns count ${remove} too.`;
}
