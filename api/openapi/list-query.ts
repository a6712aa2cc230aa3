import { z } from 'zod';
import { queryInteger } from './query-types.ts';

/** The query parameters of a list that is whole by default. */
export const LIST_PAGE = {
  limit: queryInteger(
    z.int().min(1).max(1000).optional().meta({ description: 'How many at most; by default all.' }),
  ),
  offset: queryInteger(z.int().min(0).default(0).meta({ description: 'How many to leave out.' })),
} as const;

/** @param left the fields that a summary leaves out */
export function summaryField(left: string): z.ZodOptional<z.ZodEnum<{ summary: 'summary' }>> {
  return z
    .enum(['summary'])
    .optional()
    .meta({ description: `summary: without ${left}.` });
}
