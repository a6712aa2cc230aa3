import { exactJson } from '../domain/exact-json.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';

/** `{{ name }}` in a text of a config; blanks inside are allowed. */
export const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g;
const WHOLE_PLACEHOLDER = /^\s*\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}\s*$/;

/**
 * Puts parameter values in the place of `{{ name }}` in every text of a config, at any depth. A
 * text that is one placeholder becomes the typed value; elsewhere the value is written as JSON
 * (text as it is). Unknown names stay as written, and so do keys.
 * @param expressionKeys keys of the config whose text is an expression: left alone, since there a
 *   placeholder is a value of the expression's own language and never pasted text
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

/** The names in all placeholders of a value of a config, at any depth. */
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
  return text.replaceAll(PLACEHOLDER, (written, name: string) => {
    const embedded = valueOf(name, parameters);
    if (embedded === undefined) return written;
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
