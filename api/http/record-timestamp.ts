/** The time of a record as the API shows it: UTC, no zone mark, no fraction on a whole second. */
export function recordTimestamp(time: Date): string {
  const [seconds, fraction] = time.toISOString().slice(0, -1).split('.');
  return fraction === '000' ? (seconds ?? '') : `${seconds ?? ''}.${fraction ?? ''}000`;
}

/** The same for a time that may be absent. */
export function optionalTimestamp(time: Date | null): string | null {
  return time === null ? null : recordTimestamp(time);
}
