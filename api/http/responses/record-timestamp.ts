/** Formats a timestamp of a record: ISO 8601, UTC, six digits of fraction. */
export function recordTimestamp(time: Date): string {
  return time.toISOString().replace('Z', '000Z');
}

/** Formats a timestamp that can be null. */
export function optionalTimestamp(time: Date | null): string | null {
  return time === null ? null : recordTimestamp(time);
}
