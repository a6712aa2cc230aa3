import { UserError } from '../../domain/errors.ts';

const UNIT_BYTES = 4;
/** Enough characters to distinguish text from numbers. */
const SHOWN_UNITS = 64;
const MIN_UNITS = 2;
const MARK = 0xfeff;
/** Behind it are no letters: two characters of UTF-16, such as a digit and the end of a line, would be there. */
const LAST_CHARACTER = 0x3ffff;

/**
 * Refuses text in UTF-32, whose byte order mark begins as that of UTF-16.
 * @param head the first bytes of the file
 * @throws UserError with what to do
 */
export function rejectUtf32(fileName: string, head: Buffer): void {
  const units = Math.min(SHOWN_UNITS, Math.floor(head.length / UNIT_BYTES));
  const at = Array.from({ length: units }, (_, unit) => unit * UNIT_BYTES);
  const isUtf32 =
    isText(at.map((place) => head.readUInt32LE(place))) ||
    isText(at.map((place) => head.readUInt32BE(place)));
  if (!isUtf32) return;
  throw new UserError(`${fileName} is text in UTF-32, which is not read. Save it as UTF-8.`);
}

/** Two characters of UTF-16 are no character here, for the first of them is none of the high ones. */
function isText(characters: readonly number[]): boolean {
  if (characters[0] === MARK) return true;
  return characters.length >= MIN_UNITS && characters.every(isShown);
}

function isShown(code: number): boolean {
  return (code >= 0x20 || code === 9 || code === 10 || code === 13) && code <= LAST_CHARACTER;
}
