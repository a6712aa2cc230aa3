import { rm, stat } from 'node:fs/promises';
import pl from '../../engines/polars/pinned/library.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import { countRows } from '../count-rows.ts';
import { countDelimitedRecords } from '../delimited/count-records.ts';
import { ISO_DATETIME } from '../sample-rows.ts';
import { checkWritten } from './check-written.ts';
import { countLosses, countsLosses } from './count-losses.ts';
import type { TableToWrite, WrittenTable } from './table-to-write.ts';
import { writeJsonArray, writeJsonLines } from './write-json.ts';

/** The size of a written file, and what it lacks of the table. */
export interface WrittenFile extends WrittenTable {
  readonly bytes: number;
}

/** The path of an Excel file, and the name of its sheet. */
export interface WrittenSheet {
  readonly path: string;
  readonly sheet: string | undefined;
}

/** Options of Parquet files for users. */
export const PARQUET_OPTIONS = { compression: 'snappy' } as const;

/** The format of a file: one for users, or the columnar copy that runs read. */
export type WrittenFormat = FileFormat | 'columnar';

const WRITERS: Readonly<Record<WrittenFormat, (table: TableToWrite) => Promise<WrittenTable>>> = {
  csv: (table) => writeDelimited(table, 'csv', ','),
  tsv: (table) => writeDelimited(table, 'tsv', '\t'),
  text: writeText,
  parquet: (table) => writeParquet(withoutNullTypes(table)),
  columnar: writeParquet,
  jsonl: writeJsonLines,
  json: writeJsonArray,
  // The Excel library is loaded only when it is needed.
  excel: async (table) => (await import('./write-excel.ts')).writeExcel(table),
};

/**
 * Writes a table to a file, with the same bytes for both engines. Booleans are
 * `true` and `false`, datetimes ISO 8601 without a zero fraction, integers exact, whole floats end in
 * `.0`, and null is empty (null in JSON); a Parquet column of nulls is text. All formats except Excel are streamed.
 * @param file the path, or that of an Excel file with the name of its sheet
 * @throws UserError when an Excel sheet cannot hold the table
 */
export async function writeFrame(
  lazy: pl.LazyDataFrame,
  columns: readonly ColumnSchema[],
  format: WrittenFormat,
  file: string | WrittenSheet,
): Promise<WrittenFile> {
  const { path, sheet } = typeof file === 'string' ? { path: file } : file;
  await rm(path, { force: true });
  const written = await WRITERS[format]({ lazy, columns, path, sheet });
  return { ...written, bytes: (await stat(path)).size };
}

/** Whether a writer counts rows or values beside the file, for which it evaluates a plan again. A sheet is in memory. */
export function isReadTwice(format: WrittenFormat, columns: readonly ColumnSchema[]): boolean {
  if (format === 'text') return true;
  return format !== 'columnar' && format !== 'excel' && countsLosses({ columns, format });
}

async function writeDelimited(
  table: TableToWrite,
  format: 'csv' | 'tsv',
  separator: string,
): Promise<WrittenTable> {
  await table.lazy
    .sinkCSV(table.path, {
      separator,
      datetimeFormat: ISO_DATETIME,
      // Readers skip an empty line.
      ...(table.columns.length === 1 && { nullValue: '""' }),
    })
    .collect();
  await checkWritten(table.path, 'lines');
  const rows = (await countDelimitedRecords(table.path)) - 1;
  return { rows, lost: countLosses(pl, table.lazy, { ...table, format }) };
}

/** Writes tab-separated cells without a header. A single column becomes plain lines without quotes. */
async function writeText(table: TableToWrite): Promise<WrittenTable> {
  const single = table.columns.length === 1;
  await table.lazy
    .sinkCSV(table.path, {
      separator: '\t',
      includeHeader: false,
      datetimeFormat: ISO_DATETIME,
      ...(single && { quoteStyle: 'never' }),
    })
    .collect();
  await checkWritten(table.path, 'lines');
  const rows = await (single ? countRows(pl, table.lazy) : countDelimitedRecords(table.path));
  return { rows, lost: countLosses(pl, table.lazy, { ...table, format: 'text' }) };
}

/** Makes text of columns of the null type, which not every reader of Parquet knows. */
function withoutNullTypes(table: TableToWrite): TableToWrite {
  const texts = table.columns.flatMap(({ type, name }, place) =>
    type === 'null' ? [pl.nth(place).cast(pl.String).alias(name)] : [],
  );
  return texts.length === 0 ? table : { ...table, lazy: table.lazy.withColumns(...texts) };
}

async function writeParquet(table: TableToWrite): Promise<WrittenTable> {
  await table.lazy.sinkParquet(table.path, PARQUET_OPTIONS).collect();
  await checkWritten(table.path, 'parquet');
  return { rows: await countRows(pl, pl.scanParquet(table.path, { glob: false })), lost: [] };
}
