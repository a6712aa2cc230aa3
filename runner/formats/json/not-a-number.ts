import type { FileWarning } from '../../domain/file-warning.ts';
import { endOfString } from './json-entries.ts';

const NOT_A_NUMBER = /-?\b(?:NaN|Infinity)\b/g;

/** The values NaN and Infinity, which Python writes and JSON lacks. */
export class NotANumber {
  #count = 0;
  #firstLine = 0;

  /** Returns JSON with null in their places, outside of texts; null: it has none. @param line of the text */
  replaced(source: string, line: number): string | null {
    const before = this.#count;
    let text = '';
    let index = 0;
    while (index < source.length) {
      const quote = source.indexOf('"', index);
      const start = quote < 0 ? source.length : quote;
      text += source.slice(index, start).replaceAll(NOT_A_NUMBER, () => {
        this.#count++;
        return 'null';
      });
      index = quote < 0 ? start : endOfString(source, start);
      text += source.slice(start, index);
    }
    if (this.#count === before) return null;
    if (this.#firstLine === 0) this.#firstLine = line;
    return text;
  }

  warnings(): FileWarning[] {
    if (this.#count === 0) return [];
    const values = this.#count === 1 ? 'A value is' : `${this.#count} values are`;
    const message = `${values} NaN or Infinity, which JSON lacks, and null in the table; the first is in line ${this.#firstLine}.`;
    return [{ code: 'nan_values', column: null, message }];
  }
}
