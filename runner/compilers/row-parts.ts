import { UserError } from '../domain/errors.ts';
import { truncateText } from '../domain/truncate-text.ts';
import type { Explode } from '../plan/relation.ts';
import type { PythonContext } from '../python/python-context.ts';
import { call } from '../python/code.ts';
import { parameterCode } from './idioms.ts';

/** The parts of a text; null is an element null of a JSON array. */
export type RowTexts = readonly (string | null)[];

/** How a text that may be a JSON array begins; a polars pattern too. */
export const ARRAY_START = '^[ \\t\\r\\n]*\\[';
const STARTS_ARRAY = new RegExp(ARRAY_START);

/**
 * The parts that become rows: the elements of a JSON array, which no delimiter cuts, or what a delimiter separates.
 * Without a delimiter an empty text is its only part.
 * @returns null for a text that can only be split at a delimiter, if there is none
 */
export function rowParts(text: string, delimiter: string): RowTexts | null {
  const elements = jsonElements(text);
  if (elements !== null) return elements.length === 0 ? [null] : elements;
  if (delimiter !== '') return text.split(delimiter);
  return text === '' ? [text] : null;
}

/** The error of a text without parts. @param row from 0 */
export function noPartsError(column: string, row: number, text: string): UserError {
  return new UserError(
    `Column "${column}", row ${row + 1} of the input: "${truncateText(text, 100)}" is no JSON array. ${REMEDY}`,
  );
}

const REMEDY = 'Set "delimiter" to the text that separates the parts, such as ",".';

/**
 * The elements of a JSON array as texts: a string as its text, a number, a boolean, an object and a list as they
 * are written. Null: the text is no JSON array.
 */
function jsonElements(text: string): RowTexts | null {
  if (!STARTS_ARRAY.test(text) || !isJson(text)) return null;
  const elements: string[] = [];
  let depth = 0;
  let element = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (depth === 1 && ENDS_ELEMENT.has(token)) {
      elements.push(element.trim());
      element = '';
    } else if (depth > 0) {
      element += token;
    }
    depth += DEPTH.get(token) ?? 0;
  }
  return elements.filter((json) => json !== '').map(elementText);
}

const ENDS_ELEMENT: ReadonlySet<string> = new Set([',', ']']);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},]|[^"[\]{},]+/g;
const DEPTH: ReadonlyMap<string, number> = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
]);

/** Half of a surrogate pair is no character, and no engine keeps it. */
function elementText(json: string): string | null {
  if (json === 'null') return null;
  return json.startsWith('"') ? String(JSON.parse(json)).toWellFormed() : json;
}

/** Returns Python code of a list with the parts of each cell. @param cells code of an iterable of texts and nulls */
export function rowPartsCode(
  python: PythonContext,
  { column, delimiter, at }: Explode,
  cells: string,
): string {
  python.import('import json');
  python.import('import re');
  python.helper('JSON_DECODER', JSON_DECODER);
  python.helper('json_elements', JSON_ELEMENTS);
  python.helper('row_parts', ROW_PARTS);
  const by = parameterCode(python, at.delimiter) ?? python.literal(delimiter);
  const place = `${python.nodeName}: Column "${column}"`;
  return call('row_parts', [cells, by, python.literal(place)]);
}

const JSON_DECODER = `
JSON_DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=int)
`;

const JSON_ELEMENTS = `
def json_elements(text):
    """Return the elements of a JSON array as texts, None for another text."""
    blanks = re.compile(r"[ \\t\\r\\n]*")
    start = re.match(r"[ \\t\\r\\n]*\\[[ \\t\\r\\n]*", text)
    if start is None:
        return None
    elements = []
    end = start.end()
    separator = "]" if text[end : end + 1] == "]" else ","
    while separator == ",":
        at = blanks.match(text, end).end()
        try:
            value, end = JSON_DECODER.raw_decode(text, at)
        except ValueError:
            return None
        if text[at] == '"':
            value = re.sub("[\\ud800-\\udfff]", "\\ufffd", value)
        elif value is not None:
            value = text[at:end]
        elements.append(value)
        end = blanks.match(text, end).end()
        separator = text[end : end + 1]
        end += separator == ","
    is_array = separator == "]" and blanks.match(text, end + 1).end() == len(text)
    return elements if is_array else None
`;

const ROW_PARTS = `
def row_parts(cells, delimiter, place):
    """Return the elements of each JSON array, and what the delimiter separates in other texts."""
    rows = []
    for row, text in enumerate(cells):
        parts = json_elements(text) if isinstance(text, str) else []
        if parts is None and not delimiter and text:
            message = f'{place}, row {row + 1} of the input: "{text[:100]}" is no JSON array. '
            raise ValueError(message + 'Set "delimiter" to the text that separates the parts.')
        if parts is None:
            parts = text.split(delimiter) if delimiter else [text]
        rows.append(parts or [None])
    return rows
`;
