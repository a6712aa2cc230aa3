import fc from 'fast-check';
import { configSchema } from '../../api/openapi/graph/config-schema.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { JsonObject, JsonValue } from '../../runner/domain/json.ts';
import type { ScriptRuntime } from '../../runner/plan/operators/opaque.ts';
import type { AnyNode, ConfigField } from '../../runner/nodes/definition.ts';
import { anyExpression } from './expression-arbitrary.ts';

/** The columns of each input of a node, by handle. */
export type InputColumns = Readonly<Record<string, readonly (readonly ColumnSchema[])[]>>;

/** A JSON schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

/** Texts that configs accept as values, dates, numbers or names. */
const TEXTS = ['', 'a', 'é', 'new', '1', '-2.5', 'true', '2024-02-29', '1, 2', '_x', '%d/%m/%Y'];
/** Scripts that both engines execute. */
const SCRIPTS: Readonly<Record<ScriptRuntime, fc.Arbitrary<JsonValue>>> = {
  python: fc.constantFrom('return df', 'return df.head(3)'),
  javascript: fc.constantFrom('return rows', 'return rows.slice(0, 3)'),
};
/** Rows that a config counts; most tables are smaller. */
const MAX_COUNT = 40;

/**
 * Generates configs of a node from the form of its type and the schema that reads it. Fields for columns name
 * columns of the inputs, and expressions read the columns of expression-arbitrary.ts.
 */
export function configOf(node: AnyNode, inputs: InputColumns): fc.Arbitrary<JsonObject> {
  const schemas = (configSchema(node).properties ?? {}) as Readonly<Record<string, Schema>>;
  const values = Object.fromEntries(
    node.fields.map((field) => {
      const names = namesFor(field, inputs);
      const schema = schemas[field.key] ?? {};
      const runtime = node.scripts[field.key];
      if (runtime !== undefined) return [field.key, SCRIPTS[runtime]];
      if (node.expressionKeys.includes(field.key)) return [field.key, anyExpression];
      const ofForm = { weight: 5, arbitrary: valueOfField(field, schema, names) };
      const ofSchema = { weight: 1, arbitrary: valueOf(schema, names) };
      return [field.key, fc.oneof(ofForm, ofSchema)];
    }),
  );
  const requiredKeys = node.fields.filter(({ required }) => required).map(({ key }) => key);
  return fc.record(values, { requiredKeys });
}

/**
 * The columns that a field can name: those of the input whose handle begins the key, as in `left_on`, else
 * those that all inputs have, else all.
 */
function namesFor({ key }: ConfigField, inputs: InputColumns): readonly string[] {
  const handles = Object.keys(inputs);
  const own = handles.length > 1 ? handles.filter((handle) => key.startsWith(`${handle}_`)) : [];
  const names = (own.length > 0 ? own : handles)
    .flatMap((handle) => inputs[handle] ?? [])
    .map((columns) => columns.map(({ name }) => name));
  const [first = [], ...others] = names;
  const common = first.filter((name) => others.every((other) => other.includes(name)));
  return common.length > 0 ? common : [...new Set(names.flat())];
}

function valueOfField(
  field: ConfigField,
  schema: Schema,
  names: readonly string[],
): fc.Arbitrary<JsonValue> {
  const { type, required, options = [], min: minimum, max: maximum, placeholder } = field;
  if (type === 'column') return fc.constantFrom(...names);
  if (type === 'column_list') return columns(names, required ? 1 : 0);
  if (type === 'select') return fc.constantFrom(...options);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return numberOf({ type, minimum, maximum });
  return valueOf(schema, placeholder === undefined ? names : [...names, placeholder]);
}

/** Generates up to three of the columns in any order; few of the lists name a column twice. */
function columns(names: readonly string[], minLength: number): fc.Arbitrary<JsonValue> {
  const maxLength = Math.min(3, names.length);
  const distinct = fc.shuffledSubarray([...names], { minLength, maxLength });
  const repeated = fc.array(fc.constantFrom(...names), { minLength, maxLength });
  return fc.oneof({ weight: 9, arbitrary: distinct }, { weight: 1, arbitrary: repeated });
}

/** Generates values that a JSON schema accepts. @param names column names, as keys and texts */
function valueOf(schema: Schema, names: readonly string[]): fc.Arbitrary<JsonValue> {
  const { type, anyOf, enum: options } = schema;
  if ('const' in schema) return fc.constant(schema.const as JsonValue);
  if (Array.isArray(options)) return fc.constantFrom(...(options as JsonValue[]));
  if (Array.isArray(anyOf)) {
    // References to parameters are not generated: they are bound before any engine or emitter.
    const own = (anyOf as Schema[]).filter((one) => !('$ref' in one));
    return fc.oneof(...own.map((one) => valueOf(one, names)));
  }
  if (Array.isArray(type)) {
    return fc.oneof(...(type as string[]).map((one) => valueOf({ ...schema, type: one }, names)));
  }
  return (BY_TYPE[String(type)] ?? textOf)(schema, names);
}

type MakeValue = (schema: Schema, names: readonly string[]) => fc.Arbitrary<JsonValue>;

const BY_TYPE: Readonly<Record<string, MakeValue>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: numberOf,
  number: numberOf,
  array: listOf,
  object: mappingOf,
};

function numberOf({ type, minimum, maximum }: Schema): fc.Arbitrary<JsonValue> {
  const min = Number(minimum ?? -MAX_COUNT);
  const max = Number(maximum ?? Math.max(min, 0) + MAX_COUNT);
  const integers = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return type === 'integer' ? integers : fc.oneof(integers, fc.double({ min, max, noNaN: true }));
}

function textOf(_schema: Schema, names: readonly string[]): fc.Arbitrary<JsonValue> {
  return fc.constantFrom(...TEXTS, ...names);
}

function mappingOf(schema: Schema, names: readonly string[]): fc.Arbitrary<JsonValue> {
  if (schema.properties !== undefined) return recordOf(schema, names);
  const value = valueOf((schema.additionalProperties ?? {}) as Schema, names);
  return fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 3 });
}

/** Generates objects with fixed keys. The key `column` names a column. */
function recordOf(schema: Schema, names: readonly string[]): fc.Arbitrary<JsonValue> {
  const properties = Object.entries(schema.properties as Readonly<Record<string, Schema>>);
  const values = properties.map(([key, one]) => [
    key,
    key === 'column' ? fc.constantFrom(...names) : valueOf(one, names),
  ]);
  const requiredKeys = (schema.required ?? []) as string[];
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<JsonValue>>, {
    requiredKeys,
  });
}

function listOf(schema: Schema, names: readonly string[]): fc.Arbitrary<JsonValue> {
  const { prefixItems, items, minItems = 0 } = schema;
  if (Array.isArray(prefixItems)) {
    return fc.tuple(...(prefixItems as Schema[]).map((one) => valueOf(one, names)));
  }
  const item = valueOf((items ?? {}) as Schema, names);
  return fc.array(item, { minLength: Number(minItems), maxLength: 3 });
}
