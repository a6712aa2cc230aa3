import { UserError } from '../../domain/errors.ts';
import type { RecordText } from './json-records.ts';

const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;
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
