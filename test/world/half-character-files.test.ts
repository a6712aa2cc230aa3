import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import { textXml, xmlRows, xmlWorkbook } from '../support/xml-workbook.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

/** No library of Python reads these, so scripts of a storage are not exported, and those of an upload read the copy. */
const MISREAD = 'otherwise than a run. Upload the file';
/** The first half of an emoji, which no encoder of Node writes. */
const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

const JSON_FILES: readonly WorldFile[] = [
  {
    oddity: 'half of an emoji in a cell, among whole ones and escaped backslashes',
    name: 'cut.json',
    format: 'json',
    bytes: String.raw`[{"id":1,"t":"cut \ud83d"},{"id":2,"t":"\uD83D\uDE00 \\ud83d \u00e9\n"}]`,
    right: table('id integer, t string', [
      [1, 'cut \ufffd'],
      [2, '😀 \\ud83d é\n'],
    ]),
    warnings: {
      half_characters:
        /^Half of a character, as of an emoji that was cut, is U\+FFFD in the table; the first is in the record in line 1\. /,
    },
  },
  {
    oddity: 'halves of characters in nested values and names, as lines',
    name: 'cut.jsonl',
    format: 'jsonl',
    bytes: String.raw`{"id":1,"l":["x"]}
{"id":2,"l":["\uDE00\ud83d",{"\ud800":1.0}],"\ude00":"é"}
`,
    right: table('id integer, l string, \ufffd string', [
      [1, '["x"]', null],
      [2, '["\ufffd\ufffd",{"\ufffd":1.0}]', 'é'],
    ]),
    warnings: { half_characters: /^4 halves of characters, .* in the record in line 2\. / },
  },
  {
    oddity: 'half of a character in two bytes for each, as JSON',
    name: 'wide.jsonl',
    format: 'jsonl',
    bytes: wide('{"t":"x"}\n{"t":"\ud83d"}\n'),
    right: table('t string', [['x'], ['\ufffd']]),
    warnings: { half_characters: 'the first is in line 2.' },
    notExported: MISREAD,
  },
];

const OTHERS: readonly WorldFile[] = [
  {
    oddity: 'halves of characters in two bytes for each, the last one at its end',
    name: 'wide.csv',
    format: 'csv',
    bytes: wide('id,t\n1,\ude00x\n2,😀\n3,\ud83d'),
    right: table('id integer, t string', [
      [1, '\ufffdx'],
      [2, '😀'],
      [3, '\ufffd'],
    ]),
    warnings: { half_characters: /^2 halves of characters, .* in line 2\. / },
    notExported: MISREAD,
  },
  {
    oddity: 'half of a character in two bytes for each, without a mark',
    name: 'unmarked.csv',
    format: 'csv',
    options: { encoding: 'utf-16-le' },
    bytes: wide('id,t\n1,\ude00x\n').subarray(2),
    refusal: 'unmarked.csv is not text in the encoding utf-16-le: line 2 has half of a character',
  },
  {
    oddity: 'half of a character in lines of text',
    name: 'wide.txt',
    format: 'text',
    bytes: wide('x\ny\ud83d\n'),
    right: table('text string', [['x'], ['y\ufffd']]),
    warnings: { half_characters: 'Half of a character, as of an emoji that was cut, is' },
    notExported: MISREAD,
  },
  {
    oddity: 'half of a character by its number, in a cell of a sheet',
    name: 'cut.xlsx',
    format: 'excel',
    bytes: xmlWorkbook({
      sheets: { S: xmlRows([textXml('t')], [textXml('x')], [textXml('cut _xD83D_')]) },
    }),
    right: table('t string', [['x'], ['cut \ufffd']]),
    warnings: {
      half_characters:
        'Column "t" has 1 text with half of a character, as of an emoji that was cut, such as cut \ufffd in A3: U+FFFD stands in its place.',
    },
    notExported: MISREAD,
  },
];

checkWorldTable('halves of characters in files of the world', [...JSON_FILES, ...OTHERS], {
  fixtures: 'halves',
  python: await parityPython(),
});
