import {
  civilFromDays,
  END_MICROSECOND,
  FIRST_MICROSECOND,
  splitDay,
  toMicroseconds,
  type CivilDate,
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

/** Returns the start of the unit that contains a datetime, in microseconds; weeks start on Monday. */
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

/** Adds units; null outside the years 1 to 9999. A day that the target month lacks becomes its last. */
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

/** Returns the day of the year, from 1. */
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
  if (start === null) throw new TypeError('The start of a calendar unit is not a valid date.');
  return start;
}
