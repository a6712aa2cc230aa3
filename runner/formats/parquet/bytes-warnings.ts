import type { FileWarning } from '../../domain/file-warning.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { isUnknownBytes } from './footer/column-reading.ts';
import type { ParquetSource } from './parquet-source.ts';

/** Longer examples are cut. */
const EXAMPLE_DIGITS = 16;

/** Warns of columns of bytes that became hexadecimal digits, for they may be texts that are not marked as such. */
export async function bytesWarnings(
  { polars, footer, conversions, names }: ParquetSource,
  dataPath: string,
): Promise<FileWarning[]> {
  if (footer === null) return [];
  const warnings: FileWarning[] = [];
  for (const [place, column] of footer.columns.entries()) {
    if (conversions[place] !== 'pages' || !isUnknownBytes(column, footer)) continue;
    const cells = polars.scanParquet(dataPath, PARQUET_SCAN_OPTIONS).select(polars.nth(place));
    const first = cells.filter(polars.nth(0).isNotNull()).limit(1);
    const found = await first.collect();
    // The library rejects the first value of a column without rows.
    if (found.height === 0) continue;
    const digits = String(found.getColumns()[0]?.get(0));
    const name = names[place] ?? '';
    warnings.push({ code: 'bytes_as_hexadecimal', column: name, message: message(name, digits) });
  }
  return warnings;
}

function message(name: string, digits: string): string {
  const cut = digits.length > EXAMPLE_DIGITS ? `${digits.slice(0, EXAMPLE_DIGITS)}…` : digits;
  return `Column "${name}" has bytes, which become hexadecimal digits: ${cut}. If they are text, mark the column as text (UTF8) where the file is written.`;
}
