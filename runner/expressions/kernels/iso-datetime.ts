import { toMicroseconds } from './dates.ts';
import { trimBlanks } from './number-text.ts';

/**
 * Matches a date, or a date and a time separated by a space or T. Seconds, fraction and offset are
 * optional. The pattern means the same in JavaScript, Rust and Python.
 */
export const ISO_DATETIME =
  '^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([01][0-9]|2[0-3]):([0-5][0-9])' +
  '(?::([0-5][0-9])(?:[.]([0-9]{1,9}))?)?(Z|z|[+-][0-9]{2}(?::?[0-5][0-9])?)?)?$';

const PATTERN = new RegExp(ISO_DATETIME);

/** Parses an ISO 8601 date or time to microseconds since 1970 in UTC; null for other text. */
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

/** Returns the minutes east of UTC for `Z`, `+02`, `+0200` or `+02:00`. */
export function offsetMinutes(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}
