import { exactJson } from '../domain/exact-json.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import { PLACEHOLDER } from '../domain/placeholder.ts';

const WHOLE_PLACEHOLDER = /^\s*\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}\s*$/;

/**
 * Replaces `{{ name }}` in every text of a config, at any depth, by the value of the parameter. A text
 * that is a single placeholder becomes the typed value; inside a longer text the value is written as JSON
 * (a text unquoted). Unknown names and keys of objects are not replaced.
 * @param expressionKeys config keys to skip because their text is an expression: the expression language
 *   evaluates placeholders itself, so that values cannot inject code
 */
export function bindParameters(
  config: JsonObject,
  parameters: JsonObject,
  expressionKeys: readonly string[] = [],
): JsonObject {
  if (Object.keys(parameters).length === 0) return config;
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      expressionKeys.includes(key) ? value : bind(value, parameters),
    ]),
  );
}

/** The parameter names of all placeholders in a config value, at any depth. */
export function placeholdersOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string')
    return Array.from(value.matchAll(PLACEHOLDER), ([, name = '']) => name);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(placeholdersOf);
}

function bind(value: JsonValue, parameters: JsonObject): JsonValue {
  if (typeof value === 'string') return bindText(value, parameters);
  if (isList(value)) return value.map((item) => bind(item, parameters));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, bind(item, parameters)]),
  );
}

function bindText(text: string, parameters: JsonObject): JsonValue {
  const whole = WHOLE_PLACEHOLDER.exec(text)?.[1];
  const value = whole === undefined ? undefined : valueOf(whole, parameters);
  if (value !== undefined) return value;
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    const embedded = valueOf(name, parameters);
    if (embedded === undefined) return placeholder;
    return typeof embedded === 'string' ? embedded : exactJson.stringify(embedded);
  });
}

function valueOf(name: string, parameters: JsonObject): JsonValue | undefined {
  return Object.hasOwn(parameters, name) ? parameters[name] : undefined;
}

/** `Array.isArray` does not narrow readonly lists. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
