import type { ColumnType } from '../../domain/column.ts';
import { datetimeText } from '../../expressions/values/dates.ts';
import type { LiteralValue } from '../../expressions/literal.ts';

/** The text that a database casts to a value. Null: it cannot hold the value, or the engines do not have it. */
export function literalText(type: ColumnType, value: LiteralValue): string | null {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? null : value;
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'bigint' && type === 'datetime') return datetimeText(value);
  return value === null ? null : String(value);
}

function floatText(value: number): string | null {
  if (Number.isNaN(value)) return null;
  return Object.is(value, -0) ? '-0' : String(value);
}
