import type { FlowParameter } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { escapedText, pythonLiteral, pythonText, quotedText } from '../python/python-literal.ts';
import { PLACEHOLDER } from '../domain/placeholder.ts';

/** Parameter lookup for converting a config to Python. */
export interface ParameterVariables {
  readonly specs: ReadonlyMap<string, FlowParameter>;
  /** Returns the variable of a declared parameter. */
  variable(name: string): string;
  /** Called when a non-text parameter is part of a text. */
  needsTextHelper(): void;
}

/** The value at a path of a config; undefined: none. */
export function valueAt(config: JsonObject, path: readonly (string | number)[]): unknown {
  let value: unknown = config;
  for (const key of path) value = childOf(value, key);
  return value;
}

/**
 * Converts a config value that names a parameter to Python: the variable for the text `{{ name }}`, an
 * f-string for a longer text, a list or a dict of them. Unknown names stay as written.
 * @returns null for a value that names no parameter
 */
export function parameterAsPython(value: unknown, parameters: ParameterVariables): string | null {
  return mentionsParameter(value, parameters) ? asPython(value, parameters) : null;
}

function childOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string | number, unknown>)[key] : undefined;
}

function asPython(value: unknown, parameters: ParameterVariables): string {
  if (!mentionsParameter(value, parameters)) return pythonLiteral(value);
  if (typeof value === 'string') return textAsPython(value, parameters);
  if (Array.isArray(value)) {
    return `[${value.map((item) => asPython(item, parameters)).join(', ')}]`;
  }
  const entries = Object.entries(value as object).map(
    ([key, item]) => `${pythonText(key)}: ${asPython(item, parameters)}`,
  );
  return `{${entries.join(', ')}}`;
}

function mentionsParameter(value: unknown, parameters: ParameterVariables): boolean {
  if (typeof value === 'string') {
    return [...value.matchAll(PLACEHOLDER)].some(([, name = '']) => parameters.specs.has(name));
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => mentionsParameter(item, parameters));
}

function textAsPython(text: string, parameters: ParameterVariables): string {
  const parts = splitPlaceholders(text, parameters);
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only?.parameter !== undefined) return parameters.variable(only.parameter.name);
  return `f${quotedText(parts.map((part) => fStringPart(part, parameters)).join(''))}`;
}

interface TextPart {
  readonly text: string;
  readonly parameter?: FlowParameter;
}

function splitPlaceholders(text: string, parameters: ParameterVariables): readonly TextPart[] {
  const trimmed = text.trim();
  const whole = /^\{\{[^{}]*\}\}$/.test(trimmed) ? trimmed : text;
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of whole.matchAll(PLACEHOLDER)) {
    const parameter = parameters.specs.get(match[1] ?? '');
    if (parameter === undefined) continue;
    if (match.index > end) parts.push({ text: whole.slice(end, match.index) });
    parts.push({ text: match[0], parameter });
    end = match.index + match[0].length;
  }
  if (end < whole.length) parts.push({ text: whole.slice(end) });
  return parts;
}

function fStringPart(part: TextPart, parameters: ParameterVariables): string {
  if (part.parameter === undefined) {
    return escapedText(part.text).replaceAll('{', '{{').replaceAll('}', '}}');
  }
  const variable = parameters.variable(part.parameter.name);
  const type = part.parameter.type ?? 'string';
  if (type === 'string' || type === 'integer') return `{${variable}}`;
  parameters.needsTextHelper();
  return `{parameter_text(${variable})}`;
}

/** Python helper that formats a parameter inside a text in the same way as the service. */
export const PARAMETER_TEXT_HELPER = `
def parameter_text(value):
    """A parameter within a text: true and false in lower case, whole numbers without a point."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if value == int(value) else repr(value)
`;
