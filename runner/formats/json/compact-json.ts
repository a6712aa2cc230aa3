import { endOfString } from './json-entries.ts';

/**
 * Returns valid JSON without white space, with its keys and numbers as they are written; texts have no
 * other escapes than they need.
 */
export function compactJson(source: string): string {
  let compact = '';
  let index = 0;
  while (index < source.length) {
    const quote = source.indexOf('"', index);
    const start = quote < 0 ? source.length : quote;
    compact += source.slice(index, start).replaceAll(/\s+/g, '');
    index = quote < 0 ? start : endOfString(source, start);
    compact += compactText(source.slice(start, index));
  }
  return compact;
}

function compactText(quoted: string): string {
  return quoted.includes('\\') ? JSON.stringify(JSON.parse(quoted)) : quoted;
}
