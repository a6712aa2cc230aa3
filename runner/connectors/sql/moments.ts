const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.(\d{1,6}))?$/;

/** Microseconds since 1970 in UTC of a date or datetime in ISO 8601; null for a text that is none. */
export function microsecondsOf(text: string): bigint | null {
  if (DAY.test(text)) return instantOf(`${text}T00:00:00.000Z`, '');
  const [, day = '', minute = '', second = ':00', fraction = ''] = MOMENT.exec(text) ?? [];
  return day === '' ? null : instantOf(`${day}T${minute}${second}.000Z`, fraction);
}

function instantOf(iso: string, fraction: string): bigint | null {
  const time = new Date(iso);
  // The clock of JavaScript turns the 30th of February into the 1st of March.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== iso) return null;
  return BigInt(time.getTime()) * 1000n + BigInt(fraction.padEnd(6, '0'));
}
