/** Formats a time as meta/v1 Time: RFC 3339 in UTC, in whole seconds. */
export function timeText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
