import { trimEndCharacters } from '../domain/trim-end-characters.ts';

/** A JSON-like value as a Python literal: `None`, `True`, numbers, quoted text, lists and dicts. */
export function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value).map(entryLiteral).join(', ')}}`;
  }
  return scalarLiteral(value);
}

function entryLiteral([key, value]: [string, unknown]): string {
  return `${pythonText(key)}: ${pythonLiteral(value)}`;
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
  // As formatters write it: 1e308.
  return Object.is(value, -0) ? '-0.0' : String(value).replace('e+', 'e');
}

/** A quoted Python text. */
export function pythonText(text: string): string {
  return quotedText(escapedText(text));
}

/**
 * A pattern, or what replaces its matches, as a quoted Python text: a raw one if it has a backslash, unless a raw
 * text cannot have its quotes, its control characters or its end.
 */
export function pythonPattern(pattern: string): string {
  return pattern.includes('\\') ? (rawText(pattern) ?? pythonText(pattern)) : pythonText(pattern);
}

/** A text with backslashes as a raw Python text; null if there is none. */
function rawText(text: string): string | null {
  const endsInEscape = (text.length - trimEndCharacters(text, '\\').length) % 2 === 1;
  const quote = text.includes('"') ? "'" : '"';
  if (endsInEscape || text.includes(quote) || !/^\P{C}*$/u.test(text)) return null;
  return `r${quote}${text}${quote}`;
}

/** A text with the escapes of a Python text in double quotes, without the quotes. */
export function escapedText(text: string): string {
  // JSON's escapes are valid in Python. U+007F is escaped to be visible.
  return JSON.stringify(text.toWellFormed()).slice(1, -1).replaceAll('\x7f', '\\x7f');
}

/** Puts an escaped text in quotes, as formatters do: in double ones, unless these need more escapes. */
export function quotedText(escaped: string): string {
  const double = escaped.match(/\\"/g)?.length ?? 0;
  const single = escaped.match(/'/g)?.length ?? 0;
  if (double <= single) return `"${escaped}"`;
  const requoted = escaped.replaceAll(/\\.|'/g, (found) => REQUOTED[found] ?? found);
  return `'${requoted}'`;
}

const REQUOTED: Readonly<Record<string, string>> = { '\\"': '"', "'": "\\'" };
