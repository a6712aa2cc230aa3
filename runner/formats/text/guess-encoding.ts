import type { Encoding } from '../../domain/parse-options.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import { appliesTo } from '../../domain/parse-option-facts.ts';
import { UserError } from '../../domain/errors.ts';
import { truncateText } from '../../domain/truncate-text.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { detectScript } from './detect-script.ts';
import { readHead } from './file-chunks.ts';
import { otherEncodings } from './other-encodings.ts';
import { rejectSevenBits } from './seven-bits.ts';
import { InvalidUtf8Error } from './invalid-utf8.ts';
import { UndecodableTextError } from './undecodable-text.ts';
import { decodeText, fitsCp1252, singleByteEncoding } from './transcode.ts';
import { utf8Statistics, utf8StatisticsOf, type Utf8Statistics } from './utf8-statistics.ts';

/** So many times more characters than other bytes show that a file is UTF-8, with some bytes of another encoding. */
const MOSTLY = 10;
const MAX_SHOWN = 40;
const HEAD_BYTES = 1 << 16;

interface TextFile {
  readonly path: string;
  readonly fileName: string;
  readonly format: FileFormat;
}

/**
 * Reads a text file in its encoding. Without a given or a certain one it is guessed, with a warning.
 * @param known the given encoding, or the one that the first bytes show; null: it is none of those that show
 * @throws UserError for a file that is UTF-8 but for some bytes
 */
export async function inEncoding<T extends { readonly warnings?: readonly FileWarning[] }>(
  file: TextFile,
  { given, shown }: { readonly given: Encoding | undefined; readonly shown: Encoding | null },
  read: (encoding: Encoding) => Promise<T>,
): Promise<T> {
  if (given !== undefined) return await read(given);
  const asShown = shown === null ? null : await readAsShown(file, shown, read);
  if (asShown !== null) return asShown;
  const found = await utf8Statistics(file.path);
  if (isMostlyUtf8(found)) throw mostlyUtf8Error(file.fileName, found, file.format);
  const guessed = async (encoding: Encoding, reason: Reason): Promise<T> => {
    const result = await read(encoding);
    const warning = guessWarning(encoding, found.evidence, { ...reason, format: file.format });
    return { ...result, warnings: [warning, ...(result.warnings ?? [])] };
  };
  const script = certainScript(found.evidence);
  let undecodable: UndecodableTextError | undefined;
  if (script !== null) {
    try {
      return await guessed(script, { script });
    } catch (error) {
      // Only the evidence is text in that encoding.
      if (!(error instanceof UndecodableTextError)) throw error;
      undecodable = error;
    }
  }
  const otherLine = undecodable?.line;
  return await guessed(await singleByteEncoding(file.path), { script, otherLine });
}

/** @returns null when only the first bytes were valid UTF-8 */
async function readAsShown<T>(
  file: TextFile,
  shown: Encoding,
  read: (encoding: Encoding) => Promise<T>,
): Promise<T | null> {
  const canName = appliesTo('encoding', file.format);
  if (shown === 'utf-8') {
    rejectSevenBits({ ...file, canName }, await readHead(file.path, HEAD_BYTES));
  }
  try {
    return await read(shown);
  } catch (error) {
    if (!(error instanceof InvalidUtf8Error)) throw error;
    if (shown === 'utf-8-sig') throw markedError(file, error);
    return null;
  }
}

/** Why an encoding was guessed. */
interface Reason {
  /** The encoding of the script that the evidence has; null: of none that is certain. */
  readonly script: Encoding | null;
  /** The line that is not text in the encoding of the script. */
  readonly otherLine?: number | undefined;
}

/**
 * Guesses the encoding of bytes that are not UTF-8, as the reading of a file does.
 * @returns null for UTF-8 with some bytes of another encoding, which is refused
 */
export function guessedEncoding(bytes: Buffer): Encoding | null {
  const found = utf8StatisticsOf(bytes);
  if (isMostlyUtf8(found)) return null;
  return certainScript(found.evidence) ?? (fitsCp1252(bytes) ? 'cp1252' : 'latin-1');
}

function isMostlyUtf8({ valid, invalid }: Utf8Statistics): boolean {
  return valid > 0 && valid >= MOSTLY * invalid;
}

/** The script of bytes, if all of them have a character in its encoding. */
function certainScript(evidence: Buffer): Encoding | null {
  const script = detectScript(evidence);
  return script === null || decodeText(evidence, script).includes('\ufffd') ? null : script;
}

/** A byte order mark is no guess, and another encoding would read it as letters of the first name. */
function markedError({ fileName, format }: TextFile, cause: InvalidUtf8Error): UserError {
  const other = appliesTo('encoding', format)
    ? ', or remove the mark if the file is in another encoding'
    : '';
  return new UserError(
    `${fileName} begins with the byte order mark of UTF-8, but is not UTF-8 near line ${cause.line}. Correct that line${other}.`,
    { cause },
  );
}

function mostlyUtf8Error(
  fileName: string,
  { valid, invalid, firstInvalidLine }: Utf8Statistics,
  format: FileFormat,
): UserError {
  const others = invalid === 1 ? 'one byte is' : `${invalid} bytes are`;
  return new UserError(
    `${fileName} is UTF-8 in ${valid} characters beyond ASCII, but ${others} not, the first in line ${firstInvalidLine}. Correct that line${appliesTo('encoding', format) ? ', or name the encoding of the whole file, such as encoding=cp1252' : ''}.`,
  );
}

function guessWarning(
  encoding: Encoding,
  evidence: Buffer,
  { script, otherLine, format }: Reason & { readonly format: FileFormat },
): FileWarning {
  const sample = sampleCell(decodeText(evidence, encoding));
  const { why, others } = explanation(encoding, evidence, { script, otherLine });
  const cure = appliesTo('encoding', format)
    ? `name its encoding, such as encoding=${oneOf(others)}`
    : 'save it as UTF-8';
  const correct = otherLine === undefined ? '' : `correct line ${otherLine} and `;
  const message = `The file was read as ${encoding}, since ${why}: a cell is "${sample}". If that is wrong, ${correct}${cure}.`;
  return { code: 'guessed_encoding', column: null, message };
}

/** @returns also other encodings that the file may have */
function explanation(
  encoding: Encoding,
  evidence: Buffer,
  { script, otherLine }: Reason,
): { readonly why: string; readonly others: readonly Encoding[] } {
  if (script !== null && script !== encoding) {
    const place = otherLine === undefined ? 'some' : `one in line ${otherLine}`;
    return { why: `its bytes are those of ${script} but for ${place}`, others: [script] };
  }
  const others = otherEncodings(evidence, encoding);
  return script === null
    ? { why: `it is not UTF-8, and ${encoding} is usual`, others }
    : { why: `its bytes are those of ${encoding}`, others };
}

/** One name, or several with a last "or". */
function oneOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/** The first cell with a character beyond ASCII. */
function sampleCell(text: string): string {
  const cells = text.split(/[\r\n,;\t|]/).map((cell) => cell.replaceAll('"', '').trim());
  const found = cells.find((cell) => /[^\x00-\x7f]/.test(cell)) ?? '';
  return truncateText(found, MAX_SHOWN);
}
