import { UserError } from '../../domain/errors.ts';
import type { RecordText } from './json-records.ts';

const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;
const HALF_LENGTH = 6;
/** An escape that is not itself escaped: JSON.stringify writes halves so, and whole pairs as characters. */
const LONE_HALF = /(?<!\\)(?:\\\\)*(\\ud[89a-f]..)/;

/**
 * Rejects a record with half of a character, such as the first half of an emoji that was cut. No file in UTF-8 can
 * hold it: it would become another character, and scripts of Python fail at it.
 * @throws UserError that names it and its line
 */
export function rejectHalfCharacters(
  { text, line }: RecordText,
  object: object,
  fileName: string,
): void {
  // Other records cost one search.
  if (!ESCAPED_HALF.test(text)) return;
  const half = LONE_HALF.exec(JSON.stringify(object))?.[1];
  if (half === undefined) return;
  throw new UserError(
    `${fileName}: the record in line ${line} has half of a character, ${half}, as of an emoji that was cut. Remove it, or write \\ufffd in its place.`,
  );
}

/** An escape. Two halves in their order are one. */
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|[^u])/g;

/** Replaces halves of characters by U+FFFD, in records whose reader cannot change them. */
export class ReplacedHalves {
  #count = 0;

  /** @param record valid JSON, as is what it returns */
  replaced(record: RecordText): RecordText {
    if (!ESCAPED_HALF.test(record.text)) return record;
    const text = record.text.replaceAll(ESCAPE, (escape) => {
      if (escape.length !== HALF_LENGTH || !ESCAPED_HALF.test(escape)) return escape;
      this.#count += 1;
      return String.raw`\ufffd`;
    });
    return { ...record, text };
  }

  warnings(): string[] {
    if (this.#count === 0) return [];
    const what =
      this.#count === 1 ? 'Half of a character is' : `${this.#count} halves of characters are`;
    return [`${what} in the answers, as of an emoji that was cut: U+FFFD stands in its place.`];
  }
}
