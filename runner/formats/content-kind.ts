import type { FileFormat } from '../domain/file-format.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import { readHead } from './text/file-chunks.ts';

interface Kind {
  readonly magic: Buffer;
  readonly format: FileFormat;
  readonly sentence: string;
}

/** What files begin with that are no text, and what they are. */
const KINDS: readonly Kind[] = [
  {
    magic: Buffer.from('PAR1'),
    format: 'parquet',
    sentence: 'It is a Parquet file: end its name in .parquet, or read it in the format parquet.',
  },
  {
    magic: Buffer.from('ARROW1'),
    format: 'parquet',
    sentence: 'It is an Arrow file: end its name in .arrow, or read it in the format parquet.',
  },
  {
    magic: Buffer.from([0x50, 0x4b, 3, 4]),
    format: 'excel',
    sentence:
      'It is a workbook or another archive: end its name in .xlsx if it is a workbook, or read it in the format excel; else unpack it.',
  },
  {
    magic: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    format: 'excel',
    sentence:
      'It is a workbook or another document of Office: end its name in .xls if it is a workbook, or read it in the format excel.',
  },
];
const LONGEST = Math.max(...KINDS.map(({ magic }) => magic.length));

/** Returns a sentence on what a file is that another reader could not read; an empty text: unknown, or of its format. */
export async function otherKind(path: string, format: FileFormat): Promise<string> {
  const head = await readHead(path, LONGEST);
  const kind = KINDS.find(({ magic }) => head.subarray(0, magic.length).equals(magic));
  return kind === undefined || kind.format === format ? '' : kind.sentence;
}

const JSON_START =
  /^\ufeff?\s{0,1000}(?:\[\s{0,1000}\{|\{)\s{0,1000}"(?:[^"\\\n]|\\.){0,200}"\s{0,100}:/;

/** Reports whether a file starts like objects of JSON. */
export function isJson(head: string): boolean {
  return JSON_START.test(head);
}

/** Warning for JSON under the name of a table of text. */
export const JSON_WARNING: FileWarning = {
  code: 'json_content',
  column: null,
  message:
    'The file looks like JSON: end its name in .json, or in .jsonl if each line is an object, or read it in the format json or jsonl.',
};
