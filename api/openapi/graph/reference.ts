import type { JsonSchema } from '../json-schema.ts';

/** A `$ref` to a component of the document. */
export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
