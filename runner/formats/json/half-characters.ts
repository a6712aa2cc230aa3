import type { FileWarning } from '../../domain/file-warning.ts';
import { halfCharactersWarning } from '../half-characters.ts';
import type { RecordText } from './json-records.ts';

const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;
const HALF_LENGTH = 6;
/** An escape. Two halves in their order are one. */
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|[^u])/g;

/**
 * Replaces halves of characters in records by U+FFFD, such as the first half of an emoji that was cut. No file in UTF-8
 * can hold one, and scripts of Python fail at it.
 */
export class ReplacedHalves {
  #count = 0;
  #firstLine = 0;

  /** Returns a record of as many characters, so that the places of its errors stay. */
  replaced(record: RecordText): RecordText {
    // Other records cost one search.
    if (!ESCAPED_HALF.test(record.text)) return record;
    const text = record.text.replaceAll(ESCAPE, (escape) => {
      if (escape.length !== HALF_LENGTH || !ESCAPED_HALF.test(escape)) return escape;
      if (this.#count === 0) this.#firstLine = record.line;
      this.#count += 1;
      return String.raw`\ufffd`;
    });
    return { ...record, text };
  }

  warnings(): FileWarning[] {
    return halfCharactersWarning(this.#count, `in the record in line ${this.#firstLine}`);
  }
}
