import { table } from '../parity/parity-case.ts';
import { checkWorldPages, type WorldPages } from './rest-table.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

const CSV: readonly WorldPages[] = [
  {
    oddity: 'semicolons, decimal commas, a line above the header, stars for null, and cp1252',
    format: 'csv',
    pages: [
      latin('Report of May;\nname;price\nM\xfcller;1,5\nBj\xf8rn;***\n'),
      latin('Report of May;\nname;price\nZo\xeb;2,25\n'),
    ],
    options: {
      delimiter: ';',
      decimal: ',',
      skip_rows: 1,
      null_values: ['***'],
      encoding: 'cp1252',
    },
    right: table('name string, price float', [
      ['Müller', 1.5],
      ['Bjørn', null],
      ['Zoë', 2.25],
    ]),
  },
  {
    oddity: 'letters in an encoding that nothing names',
    format: 'csv',
    pages: [latin('name;price\nM\xfcller;1,5\n'), latin('name;price\nZo\xeb;2,5\n')],
    right: table('name string, price float', [
      ['Müller', 1.5],
      ['Zoë', 2.5],
    ]),
    warnings: { guessed_encoding: /read as cp1252, .*"Müller".*encoding=cp1250/ },
  },
  {
    oddity: 'a delimiter that the bytes of a character have in a given encoding',
    format: 'csv',
    // The second byte of the katakana "po" is that of the delimiter.
    pages: [Buffer.from('617c620a837c7c310a', 'hex'), Buffer.from('617c620a837c7c320a', 'hex')],
    options: { encoding: 'shift_jis', delimiter: '|' },
    right: table('a string, b integer', [
      ['ポ', 1],
      ['ポ', 2],
    ]),
  },
  {
    oddity: 'a byte that is no character of a given encoding, on the second page',
    format: 'csv',
    pages: ['a,b\n1,x\n', Buffer.concat([Buffer.from('a,b\n2,'), Buffer.from([0x81, 0x0a])])],
    options: { encoding: 'cp1253' },
    refusal:
      /answer of \/orders, page 2, is not text in the encoding cp1253: line 2 .*another encoding/,
  },
  {
    oddity: 'texts for missing numbers',
    format: 'csv',
    pages: ['id,n\n1,NA\n2,5\n', 'id,n\n3,7\n'],
    right: table('id integer, n string', [
      [1, 'NA'],
      [2, '5'],
      [3, '7'],
    ]),
    warnings: { missing_value_texts: 'null_values=NA' },
  },
  {
    oddity: 'a title above the header',
    format: 'csv',
    pages: ['Sales\nid;n\n1;2\n3;4\n5;6\n7;8\n'],
    right: table('Sales string', [['id;n'], ['1;2'], ['3;4'], ['5;6'], ['7;8']]),
    warnings: { title_lines: 'skip_rows=1' },
  },
  {
    oddity: 'rows instead of a header',
    format: 'csv',
    pages: ['1,x\n2,y', '3,z\n'],
    options: { has_header: false, column_names: ['id', 'name'] },
    right: table('id integer, name string', [
      [1, 'x'],
      [2, 'y'],
      [3, 'z'],
    ]),
  },
  {
    oddity: 'numbers in the first line as in all others',
    format: 'csv',
    pages: ['10,20\n30,40\n50,60\n'],
    right: table('10 integer, 20 integer', [
      [30, 40],
      [50, 60],
    ]),
    warnings: { no_header: 'has_header=false' },
  },
  {
    oddity: 'rows that are longer than the header, and each page longer than the one before',
    format: 'csv',
    pages: ['id,name\n1,a,x\n2\n', 'id,name\n3,b,y,z\n'],
    options: { rows: 'widest' },
    right: table('id integer, name string, column_3 string, column_4 string', [
      [1, 'a', 'x', null],
      [2, null, null, null],
      [3, 'b', 'y', 'z'],
    ]),
    warnings: { unnamed_columns: '"column_3"' },
  },
  {
    oddity: 'a row that is longer than the header, without the option',
    format: 'csv',
    pages: ['id,name\n1,a\n2,b,c\n'],
    refusal: /answer of \/orders: line 3 has more cells than the header.*rows=widest/,
  },
  {
    oddity: 'a row that is longer than the header, on the second page',
    format: 'csv',
    pages: ['id,name\n1,a\n', 'id,name\n2,b\n3,c,d\n'],
    refusal:
      /^the text of the answer of \/orders, page 1, and the pages after it: line 4 has more cells than the header/,
  },
  {
    oddity: 'comments above the header and between rows, and cells in single quotes',
    format: 'csv',
    pages: ["# page 1\nid,note\n1,'a,b'\n# half\n2,c\n", "# page 2\nid,note\n3,'d\ne'\n"],
    options: { comment: '#', quote_char: "'" },
    right: table('id integer, note string', [
      [1, 'a,b'],
      [2, 'c'],
      [3, 'd\ne'],
    ]),
  },
  {
    oddity: 'blanks between cells',
    format: 'csv',
    pages: [' id  n\n 1   2\n', ' id  n\n 3   4\n'],
    options: { delimiter: 'whitespace' },
    right: table('id integer, n integer', [
      [1, 2],
      [3, 4],
    ]),
  },
  {
    oddity: 'delimiters behind a backslash, and dates',
    format: 'csv',
    pages: ['day,note\n2024-05-31,a\\,b\n', 'day,note\n2024-06-01,\\N\n'],
    options: { escape_char: '\\', null_values: ['\\N'], dates: true },
    right: table('day datetime, note string', [
      ['2024-05-31T00:00:00', 'a,b'],
      ['2024-06-01T00:00:00', null],
    ]),
  },
  {
    oddity: 'another delimiter on the second page, where the first one shows semicolons',
    format: 'csv',
    pages: ['a;b\n1;2\n', 'a,b\n3,4\n5,6\n7,8\n'],
    refusal: 'page 2, has other columns than the first page',
  },
  {
    oddity: 'quotes that do not stand around cells',
    format: 'csv',
    pages: ['id,size\n1,5" pipe\n', 'id,size\n2,6" pipe\n'],
    right: table('id integer, size string', [
      [1, '5" pipe'],
      [2, '6" pipe'],
    ]),
    warnings: { misplaced_quotes: 'quote_char=none' },
  },
  {
    oddity: 'a page of HTML instead of a table',
    format: 'csv',
    pages: ['<!DOCTYPE html><html><body>Log in, please, now</body>\n<p>a,b,c,d</p></html>\n'],
    refusal: /HTML page, perhaps of a login/,
  },
];

const JSON_PAGES: readonly WorldPages[] = [
  {
    oddity: 'records behind several keys, and dates',
    format: 'json',
    pages: [
      '{"meta":{"items":[1]},"response":{"items":[{"day":"2024-05-31","a":1}]}}',
      '{"response":{"items":[{"day":"2024-06-01","a":2.5}]}}',
    ],
    options: { dates: true },
    connection: { records_path: 'response.items' },
    right: table('day datetime, a float', [
      ['2024-05-31T00:00:00', 1],
      ['2024-06-01T00:00:00', 2.5],
    ]),
  },
  {
    oddity: 'no dates where there should be some',
    format: 'json',
    pages: ['[{"day":"31.05.2024"}]'],
    options: { dates: true },
    right: table('day string', [['31.05.2024']]),
    warnings: { no_dates_found: 'dates=true converted no column' },
  },
  {
    oddity: 'numbers that are none',
    format: 'json',
    pages: ['[{"a":NaN,"b":1},{"a":2,"b":1}]'],
    right: table('a integer, b integer', [
      [null, 1],
      [2, 1],
    ]),
    warnings: { nan_values: 'NaN' },
  },
  {
    oddity: 'bytes that are no UTF-8, for which JSON has no option',
    format: 'json',
    pages: [latin('[{"a":"caf\xe9"}]')],
    refusal: 'answer of /orders is not valid UTF-8',
  },
  {
    oddity: 'no records at the keys that are named',
    format: 'json',
    pages: ['{"results":[{"a":1}]}'],
    connection: { records_path: 'items' },
    refusal: 'nothing at the path "items" of options.records_path',
  },
];

checkWorldPages('CSV pages of the world', CSV);
checkWorldPages('JSON pages of the world', JSON_PAGES);
