import { z } from 'zod';
import { queryInteger } from './query-types.ts';

/** The paging parameters of a list. Without a limit the list is complete. */
export const LIST_PAGE = {
  limit: queryInteger(
    z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Maximum number of items. Default: all.' }),
  ),
  offset: queryInteger(z.int().min(0).default(0).meta({ description: 'How many to leave out.' })),
} as const;

/** The `fields` parameter of a list. @param omitted the fields that a summary omits */
export function summaryField(omitted: string): z.ZodOptional<z.ZodEnum<{ summary: 'summary' }>> {
  return z
    .enum(['summary'])
    .optional()
    .meta({ description: `summary: without ${omitted}.` });
}
