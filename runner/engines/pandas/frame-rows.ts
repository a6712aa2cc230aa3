import type { JsonValue, Row } from '../../domain/json.ts';
import { withoutNul } from '../../domain/without-nul.ts';
import { datetimeText } from '../../expressions/values/dates.ts';
import type { LiteralValue } from '../../expressions/literal.ts';
import { cellValues } from './cell-values.ts';
import type { Column, Frame } from './frame.ts';
import { limitFrame } from './kernels/rows/limit-frame.ts';

/**
 * The first rows of a frame as JSON: datetimes are ISO 8601 texts with a fraction only if it is not zero,
 * integers beyond 2^53 are bigint, infinities are null, NUL is U+FFFD.
 */
export function frameRows(frame: Frame, limit: number): Row[] {
  const head = limitFrame(frame, 0, limit);
  const cells = head.columns.map((column) =>
    cellValues(column).map((value) => jsonCell(value, column.type)),
  );
  return Array.from({ length: head.length }, (_, row): Row =>
    Object.fromEntries(head.names.map((name, index) => [name, cells[index]?.[row] ?? null])),
  );
}

function jsonCell(value: LiteralValue, type: Column['type']): JsonValue {
  if (typeof value === 'string') return withoutNul(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'bigint') return value;
  if (type === 'datetime') return datetimeText(value).replace(' ', 'T');
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
