import { rm } from 'node:fs/promises';
import type { ColumnSchema } from '../domain/column.ts';
import { rowsToFrame } from '../engines/polars/rows-to-frame.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { writeCanonicalParquet } from './canonical-parquet.ts';
import { countDelimitedRecords } from './delimited/count-records.ts';
import { delimitedToParquet } from './delimited/delimited-to-parquet.ts';
import { rejectDatesOutOfRange } from './parquet/reject-dates-out-of-range.ts';
import { countRows } from './count-rows.ts';
import { ISO_DATETIME } from './sample-rows.ts';
import { checkComplete, checkWritten, endsWithBlock } from './writers/check-written.ts';

/** Rows in CSV without a header, as databases exchange them: null is an empty cell, an empty text a quoted one. */
export interface StagedFile {
  readonly path: string;
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
}

/**
 * Converts staged rows to the columnar copy that engines read, in bounded memory. Datetimes are microseconds; a
 * row of one column has a second cell, since readers skip empty lines.
 * @throws UserError for dates that ISO 8601 cannot represent
 */
export async function stagedToParquet(
  polars: PolarsLibrary,
  { path, columns, rowCount }: StagedFile,
  target: string,
): Promise<void> {
  if (rowCount === 0) {
    await writeCanonicalParquet(rowsToFrame(polars, columns, []).lazy(), target);
    return;
  }
  const [only, ...others] = columns;
  const text = { path, hasHeader: false, delimiter: ',', decimal: '.' } as const;
  if (only === undefined || others.length > 0) {
    await delimitedToParquet(polars, { ...text, columns }, target);
  } else {
    const both = [only, { name: `${only.name}_`, type: 'integer' as const }];
    const wide = `${target}.wide`;
    await delimitedToParquet(polars, { ...text, columns: both }, wide);
    const narrow = polars.scanParquet(wide, { glob: false }).select(polars.nth(0));
    await writeCanonicalParquet(narrow, target);
    await rm(wide);
  }
  const dates = columns.flatMap(({ type }, place) => (type === 'datetime' ? [place] : []));
  const names = columns.map(({ name }) => name);
  await rejectDatesOutOfRange(polars, target, dates, names);
}

/** Writes a columnar file as staged rows; datetimes are ISO 8601. */
export async function parquetToStaged(
  polars: PolarsLibrary,
  file: string,
  target: string,
): Promise<void> {
  const rows = polars.scanParquet(file, { glob: false });
  await rows.sinkCSV(target, { includeHeader: false, datetimeFormat: ISO_DATETIME }).collect();
  await checkWritten(target, 'lines');
  if (await endsWithBlock(target)) {
    checkComplete(await countDelimitedRecords(target), await countRows(polars, rows));
  }
}
