import { civilFromDays, splitDay, toMicroseconds, type CivilDate } from './dates.ts';

const MICROSECONDS = { second: 1e6, minute: 60e6, hour: 3600e6, day: 86_400e6, week: 604_800e6 };
const MONTHS = { month: 1, quarter: 3, year: 12 };

/** Units of calendars and clocks, the longest first. */
export const CALENDAR_UNITS = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
] as const;
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];
type ClockUnit = keyof typeof MICROSECONDS;

/** Months of a unit that is made of them; null for the others. */
export function monthsOf(unit: CalendarUnit): number | null {
  return unit === 'year' || unit === 'quarter' || unit === 'month' ? MONTHS[unit] : null;
}

/** Microseconds of a unit that always has as many. */
export function microsecondsOf(unit: CalendarUnit): number {
  return MICROSECONDS[unit as ClockUnit];
}

/** More than there are between the first and the last datetime. */
const MAX_YEARS = 10_000;
const YEAR_MICROSECONDS = 366 * 86_400e6;

/** A count of a unit that is beyond the years 1 to 9999 wherever it is added, as any larger one. */
export function maxCountOf(unit: CalendarUnit): number {
  const months = monthsOf(unit);
  if (months !== null) return (MAX_YEARS * 12) / months;
  return Math.ceil((MAX_YEARS * YEAR_MICROSECONDS) / microsecondsOf(unit));
}

/** The first and, exclusive, the last microsecond of the years that datetimes can have. */
const FIRST_MICROSECOND = -62_135_596_800_000_000n;
const END_MICROSECOND = 253_402_300_800_000_000n;

/** The microseconds of the begin of the unit that a datetime lies in; weeks begin on Monday. */
export function truncateDatetime(time: number | bigint, unit: CalendarUnit): bigint {
  const { days, rest } = splitDay(time);
  const months = monthsOf(unit);
  if (months !== null) {
    const { year, month } = civilFromDays(days);
    return startOf({ year, month: month - ((month - 1) % months), day: 1 });
  }
  if (unit === 'week') return BigInt(days - ((((days + 3) % 7) + 7) % 7)) * 86_400_000_000n;
  const size = microsecondsOf(unit);
  return BigInt(days) * 86_400_000_000n + BigInt(rest - (rest % size));
}

/** So many units later; null beyond the years 1 to 9999. Days that a month lacks become its last. */
export function shiftDatetime(
  time: number | bigint,
  count: number,
  unit: CalendarUnit,
): bigint | null {
  if (Math.abs(count) > maxCountOf(unit)) return null;
  const months = monthsOf(unit);
  const moved =
    months === null
      ? BigInt(time) + BigInt(count) * BigInt(microsecondsOf(unit))
      : shiftByMonths(time, count * months);
  return moved < FIRST_MICROSECOND || moved >= END_MICROSECOND ? null : moved;
}

function shiftByMonths(time: number | bigint, months: number): bigint {
  const { days, rest } = splitDay(time);
  const { year, month, day } = civilFromDays(days);
  const total = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1];
  for (let last = day; ; last--) {
    const start = startOfDay({ year: toYear, month: toMonth, day: last });
    if (start !== null) return start + BigInt(rest);
  }
}

/** Days since the begin of the year, from 1. */
export function dayOfYear(time: number | bigint): number {
  const begin = Number(truncateDatetime(time, 'year') / 86_400_000_000n);
  return splitDay(time).days - begin + 1;
}

function startOfDay(date: CivilDate): bigint | null {
  return toMicroseconds({
    ...date,
    hour: 0,
    minute: 0,
    second: 0,
    microsecond: 0,
    offsetMinutes: 0,
  });
}

function startOf(date: CivilDate): bigint {
  const start = startOfDay(date);
  if (start === null) throw new TypeError('A month has a first day.');
  return start;
}
