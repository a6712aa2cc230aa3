/** A time as resources tell it (meta/v1 Time): RFC 3339 in UTC, with whole seconds. */
export function timeText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
