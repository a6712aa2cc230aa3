/** The run time for planning scripts; only column types depend on it. */
export const PLANNED_TIME = '2000-01-01T00:00:00';

/** Returns the assignment of the script's run time: the current time unless the user sets another. */
export function runTimeLines(variable: string): readonly string[] {
  return [
    '# The time of now() and today(), or a fixed one such as datetime(2026, 1, 31)',
    `${variable} = datetime.now(timezone.utc).replace(tzinfo=None)`,
  ];
}
