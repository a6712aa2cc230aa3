/** The time of a record as the API shows it: ISO 8601, UTC, six digits of fraction. */
export function recordTimestamp(time: Date): string {
  return time.toISOString().replace('Z', '000Z');
}

/** The same for a time that may be absent. */
export function optionalTimestamp(time: Date | null): string | null {
  return time === null ? null : recordTimestamp(time);
}
