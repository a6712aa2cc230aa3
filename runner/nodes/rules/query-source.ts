import { ConfigError } from '../../domain/errors.ts';
import type { JsonObject, JsonValue } from '../../domain/json.ts';
import { PLACEHOLDER } from '../../domain/placeholder.ts';
import { ParameterNames } from '../../domain/parameter-names.ts';
import type { BoundValue, SqlSource } from '../../domain/sql-source.ts';

/**
 * The query of a text with placeholders. The value of a parameter is sent beside the text, so that it can never
 * be read as SQL. @throws ConfigError for an undeclared parameter, or a value that no database can bind
 */
export function querySource(text: string, parameters: JsonObject): SqlSource {
  const texts: string[] = [];
  const values: BoundValue[] = [];
  let start = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [placeholder, name = ''] = match;
    if (!Object.hasOwn(parameters, name)) throw undeclared(name, parameters);
    texts.push(text.slice(start, match.index));
    values.push(boundValue(name, parameters[name] ?? null));
    start = match.index + placeholder.length;
  }
  return { kind: 'query', texts: [...texts, text.slice(start)], values };
}

/** The values of the parameters that a text with placeholders names, by name. */
export function namedParameters(text: string, parameters: JsonObject): JsonObject {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, parameters[name] ?? null]));
}

/** Databases would reject the braces in words that do not name the cause. */
function undeclared(name: string, parameters: JsonObject): ConfigError {
  const reason = new ParameterNames(Object.keys(parameters)).unknown(name);
  const message = `${reason} Declare it, or write the query without {{ ${name} }}.`;
  return new ConfigError([{ field: 'query', message }]);
}

function boundValue(name: string, value: JsonValue): BoundValue {
  if (typeof value !== 'object' || value === null) return value;
  const message = `the parameter "${name}" is a list or an object, and a query takes only single values.`;
  throw new ConfigError([{ field: 'query', message }]);
}
