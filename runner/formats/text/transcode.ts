import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import type { Encoding } from '../../domain/parse-options.ts';
import { CHUNK_BYTES, fileChunks, readHead } from './file-chunks.ts';
import { HalfCharacters } from '../half-characters.ts';
import { UndecodableTextError } from './undecodable-text.ts';

const ICONV_NAME: Readonly<Record<Exclude<Encoding, 'utf-8' | 'utf-8-sig'>, string>> = {
  'latin-1': 'iso-8859-1',
  cp1252: 'windows-1252',
  'utf-16': 'utf-16',
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1253: 'windows-1253',
  cp1254: 'windows-1254',
  cp1257: 'windows-1257',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-15': 'iso-8859-15',
  'koi8-r': 'koi8-r',
  'mac-roman': 'macintosh',
  cp850: 'cp850',
  cp866: 'cp866',
  shift_jis: 'shift_jis',
  'euc-jp': 'euc-jp',
  gb18030: 'gb18030',
  big5: 'big5',
  'euc-kr': 'euc-kr',
};

/** Reports whether the encoding needs no transcoding. */
export function isUtf8Encoding(encoding: Encoding): encoding is 'utf-8' | 'utf-8-sig' {
  return encoding === 'utf-8' || encoding === 'utf-8-sig';
}

/** Decodes bytes. A byte order mark is left out; what cannot be decoded is U+FFFD. */
export function decodeText(bytes: Buffer, encoding: Encoding): string {
  return isUtf8Encoding(encoding)
    ? bytes.toString('utf8').replace(/^\ufeff/, '')
    : iconv.decode(bytes, ICONV_NAME[encoding]);
}

interface TextFile {
  readonly path: string;
  readonly fileName: string;
}

/**
 * Writes a copy of a text file as UTF-8 without a byte order mark, in bounded memory.
 * @returns the halves of characters that became U+FFFD: of UTF-16, if a byte order mark makes it certain
 * @throws UndecodableTextError when the file is not text in that encoding
 */
export async function transcodeToUtf8(
  file: TextFile,
  encoding: Exclude<Encoding, 'utf-8' | 'utf-8-sig'>,
  target: string,
): Promise<HalfCharacters> {
  const { size } = await stat(file.path);
  if (isWide(encoding) && size % 2 !== 0) throw new UndecodableTextError(file.fileName, encoding);
  const halves = new HalfCharacters();
  const replaced = isWide(encoding) && (await isMarked(file.path)) ? halves : null;
  await pipeline(
    createReadStream(file.path, { highWaterMark: CHUNK_BYTES }),
    iconv.decodeStream(ICONV_NAME[encoding]),
    (chunks: AsyncIterable<unknown>) => wholeCharacters(chunks, { ...file, replaced }, encoding),
    createWriteStream(target),
  );
  return halves;
}

/** Whether a file begins with the byte order mark of UTF-16. */
async function isMarked(path: string): Promise<boolean> {
  const head = await readHead(path, 2);
  return head.length === 2 && [0xfffe, 0xfeff].includes(head.readUInt16BE());
}

function isWide(encoding: Encoding): boolean {
  return encoding.startsWith('utf-16');
}

/** Forwards text without splitting surrogate pairs. */
async function* wholeCharacters(
  chunks: AsyncIterable<unknown>,
  { fileName, replaced }: TextFile & { readonly replaced: HalfCharacters | null },
  encoding: Encoding,
): AsyncGenerator<string> {
  let highSurrogate = '';
  let line = 1;
  const replaceHalves = (text: string, firstLine: number): void => {
    const found = replaced ?? new HalfCharacters();
    found.add(text, firstLine);
    if (replaced !== null) return;
    throw new UndecodableTextError(fileName, encoding, found.firstLine, 'half of a character');
  };
  for await (const chunk of chunks) {
    const text = highSurrogate + String(chunk);
    highSurrogate = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    const whole = highSurrogate === '' ? text : text.slice(0, -1);
    const undefinedAt = isWide(encoding) ? -1 : whole.indexOf('\ufffd');
    if (undefinedAt >= 0) {
      line += lineFeeds(whole.slice(0, undefinedAt));
      throw new UndecodableTextError(fileName, encoding, line);
    }
    if (!whole.isWellFormed()) replaceHalves(whole, line);
    line += lineFeeds(whole);
    yield whole.toWellFormed();
  }
  if (highSurrogate !== '') replaceHalves(highSurrogate, line);
  yield highSurrogate.toWellFormed();
}

function lineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

const UNDEFINED_IN_CP1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Chooses cp1252, or latin-1 if the file has a byte that cp1252 does not define. */
export async function singleByteEncoding(path: string): Promise<'cp1252' | 'latin-1'> {
  for await (const chunk of fileChunks(path)) {
    if (!fitsCp1252(chunk)) return 'latin-1';
  }
  return 'cp1252';
}

/** Reports whether cp1252 defines all bytes. */
export function fitsCp1252(bytes: Buffer): boolean {
  return !UNDEFINED_IN_CP1252.some((byte) => bytes.includes(byte));
}
