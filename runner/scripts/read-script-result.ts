import { errorMessage } from '../domain/error-message.ts';
import { UserError } from '../domain/errors.ts';
import type { ColumnarFile } from '../engine-adapters/engine-adapter.ts';
import { columnsOf } from '../engines/polars/column-types.ts';
import { convertParquet } from '../formats/parquet/convert-parquet.ts';
import { PARQUET_SCAN_OPTIONS } from '../formats/parquet-scan-options.ts';

/**
 * Converts the Parquet file that a script wrote to column types, as for uploaded files: dates become
 * datetimes, decimals floats, durations seconds, lists JSON text.
 * @param dataPath the file to write
 * @throws UserError that names the column without a column type
 */
export async function readScriptResult(path: string, dataPath: string): Promise<ColumnarFile> {
  const { default: pl } = await import('../engines/polars/pinned/library.ts');
  try {
    // The result of a script has no warnings, so bytes must be text.
    const { rows: rowCount } = await convertParquet(pl, path, dataPath, 'script');
    const head = await pl.scanParquet(dataPath, PARQUET_SCAN_OPTIONS).limit(0).collect();
    return { path: dataPath, columns: columnsOf(head), rowCount };
  } catch (cause) {
    if (cause instanceof UserError)
      throw new UserError(`The result of the script: ${cause.message}`);
    const reason = errorMessage(cause).split('\n')[0] ?? '';
    throw new UserError(`The result of the script cannot be read: ${reason}`, { cause });
  }
}
