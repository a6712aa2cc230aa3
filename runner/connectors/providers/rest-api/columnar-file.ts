import { rename } from 'node:fs/promises';
import { columnsOf } from '../../../engines/polars/column-types.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { writeCanonicalParquet } from '../../../formats/canonical-parquet.ts';
import { PARQUET_SCAN_OPTIONS } from '../../../formats/parquet-scan-options.ts';
import { rowsToFrame } from '../../../engines/polars/rows-to-frame.ts';
import type { StagedRows } from '../../sql/sql-driver.ts';

/** What is known of a columnar file that a format's reader wrote. */
export async function stagedFile(
  file: string,
  rowCount: number,
  warnings: readonly string[] = [],
): Promise<StagedRows> {
  const head = await polars.scanParquet(file, PARQUET_SCAN_OPTIONS).head(0).collect();
  return { isColumnar: true, columns: columnsOf(head), rowCount, warnings };
}

/** Keeps the first rows of a columnar file. */
export async function keepFirstRows(file: string, count: number): Promise<void> {
  const first = polars.scanParquet(file, PARQUET_SCAN_OPTIONS).head(count);
  await writeCanonicalParquet(first, `${file}.first`);
  await rename(`${file}.first`, file);
}

/** Writes a columnar file without columns and rows. */
export async function writeNoColumns(file: string): Promise<void> {
  await writeCanonicalParquet(rowsToFrame(polars, [], []).lazy(), file);
}
