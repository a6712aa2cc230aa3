import type { FileWarning } from '../domain/file-warning.ts';
import type { FormatResult } from './ingest-request.ts';

/**
 * Warns of halves of characters, which UTF-16 and the escapes of JSON can hold and a table cannot. One half does not keep
 * the other rows from being read.
 * @param first where the first one is, such as `in line 2`
 */
export function halfCharactersWarning(count: number, first: string): FileWarning[] {
  if (count === 0) return [];
  const what = count === 1 ? 'Half of a character' : `${count} halves of characters`;
  const message = `${what}, as of an emoji that was cut, ${count === 1 ? 'is' : 'are'} U+FFFD in the table; the first is ${first}. Correct it where it was written, or replace U+FFFD in the flow.`;
  return [{ code: 'half_characters', column: null, message }];
}

const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The halves of characters in a text file. */
export class HalfCharacters {
  #count = 0;
  #firstLine = 0;

  /** The line of the first one; 0: there is none. */
  get firstLine(): number {
    return this.#firstLine;
  }

  get count(): number {
    return this.#count;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** @param line the first one of the text */
  add(text: string, line: number): void {
    for (const { index } of text.matchAll(HALF)) {
      if (this.#count === 0) this.#firstLine = line + text.slice(0, index).split('\n').length - 1;
      this.#count += 1;
    }
  }

  warnings(): FileWarning[] {
    return halfCharactersWarning(this.#count, `in line ${this.#firstLine}`);
  }
}

/** Adds to the result of a reader the halves that its text had. Python decodes none of them. */
export function withHalves(result: FormatResult, halves: HalfCharacters): FormatResult {
  if (halves.isEmpty) return result;
  const warnings = [...(result.warnings ?? []), ...halves.warnings()];
  return { ...result, warnings, isMisread: true };
}
