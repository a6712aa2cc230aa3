import { z } from 'zod';

/** A name from a user. Whitespace at both ends is trimmed; the rest must not be empty. */
export const nameText = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .meta({ description: 'Leading and trailing blanks are removed.' });

/** In UTF-16 units. Lists contain the descriptions of all their items. */
const MAX_DESCRIPTION_LENGTH = 10_000;

/** A description from a user. */
export const descriptionText = z
  .string()
  .max(MAX_DESCRIPTION_LENGTH)
  .nullable()
  .meta({ description: 'Free text.' });

/** A stored description. It can exceed the limit, which is newer than some of them. */
export const storedDescription = z.string().nullable().meta({ description: 'Free text.' });

/** An id in a path or body. Any text is accepted: an invalid id is not found. */
export const idText = z.string().meta({ description: 'The id of the resource.' });

/** A timestamp as `recordTimestamp` formats it. The pattern lets the response validation detect another format. */
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
 * A text whose `values` the document lists but the request validation does not enforce: the service checks
 * them later, with its own status.
 */
export function checkedLater(values: readonly string[], description: string): z.ZodString {
  return z.string().meta({ description, enum: [...values], 'x-checked-by-service': true });
}

/**
 * A JSON object that the service validates later, with its own messages. The document shows it as a
 * component of `graphSchemas`.
 */
export function shownAs(component: 'Graph' | 'AnyGraph', description: string): typeof anyObject {
  return anyObject.meta({ description, 'x-shown-as': component });
}

/** The response headers of a list. */
export const TOTAL_COUNT = { 'X-Total-Count': 'How many items there are in all.' };
export const PAGE_HEADERS = { ...TOTAL_COUNT, Link: 'The first, previous, next and last page.' };

/** The response header of every 503. */
export const RETRY_AFTER = { 'Retry-After': 'Seconds after which it is worth another try.' };
