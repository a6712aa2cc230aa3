import { z } from 'zod';
import { MAX_ISSUES } from '../../plan/builders/field-checks.ts';
import { plainMessage } from './plain-message.ts';

/** The value schema of each mapping schema, for the generated API document. */
export const MAPPING_VALUE_SCHEMAS = new WeakMap<object, z.ZodType>();

/**
 * The schema of an object from column names or other texts to values. Unlike `z.record`, it does not skip
 * `__proto__`.
 * @param value the schema of each value
 * @param message the error for a value that is not an object
 * @param emptyMessage the error for an object without keys
 */
export function columnMapping<Value>(
  value: z.ZodType<Value>,
  message: string,
  emptyMessage = 'needs at least one column',
): z.ZodType<Readonly<Record<string, Value>>> {
  const input = z.custom<Readonly<Record<string, unknown>>>(isObject, message);
  MAPPING_VALUE_SCHEMAS.set(input, value);
  return input
    .transform((mapping, context) => {
      const entries: [string, Value][] = [];
      let invalid = 0;
      for (const [name, item] of Object.entries(mapping)) {
        const parsed = value.safeParse(item, { error: plainMessage });
        if (parsed.success) entries.push([name, parsed.data]);
        else if (++invalid > MAX_ISSUES) break;
        for (const issue of parsed.error?.issues ?? []) {
          const path = [name, ...issue.path];
          context.addIssue({ code: 'custom', message: issue.message, path });
        }
      }
      return Object.fromEntries(entries);
    })
    .refine((mapping) => Object.keys(mapping).length > 0, emptyMessage);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
