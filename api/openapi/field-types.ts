import { z } from 'zod';

/** A name that people give: blanks around it are dropped, and something must be left. */
export const nameText = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .meta({ description: 'Blanks at both ends are dropped.' });

/** The longest description, in UTF-16 units: every list carries the descriptions of what it lists. */
const MAX_DESCRIPTION = 10_000;

/** A description that people give. */
export const descriptionText = z
  .string()
  .max(MAX_DESCRIPTION)
  .nullable()
  .meta({ description: 'Free text.' });

/** A stored description: those from before the limit may be longer than it. */
export const storedDescription = z.string().nullable().meta({ description: 'Free text.' });

/** The path and body text of an id. Any text is taken; what is no id is simply not found. */
export const idText = z.string().meta({ description: 'The id of the resource.' });

/** Time of a record, as `recordTimestamp` writes it. The pattern lets the response check see a difference. */
export const timestampText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  .meta({
    description: 'ISO 8601, UTC, with six digits of fraction and Z at the end.',
    examples: ['2026-11-21T09:34:09.175000Z'],
  });

/** A JSON object of any content. */
export const anyObject = z.record(z.string(), z.unknown());

/**
 * Text that should be one of `values`, which the service checks itself, later and with its own
 * status; the document shows the values, but the request validation does not refuse others.
 */
export function checkedLater(values: readonly string[], description: string): z.ZodString {
  return z.string().meta({ description, enum: [...values], 'x-checked-by-service': true });
}

/**
 * A JSON object that the service checks itself, later and with its own messages; the document shows
 * it as one of the components that `graphSchemas` makes.
 */
export function shownAs(component: 'Graph' | 'AnyGraph', description: string): typeof anyObject {
  return anyObject.meta({ description, 'x-shown-as': component });
}

/** The response headers of a list. */
export const TOTAL_COUNT = { 'X-Total-Count': 'How many items there are in all.' };
export const PAGE_HEADERS = { ...TOTAL_COUNT, Link: 'The first, previous, next and last page.' };

/** The response header of every 503. */
export const RETRY_AFTER = { 'Retry-After': 'Seconds after which it is worth another try.' };
