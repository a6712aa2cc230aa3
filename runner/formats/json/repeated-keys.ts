import type { FileWarning } from '../../domain/file-warning.ts';
import { endOfString } from './json-entries.ts';
import type { RecordText } from './json-records.ts';

/** Who repeats a key does so in most records, and the scan takes as long as the parser. */
const MAX_RECORDS = 10_000;
const MAX_CHARACTERS = 2 ** 22;

/** The first key that an object of the file has twice. The parser keeps its last value and does not say so. */
export class RepeatedKeys {
  #records = 0;
  #characters = 0;
  #example: { readonly key: string; readonly line: number } | null = null;

  /** Inspects a record of valid JSON, if it is one of the first. */
  add({ text, line }: RecordText): void {
    if (this.#example !== null || this.#records === MAX_RECORDS) return;
    if (this.#characters > MAX_CHARACTERS) return;
    this.#records += 1;
    this.#characters += text.length;
    const key = repeatedKey(text);
    if (key !== null) this.#example = { key, line };
  }

  warnings(): FileWarning[] {
    if (this.#example === null) return [];
    const { key, line } = this.#example;
    const message = `An object has the key "${key}" more than once, first in the record in line ${line}: only its last value is read. Give each value a key of its own, or write a list.`;
    return [{ code: 'repeated_keys', column: null, message }];
  }
}

const COLON = /\s*:/y;

/** Returns the first key that an object within valid JSON has twice, or null. */
export function repeatedKey(text: string): string | null {
  /** Null: a list. */
  const open: (Set<string> | null)[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, index);
      const key = keyAt(text, index, end);
      if (key !== null && isRepeated(open.at(-1), key)) return key;
      index = end - 1;
    }
  }
  return null;
}

/** Null: the string is a value. */
function keyAt(text: string, start: number, end: number): string | null {
  COLON.lastIndex = end;
  if (!COLON.test(text)) return null;
  const source = text.slice(start + 1, end - 1);
  return source.includes('\\') ? String(JSON.parse(`"${source}"`)) : source;
}

function isRepeated(keys: Set<string> | null | undefined, key: string): boolean {
  if (keys?.has(key) === true) return true;
  keys?.add(key);
  return false;
}
