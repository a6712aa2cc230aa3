import { PARSE_OPTIONS, type ParseOptionName } from './parse-option-facts.ts';

const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/**
 * Reads the text of an option, as a form or a command line has it. A text that is not of the form of the option
 * is returned as it is: the check of its value refuses it.
 */
export function parseOptionValue(name: ParseOptionName, text: string): unknown {
  switch (PARSE_OPTIONS[name].form.kind) {
    case 'choice':
    case 'text':
      return text;
    case 'texts':
      return text.split(',').map((each) => each.trim());
    case 'names':
      return jsonList(text);
    case 'integer':
      return /^\s*[+-]?\d{1,15}(?:\.0+)?\s*$/.test(text) ? Number(text) : text;
    case 'boolean':
      return booleanOf(text);
  }
}

function booleanOf(text: string): boolean | string {
  const word = text.trim().toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : text;
}

function jsonList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
