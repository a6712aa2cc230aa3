const MAX_WIDTH = 88;

/**
 * A JSON-like value as a Python literal: `None`, `True`, numbers, quoted text, lists and dicts. Long lists
 * and dicts have one item per line.
 */
export function pythonLiteral(value: unknown): string {
  const flat = flatLiteral(value);
  return flat.length <= MAX_WIDTH ? flat : wrappedLiteral(value, '');
}

function flatLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatLiteral).join(', ')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value).map(flatEntry).join(', ')}}`;
  }
  return scalarLiteral(value);
}

function flatEntry([key, value]: [string, unknown]): string {
  return `${pythonText(key)}: ${flatLiteral(value)}`;
}

function wrappedLiteral(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  const nested = (item: unknown): string => {
    const flat = flatLiteral(item);
    return inner.length + flat.length <= MAX_WIDTH ? flat : wrappedLiteral(item, inner);
  };
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${nested(item)},\n`).join('')}${indent}]`;
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => `${inner}${pythonText(key)}: ${nested(item)},\n`,
    );
    return `{\n${entries.join('')}${indent}}`;
  }
  return scalarLiteral(value);
}

function scalarLiteral(value: unknown): string {
  if (typeof value === 'string') return pythonText(value);
  if (typeof value === 'number') return pythonNumber(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return 'None';
}

function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return 'float("nan")';
  if (!Number.isFinite(value)) return value > 0 ? 'float("inf")' : 'float("-inf")';
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/** A quoted Python text. JSON escapes are valid in Python; U+007F is escaped to be visible. */
export function pythonText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\x7f', '\\x7f');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
