/**
 * The logical time of a run, fixed when the run is accepted and the same for all attempts and retries.
 * Expressions read it with `now()` and `today()`.
 */
export interface RunTime {
  /** Local time in `timeZone`: ISO 8601 without an offset, such as `2026-11-22T07:00:00`. */
  readonly localTime: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** An instant as run time in UTC. */
export function utcRunTime(instant: Date): RunTime {
  const localTime = instant.toISOString().replace(/(?:\.000)?Z$/, '');
  return { localTime, timeZone: 'UTC' };
}
