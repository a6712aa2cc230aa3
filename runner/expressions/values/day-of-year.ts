import { civilFromDays, daysOf, type CivilDate } from './dates.ts';

/** Whether a directive names the day of a year or of a week, in the place of a month and its day. */
export function isOfDay(directive: string): boolean {
  return 'jWGVu'.includes(directive);
}

/**
 * The date of a day of a year, `j`, of a week from Monday on and its day, `W` and `w`, or of a week of ISO 8601
 * and its day, `V` and `u`. Null: the year has no such day.
 */
export function dateOfDay(
  year: number,
  { j, W, w, V, u }: Readonly<Record<string, string>>,
): CivilDate | null {
  const first = daysOf({ year, month: 1, day: 1 });
  if (V !== undefined) return isoDate(year, Number(V), Number(u));
  const firstMonday = first + ((7 - weekdayOf(first)) % 7);
  const inWeek = (Number(w) + 6) % 7;
  const days = j === undefined ? firstMonday + (Number(W) - 1) * 7 + inWeek : first + Number(j) - 1;
  const date = civilFromDays(days);
  return date.year === year ? date : null;
}

function isoDate(year: number, week: number, day: number): CivilDate | null {
  const days = firstIsoMonday(year) + (week - 1) * 7 + day - 1;
  return week === 0 || days >= firstIsoMonday(year + 1) ? null : civilFromDays(days);
}

/** The Monday of the week with the fourth of January. */
function firstIsoMonday(year: number): number {
  const fourth = daysOf({ year, month: 1, day: 4 });
  return fourth - weekdayOf(fourth);
}

/** Monday is 0. */
function weekdayOf(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}
