import { z } from 'zod';

/** A JSON Schema (draft 2020-12) or a part of one. */
export type JsonSchema = Record<string, unknown>;

/** The named schemas of a document. */
export type Components = Record<string, JsonSchema>;

/**
 * Converts a zod schema to the JSON Schema of an OpenAPI 3.1 document. Schemas with a `meta` id become
 * components, to which the result refers.
 * @param io `input` for requests, `output` for responses
 * @throws Error when two different schemas have the same id
 */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Components,
): JsonSchema {
  const { $defs, ...root } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    // zod omits the examples and the default of transformed schemas.
    override: ({ zodSchema, jsonSchema: written }) => {
      const examples = z.globalRegistry.get(zodSchema)?.examples;
      if (Array.isArray(examples)) written.examples = examples;
      const { def } = zodSchema._zod;
      if (def.type === 'default') written.default = def.defaultValue;
    },
  }) as JsonSchema & { $defs?: Components };
  for (const [name, definition] of Object.entries($defs ?? {}))
    addComponent(components, name, definition);
  const { id } = root;
  if (typeof id !== 'string') return tidy(root);
  addComponent(components, id, root);
  return { $ref: `#/components/schemas/${id}` };
}

function addComponent(components: Components, name: string, definition: JsonSchema): void {
  const tidied = tidy(definition);
  const existing = components[name];
  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(tidied)) {
    throw new Error(`The schema id ${name} stands for two different shapes`);
  }
  components[name] = tidied;
}

/** Removes keywords that zod adds for itself or that carry no information, and shortens nullable types. */
export function tidy(schema: JsonSchema): JsonSchema {
  return applyShownAs(joinNull(plainList(removeNoise(mapChildren(schema)))));
}

/** Replaces a schema made by `shownAs` with a reference to its component. */
function applyShownAs(schema: JsonSchema): JsonSchema {
  const { 'x-shown-as': component, description, default: fallback } = schema;
  if (typeof component !== 'string') return schema;
  return {
    $ref: `#/components/schemas/${component}`,
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function mapChildren(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, mapChild(keyword, value)]),
  );
}

const MAPS_OF_SCHEMAS = new Set(['properties', 'patternProperties', '$defs']);
const LISTS_OF_SCHEMAS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE_SCHEMAS = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'not',
  'contains',
]);

function mapChild(keyword: string, value: unknown): unknown {
  if (keyword === '$ref' && typeof value === 'string')
    return value.replace('#/$defs/', '#/components/schemas/');
  if (LISTS_OF_SCHEMAS.has(keyword) && Array.isArray(value))
    return value.map((item: JsonSchema) => tidy(item));
  if (typeof value !== 'object' || value === null) return value;
  if (MAPS_OF_SCHEMAS.has(keyword)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, tidy(item as JsonSchema)]),
    );
  }
  return SINGLE_SCHEMAS.has(keyword) ? tidy(value as JsonSchema) : value;
}

function removeNoise(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword, value]) => !isNoise(keyword, value));
  // The format makes zod's long pattern for it redundant.
  return Object.fromEntries(
    schema.format === undefined ? kept : kept.filter(([keyword]) => keyword !== 'pattern'),
  );
}

const NOISE: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: () => true,
  $schema: () => true,
  maximum: (value) => value === Number.MAX_SAFE_INTEGER,
  minimum: (value) => value === Number.MIN_SAFE_INTEGER,
  propertyNames: isPlainString,
  additionalProperties: (value) => value === false || isEmpty(value),
};

function isNoise(keyword: string, value: unknown): boolean {
  return NOISE[keyword]?.(value) ?? false;
}

function isPlainString(value: unknown): boolean {
  return JSON.stringify(value) === '{"type":"string"}';
}

function isEmpty(value: unknown): boolean {
  return JSON.stringify(value) === '{}';
}

/**
 * Rewrites a list with a fixed number of items. Generators of clients stop at `items: false`, and few know
 * `prefixItems`; the number of items bounds the list as well.
 */
function plainList(schema: JsonSchema): JsonSchema {
  const { prefixItems, items, ...rest } = schema;
  if (!Array.isArray(prefixItems) || items !== false) return schema;
  const [first, ...others] = prefixItems.map((item) => JSON.stringify(item));
  const bounds = { minItems: prefixItems.length, maxItems: prefixItems.length };
  return others.every((other) => other === first)
    ? { ...rest, items: prefixItems[0] as JsonSchema, ...bounds }
    : { ...rest, prefixItems, ...bounds };
}

/** Rewrites `anyOf: [X, null]` as `type: [x, 'null']`, which validators report more precisely. */
function joinNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second] = anyOf as [JsonSchema, JsonSchema];
  if (second.type !== 'null' || typeof first.type !== 'string') return schema;
  const values = first.enum;
  return {
    ...first,
    ...rest,
    type: [first.type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}
