import { z } from 'zod';

/** What each value of a mapping must be, by the schema of what is given: documentation is made of it. */
export const MAPPED_VALUES = new WeakMap<object, z.ZodType>();

/**
 * An object of column names to values, of any column: zod's own record passes over `__proto__`.
 * @param value what each value must be
 * @param refusal of what is no object
 */
export function columnMapping<Value>(
  value: z.ZodType<Value>,
  refusal: string,
): z.ZodType<Readonly<Record<string, Value>>> {
  const given = z.custom<Readonly<Record<string, unknown>>>(isObject, refusal);
  MAPPED_VALUES.set(given, value);
  return given
    .transform((mapping, context) => {
      const entries: [string, Value][] = [];
      for (const [name, item] of Object.entries(mapping)) {
        const parsed = value.safeParse(item);
        if (parsed.success) entries.push([name, parsed.data]);
        for (const { message, path } of parsed.error?.issues ?? []) {
          context.addIssue({ code: 'custom', message, path: [name, ...path] });
        }
      }
      return Object.fromEntries(entries);
    })
    .refine((mapping) => Object.keys(mapping).length > 0, 'needs at least one column');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
