import { readMicroseconds } from './dates.ts';
import { trimBlanks } from './number-text.ts';

const DATE = '([0-9]{4})-([0-9]{2})-([0-9]{2})';
const MINUTES = '[Tt ]([01][0-9]|2[0-3]):([0-5][0-9])';
const SECONDS = ':([0-5][0-9])';
const FRACTION = '[.]([0-9]{1,9})';
/** Matches the hours of an offset from UTC. They end at 23: polars and pandas read no offset of a day. */
export const OFFSET_HOURS = '[+-](?:[01][0-9]|2[0-3])';
const OFFSET = `(Z|z|${OFFSET_HOURS}(?::?[0-5][0-9])?)`;

/**
 * Matches a date, or a date and a time separated by a space or T. Seconds, fraction and offset are
 * optional. The pattern means the same in JavaScript, Rust and Python.
 */
const ISO_DATETIME = `^${DATE}(?:${MINUTES}(?:${SECONDS}(?:${FRACTION})?)?${OFFSET}?)?$`;

/** Matches a date without a time. */
export const ISO_DATE = `^${DATE}$`;

/** The forms of a date with a time: each such text matches exactly one pattern. */
export const ISO_TIMES = {
  /** Seconds are optional. */
  seconds: `^${DATE}${MINUTES}(?:${SECONDS})?$`,
  fraction: `^${DATE}${MINUTES}${SECONDS}${FRACTION}$`,
  /** Seconds and a fraction of them are optional. */
  offset: `^${DATE}${MINUTES}(?:${SECONDS}(?:${FRACTION})?)?${OFFSET}$`,
} as const;

const PATTERN = new RegExp(ISO_DATETIME);

/** Parses an ISO 8601 date or time to microseconds since 1970 in UTC; null for other text. */
export function readIsoDatetime(text: string): bigint | null {
  const match = PATTERN.exec(trimBlanks(text));
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  return readMicroseconds({
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
