const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
const BIG_DAY = BigInt(DAY);

/** Microseconds since 1970: a number where it is exact, since a bigint costs ten times as much. */
export type Instant = number | bigint;

/** The microseconds of so many days are exact as a number, with those of one more day. */
const MAX_EXACT_DAYS = Math.floor(Number.MAX_SAFE_INTEGER / DAY) - 1;

/** The instant of a day since 1970 and the microseconds since its start. */
export function instantOf(days: number, rest: number): Instant {
  if (Math.abs(days) <= MAX_EXACT_DAYS) return days * DAY + rest;
  return BigInt(days) * BIG_DAY + BigInt(rest);
}

export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Converts days since 1970-01-01 to a date of the proleptic Gregorian calendar. */
export function civilFromDays(days: number): CivilDate {
  // Years start in March, so that the leap day is the last of a year; eras are 400 years long.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Returns days since 1970-01-01, or null for an invalid date. */
function daysFromCivil(date: CivilDate): number | null {
  const { month, day } = date;
  if (month < 1 || month > 12 || day < 1) return null;
  const days = daysOf(date);
  return civilFromDays(days).day === day ? days : null;
}

/** Returns days since 1970-01-01 of a date that is valid. */
export function daysOf({ year, month, day }: CivilDate): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const shiftedMonth = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * shiftedMonth + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * 146_097 + yearOfEra * 365 + leapDays + dayOfYear - 719_468;
}

/** Splits microseconds since 1970 into whole days and the microseconds of the last day. */
export function splitDay(microseconds: number | bigint): { days: number; rest: number } {
  if (typeof microseconds === 'number') {
    const days = Math.floor(microseconds / DAY);
    return { days, rest: microseconds - days * DAY };
  }
  const inDay = ((microseconds % BIG_DAY) + BIG_DAY) % BIG_DAY;
  return { days: Number((microseconds - inDay) / BIG_DAY), rest: Number(inDay) };
}

/** Formats as `2024-02-29 00:00:00`, with milliseconds or microseconds only if they are not zero. */
export function datetimeText(microseconds: number | bigint): string {
  const { days, rest } = splitDay(microseconds);
  const { year, month, day } = civilFromDays(days);
  const seconds = Math.floor(rest / SECOND);
  const hour = padNumber(Math.floor(seconds / 3600), 2);
  const minute = padNumber(Math.floor(seconds / 60) % 60, 2);
  const date = `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(day, 2)}`;
  return `${date} ${hour}:${minute}:${padNumber(seconds % 60, 2)}${fractionText(rest % SECOND)}`;
}

function fractionText(microseconds: number): string {
  if (microseconds === 0) return '';
  if (microseconds % 1000 === 0) return `.${padNumber(microseconds / 1000, 3)}`;
  return `.${padNumber(microseconds, 6)}`;
}

function padNumber(value: number, width: number): string {
  return value.toString().padStart(width, '0');
}

/** Bounds of the years 1 to 9999 in microseconds; the end is exclusive. */
export const FIRST_MICROSECOND = -62_135_596_800_000_000n;
export const END_MICROSECOND = 253_402_300_800_000_000n;

export interface ClockTime extends CivilDate {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
}

/** Returns microseconds since 1970 in UTC, or null for an invalid time. */
export function toMicroseconds(time: ClockTime): bigint | null {
  const days = daysFromCivil(time);
  if (days === null || time.hour > 23 || time.minute > 59 || time.second > 59) return null;
  const minutes = time.hour * 60 + time.minute - time.offsetMinutes;
  return BigInt(days) * BIG_DAY + BigInt((minutes * 60 + time.second) * SECOND + time.microsecond);
}

/** Like `toMicroseconds`, for a time that a text names: also null outside the years 1 to 9999 in UTC. */
export function readMicroseconds(time: ClockTime): bigint | null {
  const read = toMicroseconds(time);
  return read !== null && read >= FIRST_MICROSECOND && read < END_MICROSECOND ? read : null;
}
