import type { JsonValue, Row } from '../../domain/json.ts';
import { withoutNul } from '../../domain/without-nul.ts';
import { datetimeText } from '../../expressions/kernels/dates.ts';
import type { Column, Frame, StringColumn } from './frame.ts';
import { limitFrame } from './kernels/limit-frame.ts';

/**
 * The first rows of a frame as JSON: datetimes are ISO 8601 texts with a fraction only if it is not zero,
 * integers beyond 2^53 are bigint, infinities are null, NUL is U+FFFD.
 */
export function frameRows(frame: Frame, limit: number): Row[] {
  const head = limitFrame(frame, 0, limit);
  return Array.from({ length: head.length }, (_, row): Row =>
    Object.fromEntries(head.names.map((name, index) => [name, cellOf(head.columns[index], row)])),
  );
}

function cellOf(column: Column | undefined, row: number): JsonValue {
  if (column === undefined) return null;
  if (column.type === 'string') {
    const text = column.dictionary[column.codes[row] ?? -1];
    return text === undefined ? null : withoutNul(text);
  }
  return column.validity?.[row] === 0 ? null : presentCell(column, row);
}

function presentCell(column: Exclude<Column, StringColumn>, row: number): JsonValue {
  const value = column.values[row] ?? 0;
  switch (column.type) {
    case 'null':
      return null;
    case 'boolean':
      return value === 1;
    case 'integer':
      return toJsonInteger(value);
    case 'float':
      return Number.isFinite(value) ? Number(value) : null;
    case 'datetime':
      return datetimeText(value).replace(' ', 'T');
  }
}

function toJsonInteger(value: number | bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
