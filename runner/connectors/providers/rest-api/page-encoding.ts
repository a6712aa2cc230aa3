import { rename } from 'node:fs/promises';
import type { Encoding } from '../../../domain/parse-options.ts';
import { readHead } from '../../../formats/text/file-chunks.ts';
import { HalfCharacters } from '../../../formats/half-characters.ts';
import { isUtf8Encoding, transcodeToUtf8 } from '../../../formats/text/transcode.ts';
import type { Page } from './page-table.ts';

type Utf16 = Extract<Encoding, `utf-16${string}`>;

/** Names of character sets in headers, in small letters. */
const CHARSETS: Readonly<Record<string, Utf16 | undefined>> = {
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16-le',
  'utf-16be': 'utf-16-be',
};

/**
 * Replaces a page in UTF-16, or in a given encoding, by one in UTF-8, which the readers of pages expect. What is not
 * given shows the byte order mark or else the header of the page.
 * @param contentType the header of the page, in small letters
 * @param given the encoding of all pages
 * @returns the halves of characters that became U+FFFD
 * @throws UserError for a page that is not text in its encoding
 */
export async function pageToUtf8(
  { file, label }: Page,
  contentType: string,
  given?: Encoding,
): Promise<HalfCharacters> {
  const shown = async (): Promise<Encoding | null> =>
    markedEncoding(await readHead(file, 2)) ?? namedEncoding(contentType);
  const encoding = given ?? (await shown());
  if (encoding === null || isUtf8Encoding(encoding)) return new HalfCharacters();
  const plain = `${file}.utf8`;
  const halves = await transcodeToUtf8({ path: file, fileName: label }, encoding, plain);
  await rename(plain, file);
  return halves;
}

function markedEncoding(head: Buffer): Utf16 | null {
  if (head.length < 2) return null;
  const mark = head.readUInt16BE();
  if (mark === 0xfffe) return 'utf-16-le';
  return mark === 0xfeff ? 'utf-16-be' : null;
}

function namedEncoding(contentType: string): Utf16 | null {
  const [, charset = ''] = /;\s*charset\s*=\s*"?([^\s;"]+)/.exec(contentType) ?? [];
  return CHARSETS[charset] ?? null;
}
