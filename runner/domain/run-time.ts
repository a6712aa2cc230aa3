/**
 * The time that a run is for, fixed when the run is accepted: each attempt and each retry has the same.
 * Expressions read it by `now()` and `today()`.
 */
export interface RunTime {
  /** What the clock of the zone shows: ISO 8601 without an offset, such as `2026-11-22T07:00:00`. */
  readonly localTime: string;
  /** Name of the IANA database. */
  readonly timeZone: string;
}

/** What a clock in UTC shows at an instant. */
export function utcTime(instant: Date): RunTime {
  const localTime = instant.toISOString().replace(/(?:\.000)?Z$/, '');
  return { localTime, timeZone: 'UTC' };
}
