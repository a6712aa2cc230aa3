/** The time that scripts are planned with: only their types depend on it. */
export const PLANNED_TIME = '2000-01-01T00:00:00';

/** Assigns the time of the script: that of its clock, unless its reader states another. */
export function runTimeLine(variable: string): string {
  return `${variable} = datetime.now(timezone.utc).replace(tzinfo=None)  # now() and today(): or state a time, such as datetime(2026, 1, 31)`;
}
