import { toMicroseconds } from './dates.ts';
import { trimBlanks } from './number-text.ts';

/**
 * A date, or a date and a time with a space or T between, seconds and fraction optional, an offset
 * or Z optional after a time. Written so that JavaScript, Rust and Python read it alike.
 */
export const ISO_DATETIME =
  '^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([01][0-9]|2[0-3]):([0-5][0-9])' +
  '(?::([0-5][0-9])(?:[.]([0-9]{1,9}))?)?(Z|z|[+-][0-9]{2}(?::?[0-5][0-9])?)?)?$';

const PATTERN = new RegExp(ISO_DATETIME);

/** Microseconds since the epoch, UTC; null when the text is not an ISO 8601 date or time. */
export function readIsoDatetime(text: string): bigint | null {
  const match = PATTERN.exec(trimBlanks(text));
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  return toMicroseconds({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    microsecond: Number((fraction ?? '').slice(0, 6).padEnd(6, '0')),
    offsetMinutes: offsetMinutes(zone ?? 'Z'),
  });
}

/** Minutes east of UTC of `Z`, `+02`, `+0200` or `+02:00`. */
export function offsetMinutes(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}
