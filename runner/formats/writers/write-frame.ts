import { rm, stat } from 'node:fs/promises';
import pl from '../../engines/polars/library.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import { countDelimitedRecords } from '../delimited/count-records.ts';
import { ISO_DATETIME } from '../sample-rows.ts';
import type { TableToWrite } from './table-to-write.ts';
import { writeJsonArray, writeJsonLines } from './write-json.ts';

/** What came of a file. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
}

/** How Parquet files are written for users. */
export const PARQUET_OPTIONS = { compression: 'snappy' } as const;

/** Each answers the number of rows. */
const WRITERS: Readonly<Record<FileFormat, (table: TableToWrite) => Promise<number>>> = {
  csv: (table) => writeDelimited(table, ','),
  tsv: (table) => writeDelimited(table, '\t'),
  text: writeText,
  parquet: writeParquet,
  jsonl: writeJsonLines,
  json: writeJsonArray,
  // The Excel library is loaded only when it is needed.
  excel: async (table) => (await import('./write-excel.ts')).writeExcel(table),
};

/**
 * Writes a table of the five column types as a file, the same bytes from either engine:
 * booleans `true` and `false`, datetimes ISO 8601 without a fraction when it is zero, exact integers,
 * whole floats with `.0`, null empty (JSON: null). All but Excel stream.
 * @throws UserError when an Excel sheet cannot hold the table
 */
export async function writeFrame(
  lazy: pl.LazyDataFrame,
  columns: readonly ColumnSchema[],
  format: FileFormat,
  path: string,
): Promise<WrittenFile> {
  await rm(path, { force: true });
  const rows = await WRITERS[format]({ lazy, columns, path });
  return { rows, bytes: (await stat(path)).size };
}

async function writeDelimited(table: TableToWrite, separator: string): Promise<number> {
  await table.lazy
    .sinkCSV(table.path, {
      separator,
      datetimeFormat: ISO_DATETIME,
      // An empty line would be no row at all when the file is read again.
      ...(table.columns.length === 1 && { nullValue: '""' }),
    })
    .collect();
  return (await countDelimitedRecords(table.path)) - 1;
}

/** Tab between cells, no header. A single column is lines of text as they are, without quotes. */
async function writeText(table: TableToWrite): Promise<number> {
  const single = table.columns.length === 1;
  await table.lazy
    .sinkCSV(table.path, {
      separator: '\t',
      includeHeader: false,
      datetimeFormat: ISO_DATETIME,
      ...(single && { quoteStyle: 'never' }),
    })
    .collect();
  return single ? countRows(table.lazy) : countDelimitedRecords(table.path);
}

async function writeParquet(table: TableToWrite): Promise<number> {
  await table.lazy.sinkParquet(table.path, PARQUET_OPTIONS).collect();
  return countRows(pl.scanParquet(table.path, { glob: false }));
}

/** Number of rows that a plan yields. */
async function countRows(lazy: pl.LazyDataFrame): Promise<number> {
  const counted = await lazy.select(pl.len().cast(pl.Float64).alias('rows')).collect();
  return Number(counted.getColumn('rows').get(0));
}
