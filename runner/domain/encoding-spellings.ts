import { ENCODINGS, type Encoding } from './parse-options.ts';

/** What other tools call the encodings, in lower case and without signs. */
const OTHER_NAMES: Readonly<Record<string, Encoding>> = {
  ascii: 'utf-8',
  usascii: 'utf-8',
  utf8bom: 'utf-8-sig',
  windows1252: 'cp1252',
  win1252: 'cp1252',
  '1252': 'cp1252',
  ansi: 'cp1252',
  iso88591: 'latin-1',
  l1: 'latin-1',
  windows1250: 'cp1250',
  windows1251: 'cp1251',
  windows1253: 'cp1253',
  windows1254: 'cp1254',
  windows1257: 'cp1257',
  latin2: 'iso-8859-2',
  latin9: 'iso-8859-15',
  macintosh: 'mac-roman',
  sjis: 'shift_jis',
  cp932: 'shift_jis',
  windows31j: 'shift_jis',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  cp936: 'gb18030',
  cp950: 'big5',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  unicode: 'utf-16',
  ucs2: 'utf-16',
};

/** The encoding that another spelling stands for, such as `utf8` or `windows-1252`; undefined for none. */
export function encodingMeant(text: string): Encoding | undefined {
  const name = lettersOf(text);
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name];
  return ENCODINGS.find((encoding) => lettersOf(encoding) === name);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
