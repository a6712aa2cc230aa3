import {
  civilFromDays,
  daysOf,
  END_MICROSECOND,
  FIRST_MICROSECOND,
  instantOf,
  splitDay,
  type Instant,
} from './dates.ts';

const MICROSECONDS = { second: 1e6, minute: 60e6, hour: 3600e6, day: 86_400e6, week: 604_800e6 };
const MONTHS = { month: 1, quarter: 3, year: 12 };

/** Units of calendars and clocks, longest first. */
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
/** The plural of a unit, e.g. `days`. */
export type CalendarUnits = `${CalendarUnit}s`;

/** The plurals of all units, shortest first. */
export const CALENDAR_UNITS_IN_PLURAL: readonly CalendarUnits[] = CALENDAR_UNITS.map(
  (unit): CalendarUnits => `${unit}s`,
).reverse();

/** The unit of a plural. */
export function singularOf(units: CalendarUnits): CalendarUnit {
  return units.slice(0, -1) as CalendarUnit;
}

type ClockUnit = keyof typeof MICROSECONDS;

/** Returns the months of a calendar unit, or null for a unit of fixed length. */
export function monthsOf(unit: CalendarUnit): number | null {
  return unit === 'year' || unit === 'quarter' || unit === 'month' ? MONTHS[unit] : null;
}

/** Returns the microseconds of a unit of fixed length. */
export function microsecondsOf(unit: CalendarUnit): number {
  return MICROSECONDS[unit as ClockUnit];
}

/** More years than the range of datetimes has. */
const MAX_YEARS = 10_000;
const YEAR_MICROSECONDS = 366 * 86_400e6;

/** Returns a count of units that leaves the years 1 to 9999 from any datetime. */
export function maxCountOf(unit: CalendarUnit): number {
  const months = monthsOf(unit);
  if (months !== null) return (MAX_YEARS * 12) / months;
  return Math.ceil((MAX_YEARS * YEAR_MICROSECONDS) / microsecondsOf(unit));
}

/** Returns the start of the unit that contains a datetime; weeks start on Monday. */
export function truncateDatetime(time: Instant, unit: CalendarUnit): Instant {
  const { days, rest } = splitDay(time);
  const months = monthsOf(unit);
  if (months !== null) {
    const { year, month } = civilFromDays(days);
    return instantOf(daysOf({ year, month: month - ((month - 1) % months), day: 1 }), 0);
  }
  if (unit === 'week') return instantOf(days - ((((days + 3) % 7) + 7) % 7), 0);
  const size = microsecondsOf(unit);
  return instantOf(days, rest - (rest % size));
}

/** Adds units; null outside the years 1 to 9999. A day that the target month lacks becomes its last. */
export function shiftDatetime(time: Instant, count: number, unit: CalendarUnit): Instant | null {
  if (Math.abs(count) > maxCountOf(unit)) return null;
  const months = monthsOf(unit);
  const moved =
    months === null
      ? shiftByTime(time, count, microsecondsOf(unit))
      : shiftByMonths(time, count * months);
  // What is exact as a number is in these years.
  if (typeof moved === 'number') return moved;
  return moved < FIRST_MICROSECOND || moved >= END_MICROSECOND ? null : moved;
}

function shiftByTime(time: Instant, count: number, microseconds: number): Instant {
  const span = count * microseconds;
  if (typeof time === 'number' && Number.isSafeInteger(span)) {
    const moved = time + span;
    if (Number.isSafeInteger(moved)) return moved;
  }
  return BigInt(time) + BigInt(count) * BigInt(microseconds);
}

function shiftByMonths(time: Instant, months: number): Instant {
  const { days, rest } = splitDay(time);
  const { year, month, day } = civilFromDays(days);
  const total = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1];
  const toDay = day <= 28 ? day : Math.min(day, lengthOfMonth(toYear, toMonth));
  return instantOf(daysOf({ year: toYear, month: toMonth, day: toDay }), rest);
}

function lengthOfMonth(year: number, month: number): number {
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  const next = daysOf({ year: nextYear, month: nextMonth, day: 1 });
  return next - daysOf({ year, month, day: 1 });
}

/** Returns the day of the year, from 1. */
export function dayOfYear(time: Instant): number {
  return splitDay(time).days - splitDay(truncateDatetime(time, 'year')).days + 1;
}
