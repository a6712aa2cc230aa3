import { z } from 'zod';
import { FIRST_DATETIME_MS, LAST_DATETIME_MS } from '../../runner/domain/datetime-range.ts';

const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/** An integer in a query string or path. @param schema e.g. `z.int().min(1)` */
export function queryInteger<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess(
    (value) =>
      typeof value === 'string' && /^\s*[+-]?\d{1,15}(?:\.0+)?\s*$/.test(value)
        ? Number(value)
        : value,
    schema,
  );
}

/** A boolean in a query string: true/false, 1/0, yes/no, on/off or t/f, y/n in any case. */
export function queryBoolean<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const text = value.trim().toLowerCase();
    if (TRUE.has(text)) return true;
    return FALSE.has(text) ? false : value;
  }, schema);
}

const DATE_OR_DATETIME =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:\s*(?<zone>Z|[+-]\d{2}:?\d{2})| (?<east>\d{2}:?\d{2}))?)?$/i;

/**
 * A date or datetime of the years 1 to 9999 in a query string or a body, parsed to a `Date`. Without an offset
 * it is UTC. The database can store every such instant.
 */
export const queryDatetime = z
  .string()
  .transform((text, context) => {
    const instant = toInstant(text.trim());
    if (instant !== null) return instant;
    context.addIssue({
      code: 'custom',
      message: 'Input should be a date or datetime of the years 1 to 9999 in ISO 8601 form',
      params: { type: 'datetime_from_date_parsing' },
    });
    return z.NEVER;
  })
  .meta({ description: 'ISO 8601 date or datetime; UTC when it has no offset.' });

function toInstant(text: string): Date | null {
  const parts = DATE_OR_DATETIME.exec(text)?.groups;
  if (parts === undefined) return null;
  // The "+" of an offset arrives as a space when the client did not percent-encode it.
  const zone = parts.east === undefined ? (parts.zone ?? 'Z') : `+${parts.east}`;
  const instant = new Date(`${parts.date ?? ''}T${parts.time ?? '00:00'}${zone}`);
  const isInRange = instant.getTime() >= FIRST_DATETIME_MS && instant.getTime() <= LAST_DATETIME_MS;
  return isInRange ? instant : null;
}
