import type pl from 'nodejs-polars';
import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { exactJson } from '../../domain/exact-json.ts';
import type { JsonValue, Row } from '../../domain/json.ts';
import { nullSeries, polarsType } from './column-types.ts';
import type { PolarsLibrary } from './frame.ts';

/**
 * Converts JSON rows to a frame.
 * @param columns the schema from `columnsOfRows`: each cell has the type of its column, or the column is text
 */
export function rowsToFrame(
  library: PolarsLibrary,
  columns: readonly ColumnSchema[],
  rows: readonly Row[],
): pl.DataFrame {
  const series = columns.map(({ name, type }) => {
    if (type === 'null') return nullSeries(library, name, rows.length);
    const cells = rows.map((row) => toCell(row[name] ?? null, type));
    // A series of bigints would be all null, so integers are cast from their digits.
    if (type !== 'integer') return library.Series(name, cells, polarsType(library, type));
    return library.Series(name, cells, library.String).cast(library.Int64);
  });
  return library.DataFrame(series);
}

function toCell(value: JsonValue, type: ColumnType): JsonValue {
  if (value === null || typeof value === 'string') return value;
  return type === 'string' || type === 'integer' ? exactJson.stringify(value) : value;
}
