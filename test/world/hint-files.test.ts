import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

const PARQUET = await readFile(
  path.join(import.meta.dirname, '../fixtures/world/parquet/no-rows.parquet'),
);
const NO_CODEC = 'No library of Python applies "encoding"';

/** Bytes by their hexadecimal digits, within ASCII text. */
function bytes(...parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.from(part, 'hex'))),
  );
}

function csv(
  oddity: string,
  content: string | Buffer,
  file: Omit<WorldFile, 'oddity' | 'name' | 'format' | 'bytes'>,
): WorldFile {
  return { oddity, name: 'table.csv', format: 'csv', bytes: content, ...file };
}

/** Text in an encoding that nothing in the file names: what the warning proposes. */
const ENCODINGS: readonly WorldFile[] = [
  csv(
    'Cyrillic letters of DOS',
    bytes('', 'a3aee0aea4', ',n\n', '8aa0a7a0adec', ',3\n', '8eacaaaa', ',4\n'),
    {
      right: table('город string, n integer', [
        ['Казань', 3],
        ['Омкк', 4],
      ]),
      warnings: { guessed_encoding: 'read as cp866' },
    },
  ),
  csv('a word of Cyrillic letters of DOS', bytes('', 'a3aee0aea4', ',n\nx,3\n'), {
    right: table('£®à®¤ string, n integer', [['x', 3]]),
    warnings: { guessed_encoding: /read as cp1252, .* such as encoding=cp866\.$/ },
  }),
  csv('two words of Japanese in EUC-JP', bytes('', 'c5d4bbd4', ',n\n', 'c5ecb5fe', ',3\n'), {
    right: table('ÅÔ»Ô string, n integer', [['Åìµþ', 3]]),
    warnings: {
      guessed_encoding: / such as encoding=gb18030, big5, euc-kr or euc-jp\.$/,
    },
  }),
  csv(
    'Japanese in EUC-JP without kana',
    bytes('', 'ccbec1b0', ',', 'c5d4bbd4', '\n', 'bbb3c5c4c2c0cfba', ',', 'c5ecb5febdc2c3ab', '\n'),
    {
      right: table('叹涟 string, 旁辉 string', [['怀拍吕虾', '澎叠铰毛']]),
      warnings: { guessed_encoding: /read as gb18030, .*=big5, euc-kr or euc-jp\.$/ },
      notExported: NO_CODEC,
    },
  ),
  csv('German in an encoding of DOS', bytes('name\nM', '81', 'ller\nJ', '94', 'rg\n'), {
    right: table('name string', [['M\u0081ller'], ['J\u0094rg']]),
    warnings: { guessed_encoding: / such as encoding=cp850 or mac-roman\.$/ },
  }),
  csv('an apostrophe of Windows', bytes('name\ndon', '92', 't\n'), {
    right: table('name string', [['don’t']]),
    warnings: { guessed_encoding: / such as encoding=cp1250\.$/ },
  }),
];

const FIRST_LINES: readonly WorldFile[] = [
  csv('a first line of delimiters alone', ';;\na;b;c\n1;2;3\n', {
    right: table('column_1 string, column_2 string, column_3 string', [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ]),
    warnings: {
      title_lines:
        'The first line has no cell with a text: if it is above the header, read the file with skip_rows=1.',
      unnamed_columns: '3 columns have no name',
    },
  }),
  csv('two first lines of delimiters alone, below one that is skipped', 'T\n,\n,\na,b\n1,2\n', {
    options: { skip_rows: 1 },
    right: table('column_1 string, column_2 string', [
      [null, null],
      ['a', 'b'],
      ['1', '2'],
    ]),
    warnings: { title_lines: /^The first 2 lines .* skip_rows=3\.$/, unnamed_columns: '2 columns' },
  }),
  csv('quotes around its lines, and doubled ones within', '"a,b"\n"1,""x, y"""\n"2,z"\n', {
    right: table('a,b string', [['1,"x, y"'], ['2,z']]),
    warnings: {
      guessed_delimiter:
        /with 2 cells separated by "," within: if these are a table, remove the quotes around/,
    },
  }),
];

/** Content of another format than the name says. */
const CONTENT: readonly WorldFile[] = [
  csv('a list of objects of JSON', '[{"a":1,"b":2},{"a":3,"b":4}]', {
    right: table('[{"a":1 null, b:2} null, {"a":3 null, b:4}] null', []),
    warnings: { json_content: 'end its name in .json', misplaced_quotes: 'Line 1' },
  }),
  csv('objects of JSON in its lines, of other numbers of keys', '{"a":1}\n{"a":2,"b":3}\n', {
    refusal: /line 2 has more cells .* The file looks like JSON: end its name in \.json, or in/,
  }),
  csv('the content of a Parquet file', PARQUET, {
    refusal: 'It is a Parquet file: end its name in .parquet, or read it in the format parquet.',
  }),
  {
    oddity: 'the content of a Parquet file under the name of a workbook',
    name: 'table.xlsx',
    format: 'excel',
    bytes: PARQUET,
    refusal: 'table.xlsx is not an Excel workbook. It is a Parquet file: end its name in .parquet',
  },
  {
    oddity: 'objects of JSON one after the other',
    name: 'table.jsonl',
    format: 'jsonl',
    bytes: '{"a":1}{"a":2}',
    refusal:
      'It has several objects in one line: write each of them in a line of its own, as "jq -c ." does.',
  },
  {
    oddity: 'objects of JSON one after the other, without a list',
    name: 'table.json',
    format: 'json',
    bytes: '{"a":1}{"a":2}',
    refusal: /commas between them, and \] after the last one, or write each of them in one line/,
  },
];

checkWorldTable('hints on files of the world', [...ENCODINGS, ...FIRST_LINES, ...CONTENT], {
  fixtures: 'hints',
  python: await parityPython(),
});
