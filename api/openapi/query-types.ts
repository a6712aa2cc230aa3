import { z } from 'zod';

const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/** A whole number in a query string or path; chain `.min()` and the like on the argument. */
export function queryInteger<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess(
    (value) =>
      typeof value === 'string' && /^\s*[+-]?\d{1,15}(?:\.0+)?\s*$/.test(value)
        ? Number(value)
        : value,
    schema,
  );
}

/** true/false, 1/0, yes/no, on/off in any case. */
export function queryBoolean<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const text = value.trim().toLowerCase();
    if (TRUE.has(text)) return true;
    return FALSE.has(text) ? false : value;
  }, schema);
}

const DATE_OR_DATETIME =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s*(?:Z|[+-]\d{2}:?\d{2})| \d{2}:?\d{2})?)?$/i;

/** A date or datetime in a query string; without an offset it is UTC. Yields an ISO instant, e.g. `…Z`. */
export const queryDatetime = z
  .string()
  .transform((text, context) => {
    const instant = toInstant(text.trim());
    if (instant !== null) return instant;
    context.addIssue({
      code: 'custom',
      message: 'Input should be a date or datetime in ISO 8601 form',
      params: { type: 'datetime_from_date_parsing' },
    });
    return z.NEVER;
  })
  .meta({ description: 'ISO 8601 date or datetime; UTC when it has no offset.' });

function toInstant(text: string): Date | null {
  if (!DATE_OR_DATETIME.test(text)) return null;
  // A "+" of an offset arrives as a blank when the client did not escape it.
  const normal = text.replace(/^(.{10}) /, '$1T').replace(/\s+(?=\d{2}:?\d{2}$)/, '+');
  const zoned = /Z$|[+-]\d{2}:?\d{2}$/i.test(normal.slice(10))
    ? normal
    : `${normal}${normal.length > 10 ? 'Z' : ''}`;
  const instant = new Date(zoned);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
