import { datetimeText } from './values/dates.ts';
import type { Literal } from './literal.ts';

/** Returns a non-null literal as Python source; a datetime as ISO 8601 text. */
export function pythonValue({ type, value }: Literal, quote: (value: unknown) => string): string {
  if (type === 'datetime') return quote(datetimeText(typeof value === 'bigint' ? value : 0n));
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'number' ? floatLiteral(value) : quote(value);
}

function floatLiteral(value: number): string {
  if (!Number.isFinite(value)) return `float("${value > 0 ? 'inf' : '-inf'}")`;
  const text = String(value);
  // A whole number without a point or an exponent would be an int.
  if (/^-?\d+$/.test(text)) return `${text}.0`;
  // As formatters write it: 1e308.
  return text.replace('e+', 'e');
}
