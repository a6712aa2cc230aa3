import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

const ZONES =
  '# zone\n#code\tplace\tname\tnote\nAD\t+4230\tEurope/Andorra\n\nAE\t+2518\tAsia/Dubai\tGulf\n';

const FILES: readonly WorldFile[] = [
  {
    oddity: 'rows of which only some have the last cell',
    name: 'zones.tsv',
    format: 'tsv',
    bytes: ZONES,
    options: {
      rows: 'widest',
      comment: '#',
      has_header: false,
      column_names: ['code', 'place', 'name', 'note'],
    },
    right: table('code string, place integer, name string, note string', [
      ['AD', 4230, 'Europe/Andorra', null],
      ['AE', 2518, 'Asia/Dubai', 'Gulf'],
    ]),
    notExported: 'No library of Python applies "rows"',
  },
  {
    oddity: 'row names of R, by the options that its refusal names',
    name: 'row-names.csv',
    format: 'csv',
    bytes: '"w","f"\n"1",26.5,NA\n"2",27,4\n',
    options: { rows: 'widest', column_names: ['row', 'w', 'f'], null_values: ['NA'] },
    right: table('row integer, w float, f integer', [
      [1, 26.5, null],
      [2, 27, 4],
    ]),
    notExported: '"rows"',
  },
  {
    oddity: 'a header that is shorter than the widest row',
    name: 'ragged.csv',
    format: 'csv',
    bytes: 'id,name\n1,a,x,\n2,b\n3,c,,z\n',
    options: { rows: 'widest' },
    right: table('id integer, name string, column_3 string, column_4 string', [
      [1, 'a', 'x', null],
      [2, 'b', null, null],
      [3, 'c', null, 'z'],
    ]),
    warnings: { unnamed_columns: '"column_3", "column_4"' },
    notExported: '"rows"',
  },
  {
    oddity: 'a row of more cells than a table can have columns',
    name: 'commas.csv',
    format: 'csv',
    bytes: `id,name\n1,"a\nb"\n${','.repeat(5_000)}\n${'2\n'.repeat(10)}`,
    options: { rows: 'widest' },
    refusal: /more than 5000 columns in line 4; at most 5000 can be read\./,
  },
  {
    oddity: 'a long row among so many short ones that it would widen them to gigabytes',
    name: 'widened.csv',
    format: 'csv',
    bytes: `1\n${','.repeat(4_999)}\n${'2\n'.repeat(210_000)}`,
    options: { rows: 'widest' },
    refusal:
      /5000 cells in line 2: rows=widest would add 1049794999 empty cells .* at most 1000000000/,
  },
  {
    oddity: 'a row that is longer than the header',
    name: 'long.csv',
    format: 'csv',
    bytes: 'id,name\n1,a\n2,b,c\n',
    refusal: /line 3 has more cells than the header, which has 2\..*rows=widest/,
  },
  {
    oddity: 'blanks and tabs between its cells',
    name: 'blanks.csv',
    format: 'csv',
    bytes: '  id   name\t price\n   1  "a b"   0.5  \n\n  22   c\t1.5\n',
    options: { delimiter: 'whitespace' },
    right: table('id integer, name string, price float', [
      [1, 'a b', 0.5],
      [22, 'c', 1.5],
    ]),
    notExported: 'No library of Python applies "delimiter"',
  },
  {
    oddity: 'cells in single quotes',
    name: 'single.csv',
    format: 'csv',
    bytes: "id,name,note\n1,'Nut, small','it''s'\n2,'a\nb','5\" pipe'\n",
    options: { quote_char: "'" },
    right: table('id integer, name string, note string', [
      [1, 'Nut, small', "it's"],
      [2, 'a\nb', '5" pipe'],
    ]),
    notExported: '"quote_char"',
  },
  {
    oddity: 'quotes that quote nothing',
    name: 'inches.csv',
    format: 'csv',
    bytes: 'id;size\n1;"5 inches\n2;6"\n',
    options: { quote_char: 'none', delimiter: ';' },
    right: table('id integer, size string', [
      [1, '"5 inches'],
      [2, '6"'],
    ]),
    notExported: '"quote_char"',
  },
  {
    oddity: 'quotes, delimiters and line ends behind a backslash',
    name: 'escaped.csv',
    format: 'csv',
    bytes: 'id,note\n1,"say \\"hi\\" now"\n2,a\\,b\\\\c\n3,\\N\n4,x\\\ny\n',
    options: { escape_char: '\\', null_values: ['\\N'] },
    right: table('id integer, note string', [
      [1, 'say "hi" now'],
      [2, 'a,b\\c'],
      [3, null],
      [4, 'x\ny'],
    ]),
    notExported: '"escape_char"',
  },
  {
    oddity: 'blanks before quotes',
    name: 'spaced.csv',
    format: 'csv',
    bytes: 'id, name, qty\n1, "Bolt", 5\n2, "Nut, small" , 6\n',
    options: { skip_initial_space: true },
    right: table('id integer, name string, qty integer', [
      [1, 'Bolt', 5],
      [2, 'Nut, small', 6],
    ]),
    notExported: '"skip_initial_space"',
  },
  {
    oddity: 'a quote that is never closed by the rules of its options',
    name: 'open.csv',
    format: 'csv',
    bytes: "id,name\n1,a\n2,'b\n3,c\n",
    options: { quote_char: "'" },
    refusal: /opened in the row of line 3 and never closed.*quote_char=none/,
  },
  {
    oddity: 'a byte that is no UTF-8 behind an escape character',
    name: 'bytes.csv',
    format: 'csv',
    bytes: Buffer.from('id,name\n1,a\\,b\n2,caf\xe9\n', 'latin1'),
    options: { escape_char: '\\', encoding: 'utf-8' },
    refusal: 'not valid UTF-8 near line 3',
  },
  {
    oddity: 'names of its own for the columns of the header',
    name: 'names.csv',
    format: 'csv',
    bytes: 'a,b\n1,x\n2,\n',
    options: { column_names: ['id', 'x"y'] },
    right: table('id integer, x"y string', [
      [1, 'x'],
      [2, null],
    ]),
  },
  {
    oddity: 'more columns than names',
    name: 'unnamed.csv',
    format: 'csv',
    bytes: 'a,b\n1,x\n',
    options: { column_names: ['id'] },
    refusal: 'column_names has 1 name, and ',
  },
  {
    oddity: 'lines above the header and texts for null, between semicolons',
    name: 'options.csv',
    format: 'csv',
    bytes: 'Title;\nid;n\n1;NA\n2;2,5\n',
    options: { skip_rows: 1, null_values: ['NA'], delimiter: ';', decimal: ',' },
    right: table('id integer, n float', [
      [1, null],
      [2, 2.5],
    ]),
  },
  {
    oddity: 'records within an object of JSON',
    name: 'wrapped.json',
    format: 'json',
    bytes:
      '\ufeff{"meta":{"items":[1]},\n"response":{"items":[{"a":1,"b":"é"},\n{"a":2.5,"b":null}],"n":2}}',
    options: { records: 'response.items' },
    right: table('a float, b string', [
      [1, 'é'],
      [2.5, null],
    ]),
  },
  {
    oddity: 'no records at the keys that were given',
    name: 'other.json',
    format: 'json',
    bytes: '{"results":[{"a":1}]}',
    options: { records: 'items' },
    refusal: /no such value at records=items.*records=results/,
  },
  {
    oddity: 'a blank as its delimiter',
    name: 'blank.csv',
    format: 'csv',
    bytes: 'a b\n1 2\n',
    options: { delimiter: ' ' },
    refusal: 'whitespace',
  },
];

checkWorldTable('files with other cells', FILES, {
  fixtures: 'text',
  python: await parityPython(),
});
