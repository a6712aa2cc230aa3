import { z } from 'zod';
import { PLACEHOLDER } from '../../../runner/domain/placeholder.ts';
import type { AnyNode, ConfigField } from '../../../runner/nodes/definition.ts';
import { MAPPING_VALUE_SCHEMAS } from '../../../runner/nodes/rules/column-mapping.ts';
import { tidy, type JsonSchema } from '../json-schema.ts';
import { reference } from './reference.ts';

/** A text in a config that is replaced by the value of a parameter. */
export const PARAMETER_REFERENCE: JsonSchema = {
  type: 'string',
  pattern: `^\\s*${PLACEHOLDER.source}\\s*$`,
  description: 'The value of a parameter of the flow.',
  examples: ['{{ min_rain }}'],
};

/**
 * The schema of the config of a node type, from the schema that parses it and the fields of its form. No field
 * is required: a flow that is not finished can be saved, and many fields have a default.
 */
export function configSchema(node: AnyNode): JsonSchema {
  const { id, config, fields, defaultConfig, reading } = node;
  const { properties = {} } = jsonOf(config);
  return {
    type: 'object',
    description: `The config of ${id}.`,
    properties: Object.fromEntries(
      Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([key, schema]) => [
        key,
        {
          ...acceptParameters(withForms(tidy(schema), reading.accepts(key))),
          ...(Object.hasOwn(defaultConfig, key) ? { default: defaultConfig[key] } : {}),
          description: describeField(key, fields),
        },
      ]),
    ),
  };
}

/** Accepts null and a text where they are other forms of a value. */
function withForms(
  schema: JsonSchema,
  accepts: { readonly null: boolean; readonly text: boolean },
): JsonSchema {
  const known = alternativesOf(schema).flatMap(({ type }) => [type].flat());
  const added = [
    ...(accepts.text && !known.includes('string') ? ['string'] : []),
    ...(accepts.null && !known.includes('null') ? ['null'] : []),
  ];
  // A schema without a type accepts any value.
  if (added.length === 0 || known.includes(undefined)) return schema;
  return { anyOf: [...alternativesOf(schema), ...added.map((type) => ({ type }))] };
}

function describeField(key: string, fields: readonly ConfigField[]): string {
  const { label = key, help } = fields.find((field) => field.key === key) ?? {};
  return help === undefined ? `${label}.` : `${label}. ${help}`;
}

function jsonOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'bigint') jsonSchema.type = 'integer';
      const value = MAPPING_VALUE_SCHEMAS.get(zodSchema);
      if (value === undefined) return;
      Object.assign(jsonSchema, { type: 'object', additionalProperties: jsonOf(value) });
    },
  });
}

/** Accepts a parameter reference wherever the schema accepts a text, number or boolean. */
function acceptParameters(schema: JsonSchema): JsonSchema {
  const { items, additionalProperties } = schema;
  if (isSchema(items)) return { ...schema, items: acceptParameters(items) };
  if (isSchema(additionalProperties)) {
    return { ...schema, additionalProperties: acceptParameters(additionalProperties) };
  }
  const alternatives = alternativesOf(schema);
  if (alternatives.length === 1 && !isScalar(schema)) return schema;
  // Lists and objects accept references inside; scalar alternatives share one reference.
  const inside = alternatives.map((one) => (isScalar(one) ? one : acceptParameters(one)));
  if (!alternatives.some(isScalar) || alternatives.some(isAnyText)) return joined(schema, inside);
  return joined(schema, [...inside, reference('ParameterReference')]);
}

function joined(schema: JsonSchema, alternatives: readonly JsonSchema[]): JsonSchema {
  return alternatives.length === 1 ? schema : { anyOf: alternatives };
}

/** The alternatives of a union at any depth, or the schema itself. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? (anyOf as JsonSchema[]).flatMap(alternativesOf) : [schema];
}

function isScalar({ type }: JsonSchema): boolean {
  const scalars: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];
  return type !== undefined && [type].flat().every((one) => scalars.includes(one));
}

/** Whether the schema accepts any text, and so a reference. */
function isAnyText(schema: JsonSchema): boolean {
  const narrows = ['enum', 'const', 'pattern'].some((keyword) => keyword in schema);
  return [schema.type].flat().includes('string') && !narrows;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
