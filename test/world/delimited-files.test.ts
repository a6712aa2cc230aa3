import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

const NO_CODEC = 'No library of Python applies "encoding"';

/** Text in an encoding that nothing in the file names. */
const ENCODINGS: readonly WorldFile[] = [
  {
    oddity: 'Cyrillic letters in cp1251',
    name: 'c1_cp1251.csv',
    format: 'csv',
    right: table('город string, число integer', [
      ['Казань', 3],
      ['Омск', 4],
    ]),
    warnings: { guessed_encoding: /read as cp1251, .*"город".*encoding=/ },
  },
  {
    oddity: 'Cyrillic letters in KOI8-R',
    name: 'koi8r.csv',
    format: 'csv',
    right: table('город string, число integer', [
      ['Казань', 3],
      ['омск', 4],
    ]),
    warnings: { guessed_encoding: 'read as koi8-r' },
  },
  {
    oddity: 'Greek letters',
    name: 'greek.csv',
    format: 'csv',
    right: table('πόλη string, πλήθος integer', [
      ['Αθήνα', 3],
      ['Πάτρα', 4],
    ]),
    warnings: { guessed_encoding: 'read as cp1253' },
  },
  {
    oddity: 'Greek letters, and behind the first 64 KB a byte that is none',
    name: 'late_greek.csv',
    format: 'csv',
    bytes: Buffer.concat([
      Buffer.from(`id\tcity\n${'1\t\xc1\xe8\xde\xed\xe1\n'.repeat(9_000)}2\tK\xd2ln\n`, 'latin1'),
    ]),
    right: table('id integer, city string', [
      ...Array.from({ length: 9_000 }, (): [number, string] => [1, 'ÁèÞíá']),
      [2, 'KÒln'],
    ]),
    warnings: {
      guessed_encoding: /read as cp1252, .*cp1253 but for one in line 9002: .*=cp1253\.$/,
    },
  },
  {
    oddity: 'Japanese in Shift_JIS',
    name: 'c1_shift_jis.csv',
    format: 'csv',
    right: table('名前 string, 都市 string', [
      ['山田', '東京'],
      ['佐藤', '大阪'],
    ]),
    warnings: { guessed_encoding: 'read as shift_jis' },
  },
  {
    oddity: 'Japanese in EUC-JP',
    name: 'eucjp.csv',
    format: 'csv',
    right: table('なまえ string, まち string', [
      ['やまだ', '東京'],
      ['すずき', '大阪'],
    ]),
    warnings: { guessed_encoding: 'read as euc-jp' },
    notExported: NO_CODEC,
  },
  {
    oddity: 'Korean in EUC-KR',
    name: 'euckr.csv',
    format: 'csv',
    right: table('이름 string, 도시 string', [
      ['김철수', '서울'],
      ['이영희', '부산'],
    ]),
    warnings: { guessed_encoding: 'read as euc-kr' },
  },
  {
    oddity: 'simplified Chinese in GB 18030',
    name: 'gb.csv',
    format: 'csv',
    right: table('姓名 string, 城市 string', [
      ['张三', '北京'],
      ['李四', '上海'],
      ['王五', '深圳'],
    ]),
    warnings: { guessed_encoding: 'read as gb18030' },
    notExported: NO_CODEC,
  },
  {
    oddity: 'traditional Chinese in Big5',
    name: 'big5.csv',
    format: 'csv',
    right: table('姓名 string, 城市 string', [
      ['陳大文', '臺北'],
      ['林小明', '高雄'],
      ['王美麗', '臺中'],
    ]),
    warnings: { guessed_encoding: 'read as big5' },
    notExported: NO_CODEC,
  },
  {
    oddity: 'Czech in cp1250, which has the bytes of cp1252',
    name: 'latin2.csv',
    format: 'csv',
    right: table('jméno string, mìsto string', [['Øehoø', 'Plzeò']]),
    warnings: { guessed_encoding: /read as cp1252, .*"jméno".*encoding=cp1250/ },
  },
  {
    oddity: 'Czech in cp1250, whose encoding is given',
    name: 'latin2.csv',
    format: 'csv',
    options: { encoding: 'cp1250' },
    right: table('jméno string, město string', [['Řehoř', 'Plzeň']]),
  },
  {
    oddity: 'English quotes and dashes in cp1252',
    name: 'quotes.csv',
    format: 'csv',
    right: table('id integer, note string', [
      [1, 'don’t “stop”'],
      [2, 'it’s – fine…'],
      [3, 'l’été'],
    ]),
    warnings: { guessed_encoding: 'read as cp1252' },
  },
  {
    oddity: 'one byte of another encoding in UTF-8',
    name: 'c2_one_bad_byte.csv',
    format: 'csv',
    refusal: /UTF-8 in 20 characters .*one byte is not, the first in line 22\. .*encoding=cp1252/,
  },
  ...(
    [
      ['halves of a surrogate pair', 'eda0bdedb982', '6 bytes are'],
      ['a character in more bytes than it needs', 'e080af', '3 bytes are'],
      ['a longer character in more bytes than it needs', 'f08080af', '4 bytes are'],
      ['a character beyond the last one', 'f4908080', '4 bytes are'],
    ] as const
  ).map(([what, bytes, count]): WorldFile => ({
    oddity: `${what} in UTF-8`,
    name: 'nearly.csv',
    format: 'csv',
    bytes: Buffer.concat([
      Buffer.from(`id,city\n${'1,Zürich\n'.repeat(60)}2,`),
      Buffer.from(bytes, 'hex'),
      Buffer.from('\n'),
    ]),
    refusal: `UTF-8 in 60 characters beyond ASCII, but ${count} not, the first in line 62.`,
  })),
  {
    oddity: 'one byte of another encoding behind the first 64 KB of UTF-8',
    name: 'late.tsv',
    format: 'tsv',
    bytes: Buffer.concat([
      Buffer.from('id\tcity\n'),
      Buffer.from('1\tZürich\n'.repeat(9_000)),
      Buffer.from('2\tK\xf6ln\n', 'latin1'),
    ]),
    refusal: 'the first in line 9002',
  },
  {
    oddity: 'one byte of another encoding in lines of UTF-8 text',
    name: 'lines.txt',
    format: 'text',
    bytes: Buffer.concat([Buffer.from('Zürich\n'.repeat(20)), Buffer.from('K\xf6ln\n', 'latin1')]),
    refusal: /the first in line 21\. Correct that line\.$/,
  },
  {
    oddity: 'a byte beyond ASCII far behind the first 64 KB',
    name: 'late-latin.csv',
    format: 'csv',
    bytes: Buffer.from(`id,city\n${'1,Bern\n'.repeat(12_000)}2,K\xf6ln\n`, 'latin1'),
    options: { skip_rows: 11_999 },
    right: table('1 integer, Bern string', [
      [1, 'Bern'],
      [2, 'Köln'],
    ]),
    warnings: { guessed_encoding: '"Köln"', no_header: '"1"' },
  },
];

const DELIMITERS: readonly WorldFile[] = [
  {
    oddity: 'semicolons between decimal commas, and commas in its names',
    name: 'preise.csv',
    format: 'csv',
    bytes: 'Preis, netto;Menge, Stk\n1,5;2,5\n2,5;3,5\n',
    right: {
      columns: [
        { name: 'Preis, netto', type: 'float' },
        { name: 'Menge, Stk', type: 'float' },
      ],
      rows: [
        [1.5, 2.5],
        [2.5, 3.5],
      ],
    },
  },
  {
    oddity: 'semicolons between decimal commas, and no header',
    name: 'zahlen.csv',
    format: 'csv',
    bytes: '1,5;2,5\n2,5;3,5\n',
    options: { has_header: false },
    right: table('column_1 float, column_2 float', [
      [1.5, 2.5],
      [2.5, 3.5],
    ]),
  },
  {
    oddity: 'two delimiters that fit, of which none shows numbers',
    name: 'both.csv',
    format: 'csv',
    bytes: 'a,b;c,d\nx,y;z,u\n',
    right: table('a string, b;c string, d string', [['x', 'y;z', 'u']]),
    warnings: {
      guessed_delimiter:
        'The cells of the file can be separated by "," or by ";", and were separated by ",", which gives more columns: if that is wrong, read the file with delimiter=;.',
    },
  },
];

const QUOTES: readonly WorldFile[] = [
  {
    oddity: 'quotes behind backslashes',
    name: 'c3_backslash2.csv',
    format: 'csv',
    right: table('id integer, note string', [
      [1, 'say \\hi\\" now"'],
      [2, 'plain'],
    ]),
    warnings: { misplaced_quotes: /^Line 2 .*escape_char=\\/ },
  },
  {
    oddity: 'blank lines between the rows of one column',
    name: 'one-column.csv',
    format: 'csv',
    bytes: '# made by hand\na\nx\n\n\ny\n# a note\nz\n\n',
    options: { comment: '#' },
    right: table('a string', [['x'], ['y'], ['z']]),
    warnings: { blank_lines: /^2 blank lines were left out, the first in line 4\. .* write "" / },
    notExported: 'No library of Python applies "comment"',
  },
  {
    oddity: 'blank lines at the end of one column, and a comment between its rows',
    name: 'ends.csv',
    format: 'csv',
    bytes: 'a\nx\n# a note\ny\n\n\n',
    options: { comment: '#' },
    right: table('a string', [['x'], ['y']]),
    warnings: {},
    notExported: 'No library of Python applies "comment"',
  },
  {
    oddity: 'a blank line between rows of two columns',
    name: 'two-columns.csv',
    format: 'csv',
    bytes: 'a,b\n1,2\n\n3,4\n',
    right: table('a integer, b integer', [
      [1, 2],
      [3, 4],
    ]),
    warnings: {},
  },
  {
    oddity: 'blanks before quotes',
    name: 'c5_space_quote2.csv',
    format: 'csv',
    right: {
      columns: [
        { name: 'id', type: 'integer' },
        { name: ' name', type: 'string' },
        { name: ' qty', type: 'integer' },
      ],
      rows: [
        [1, ' "Bolt"', 5],
        [2, ' "Nut"', 6],
      ],
    },
    warnings: { misplaced_quotes: /^Line 2 .*skip_initial_space=true/ },
  },
  {
    oddity: 'blanks before quotes around a delimiter',
    name: 'c5_space_quote.csv',
    format: 'csv',
    refusal: /line 3 has more cells .*skip_initial_space=true/,
  },
  {
    oddity: 'blanks before quotes around a delimiter, by its option',
    name: 'c5_space_quote.csv',
    format: 'csv',
    options: { skip_initial_space: true },
    right: table('id integer, name string, qty integer', [
      [1, 'Bolt', 5],
      [2, 'Nut, small', 6],
    ]),
    notExported: '"skip_initial_space"',
  },
  {
    oddity: 'inches',
    name: 'inches.csv',
    format: 'csv',
    bytes: 'id,size\n1,5\n2,5" pipe\n',
    right: table('id integer, size string', [
      [1, '5'],
      [2, '5" pipe'],
    ]),
    warnings: { misplaced_quotes: /^Line 3 .*quote_char=none/ },
  },
  {
    oddity: 'single quotes around all cells',
    name: 'single.csv',
    format: 'csv',
    bytes: "id,name\n1,'a'\n2,'b'\n",
    right: table('id integer, name string', [
      [1, "'a'"],
      [2, "'b'"],
    ]),
    warnings: { single_quotes: "quote_char='" },
  },
];

const STRAY: readonly WorldFile[] = [
  {
    oddity: 'two misplaced quotes, between which lines became a cell',
    name: 'swallowed.csv',
    format: 'csv',
    bytes: 'a,b,c,d,e\n1,2,"3,4,5\n1,2,3",4,5\n',
    right: table('a integer, b integer, c string, d integer, e integer', [
      [1, 2, '3,4,5\n1,2,3', 4, 5],
    ]),
    warnings: {
      misplaced_quotes: /^A cell of column "c" has the end of one row .*quote_char=none/,
    },
  },
  {
    oddity: 'an address of several lines with commas',
    name: 'address.csv',
    format: 'csv',
    bytes: 'id,address,note\n1,"Main Street 1, left\nBern, CH","b\nc,d,e"\n',
    right: table('id integer, address string, note string', [
      [1, 'Main Street 1, left\nBern, CH', 'b\nc,d,e'],
    ]),
  },
];

const HEADERS: readonly WorldFile[] = [
  {
    oddity: 'a title with all delimiters',
    name: 'c6_padded_title.csv',
    format: 'csv',
    right: table('Sales_2024 string, column_2 string, column_3 string, column_4 string', [
      [null, null, null, null],
      ['id', 'name', 'qty', 'price'],
      ['1', 'a', '2', '3.5'],
      ['2', 'b', '3', '4.5'],
      ['3', 'c', '4', '5'],
    ]),
    warnings: { title_lines: 'skip_rows=2', unnamed_columns: '3 columns' },
  },
  {
    oddity:
      'a first line that has a name above one of many columns of numbers, and no value above another',
    name: 'nearly.csv',
    format: 'csv',
    bytes: '1.5,7.5,3.5,4.5,x,NaN,a\n2.5,3.5,4.5,5.5,6.5,1,b\n3.5,4.5,5.5,6.5,7.5,2,c\n',
    right: table('1.5 float, 7.5 float, 3.5 float, 4.5 float, x float, NaN integer, a string', [
      [2.5, 3.5, 4.5, 5.5, 6.5, 1, 'b'],
      [3.5, 4.5, 5.5, 6.5, 7.5, 2, 'c'],
    ]),
    warnings: { no_header: '"1.5", "7.5", "3.5", … are numbers' },
  },
  {
    oddity: 'numbers in its first line as in all others',
    name: 'c6_no_header.csv',
    format: 'csv',
    right: table('1 integer, 2.5 float, 3 integer', [
      [4, 5.5, 6],
      [7, 8.5, 9],
    ]),
    warnings: { no_header: 'has_header=false' },
  },
  {
    oddity: 'years as names',
    name: 'years.csv',
    format: 'csv',
    bytes: 'country,2019,2020\nCH,1,2\n',
    right: table('country string, 2019 integer, 2020 integer', [['CH', 1, 2]]),
  },
];

const NULLS: readonly WorldFile[] = [
  {
    oddity: 'a text for missing numbers in several columns',
    name: 'stars.csv',
    format: 'csv',
    bytes: 'year,jan,feb,note\n2023,.5,***,a\n2024,***,1.5,b\n2025,.25,***,c\n',
    right: table('year integer, jan string, feb string, note string', [
      [2023, '.5', '***', 'a'],
      [2024, '***', '1.5', 'b'],
      [2025, '.25', '***', 'c'],
    ]),
    warnings: { text_among_numbers: '2 of 4 columns are text because of "***": null_values=***' },
  },
  {
    oddity: 'one code with letters in one column',
    name: 'codes.csv',
    format: 'csv',
    bytes: 'code,n\n12,1\nB1,2\n',
    right: table('code string, n integer', [
      ['12', 1],
      ['B1', 2],
    ]),
  },
];

const DECIMALS: readonly WorldFile[] = [
  {
    oddity: 'decimals of more digits than a float keeps',
    name: 'decimals.csv',
    format: 'csv',
    bytes: 'n,f\n0.1234567890123456789,0.30000000000000004\n0.1234567890123456788,1E5\n',
    right: table('n float, f float', [
      [0.12345678901234568, 0.30000000000000004],
      [0.12345678901234568, 100_000],
    ]),
    warnings: {
      rounded_decimals:
        'Column "n" has decimals that a float rounds: 0.1234567890123456789 is read as 0.12345678901234568, so different ones can be equal, and are one key of a group, join, distinct row or upsert.',
    },
  },
  {
    oddity: 'a number of more digits than any float has',
    name: 'digits.csv',
    format: 'csv',
    bytes: `n;m\n0,${'3'.repeat(200)};1,5\n`,
    right: table('n float, m float', [[1 / 3, 1.5]]),
    warnings: { rounded_decimals: 'Column "n"' },
  },
  {
    oddity: 'one decimal that a float rounds, behind the first 64 KB and 8,000 that none rounds',
    name: 'late_decimal.csv',
    format: 'csv',
    bytes: `n,short\n${'0.12345678901234566,1.5\n'.repeat(8_000)}0.1234567890123456789012,"1.5"\n`,
    right: table('n float, short float', [
      ...Array.from({ length: 8_000 }, () => [0.12345678901234566, 1.5]),
      [0.12345678901234568, 1.5],
    ]),
    warnings: { rounded_decimals: /Column "n" .*: 0\.1234567890123456789012 is read as/ },
  },
];

const MARKS: readonly WorldFile[] = [
  {
    oddity: 'two byte order marks',
    name: 'two-marks.csv',
    format: 'csv',
    bytes: '\ufeff\ufeffid,n\n1,2\n',
    right: table('\ufeffid integer, n integer', [[1, 2]]),
    warnings: { byte_order_marks: /^Line 1 begins with a byte order mark, .*: remove it/ },
  },
  {
    oddity: 'a byte order mark in the line from which on another file was appended',
    name: 'joined.csv',
    format: 'csv',
    bytes: '\ufeffid,n\n1,2\n\ufeff3,4\n\ufeff5,6\n',
    right: table('id string, n integer', [
      ['1', 2],
      ['\ufeff3', 4],
      ['\ufeff5', 6],
    ]),
    warnings: { byte_order_marks: /^2 lines begin with a byte order mark, the first is line 3/ },
  },
  {
    oddity: 'bytes of cp1252 behind a byte order mark of UTF-8',
    name: 'marked.csv',
    format: 'csv',
    bytes: Buffer.concat([Buffer.from('\ufeffid,city\n1,'), Buffer.from('K\xf6ln\n', 'latin1')]),
    refusal: /begins with the byte order mark of UTF-8, but is not UTF-8 near line 2/,
  },
];

const LONG_ROWS: readonly WorldFile[] = [
  {
    oddity: 'single quotes around a delimiter',
    name: 'single-quoted.csv',
    format: 'csv',
    bytes: "id,name\n1,'a, b'\n2,'c, d'\n",
    refusal: /line 2 has more cells .*quote_char='\.$/,
  },
  {
    oddity: 'delimiters behind backslashes',
    name: 'escaped.csv',
    format: 'csv',
    bytes: 'id,name\n1,a\\,b\n2,c\\,d\n',
    refusal: /line 2 has more cells .*escape_char=\\\.$/,
  },
  {
    oddity: 'tabs behind backslashes',
    name: 'escaped.tsv',
    format: 'tsv',
    bytes: 'id\tname\n1\ta\\\tb\n2\tc\\\td\n',
    refusal: /line 2 has more cells .*escape_char=\\\.$/,
  },
  {
    oddity: 'one column of numbers with a decimal comma',
    name: 'preis.csv',
    format: 'csv',
    bytes: 'preis\n1,5\n\n12,25\n3\n',
    refusal: /line 2 has more cells .*delimiter=; and decimal=,\.$/,
  },
  {
    oddity: 'one column of numbers with a decimal comma, by its options',
    name: 'preis.csv',
    format: 'csv',
    bytes: 'preis\n1,5\n12,25\n3\n',
    options: { delimiter: ';', decimal: ',' },
    right: table('preis float', [[1.5], [12.25], [3]]),
  },
];

const SEVEN_BITS: readonly WorldFile[] = [
  {
    oddity: 'Japanese in ISO-2022-JP, all of whose bytes are ASCII',
    name: 'jis.csv',
    format: 'csv',
    bytes: 'id,name\n1,\u001b$B;3ED\u001b(B\n',
    refusal:
      /jis\.csv is in ISO-2022-JP: line 2 has its escape sequence\. .*Save it as UTF-8, or read the file with encoding=utf-8 if it is that already\.$/,
  },
  {
    oddity: 'Chinese in HZ, all of whose bytes are ASCII',
    name: 'hz.csv',
    format: 'csv',
    bytes: 'id,name\n1,~{VPND~}\n',
    refusal: /hz\.csv is in HZ: line 2 has its escape sequence/,
  },
  {
    oddity: 'a tilde before a brace that no other one follows',
    name: 'tilde.csv',
    format: 'csv',
    bytes: 'id,name\n1,~{a}\n2,~}\n',
    right: table('id integer, name string', [
      [1, '~{a}'],
      [2, '~}'],
    ]),
  },
];

const ONE_COLUMN: readonly WorldFile[] = [
  ...(
    [
      ['^', '"\\^"'],
      ['~', '"~"'],
      [':', '":"'],
      ['\u0001', 'the character U\\+0001'],
    ] as const
  ).map(([mark, shown]): WorldFile => ({
    oddity: `cells that ${shown} separates`,
    name: 'other.csv',
    format: 'csv',
    bytes: `a${mark}b\n1${mark}2\n3${mark}4\n`,
    right: {
      columns: [{ name: `a${mark}b`, type: 'string' }],
      rows: [[`1${mark}2`], [`3${mark}4`]],
    },
    warnings: {
      guessed_delimiter: new RegExp(
        `^The file was read as one column, but each of its lines has ${shown} once: .*write another character`,
      ),
    },
  })),
  {
    oddity: 'semicolons under the name of a file with tabs',
    name: 'semicolons.tsv',
    format: 'tsv',
    bytes: 'a;b;c\n1;2;3\n',
    right: { columns: [{ name: 'a;b;c', type: 'string' }], rows: [['1;2;3']] },
    warnings: {
      guessed_delimiter:
        /each of its lines has ";" 2 times: if it separates the cells, give the file a name that ends in \.csv/,
    },
  },
  {
    oddity: 'quotes around its lines',
    name: 'quoted-lines.csv',
    format: 'csv',
    bytes: '"id,name"\n"1,a"\n"2,b"\n',
    right: { columns: [{ name: 'id,name', type: 'string' }], rows: [['1,a'], ['2,b']] },
    warnings: {
      guessed_delimiter: /each of its lines has "," once: .*read the file with quote_char=none/,
    },
  },
  {
    oddity: 'times in its only column',
    name: 'times.csv',
    format: 'csv',
    bytes: 'time\n12:30\n13:45\n',
    right: table('time string', [['12:30'], ['13:45']]),
  },
  {
    oddity: 'decimal commas behind the first 64 KB',
    name: 'late-comma.csv',
    format: 'csv',
    bytes: `id;n\n${'1;2\n'.repeat(20_000)}2;2,5\n`,
    options: { skip_rows: 0 },
    right: table('id integer, n string', [
      ...Array.from({ length: 20_000 }, (): [number, string] => [1, '2']),
      [2, '2,5'],
    ]),
    warnings: { decimal_commas: /^Column "n" is text because of numbers such as 2,5: .*decimal=,/ },
  },
];

checkWorldTable(
  'delimited files of the world',
  [
    ...ENCODINGS,
    ...DELIMITERS,
    ...QUOTES,
    ...STRAY,
    ...HEADERS,
    ...NULLS,
    ...DECIMALS,
    ...MARKS,
    ...LONG_ROWS,
    ...SEVEN_BITS,
    ...ONE_COLUMN,
  ],
  {
    fixtures: 'delimited',
    python: await parityPython(),
  },
);
