export type JsonSchema = Readonly<Record<string, unknown>>;

/** JSON Schema keywords that Kubernetes does not allow in a structural schema. */
const FORBIDDEN = new Set(['$schema', 'additionalProperties']);

/** Converts a JSON Schema into a structural schema of a CustomResourceDefinition. */
export function structuralSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !FORBIDDEN.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, converted(keyword, value)]));
}

function converted(keyword: string, value: unknown): unknown {
  if (!isSchema(value)) return value;
  if (keyword === 'items') return structuralSchema(value);
  if (keyword !== 'properties') return value;
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, isSchema(field) ? structuralSchema(field) : field]),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
