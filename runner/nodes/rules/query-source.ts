import { ConfigError } from '../../domain/errors.ts';
import type { JsonObject, JsonValue } from '../../domain/json.ts';
import { PLACEHOLDER } from '../../domain/placeholder.ts';
import type { BoundValue, SqlSource } from '../../domain/sql-source.ts';

/**
 * The query of a text with placeholders. The value of a parameter is sent beside the text, so that it can never
 * be read as SQL. @throws ConfigError for a value that no database can bind
 */
export function querySource(text: string, parameters: JsonObject): SqlSource {
  const texts: string[] = [];
  const values: BoundValue[] = [];
  let start = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [placeholder, name = ''] = match;
    if (!Object.hasOwn(parameters, name)) continue;
    texts.push(text.slice(start, match.index));
    values.push(boundValue(name, parameters[name] ?? null));
    start = match.index + placeholder.length;
  }
  return { kind: 'query', texts: [...texts, text.slice(start)], values };
}

function boundValue(name: string, value: JsonValue): BoundValue {
  if (typeof value !== 'object' || value === null) return value;
  const message = `"query": the parameter "${name}" is a list or an object, and a query takes only single values.`;
  throw new ConfigError([{ field: 'query', message }]);
}
