import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import { numberXml, textXml, xmlRows, xmlWorkbook } from '../support/xml-workbook.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

const UNNAMED = { unnamed_columns: 'no name in the file' };
const EMPTY = '<c/>';

function csv(
  oddity: string,
  bytes: string,
  file: Pick<WorldFile, 'right' | 'warnings'>,
): WorldFile {
  return { oddity, name: 'titled.csv', format: 'csv', bytes, ...file };
}

function sheet(rows: readonly (readonly string[])[]): Buffer {
  return xmlWorkbook({ sheets: { S: xmlRows(...rows.map((cells) => [...cells])) } });
}

/** Titles with as many cells as the rows of the table. */
const TITLES: readonly WorldFile[] = [
  csv('a padded title above two columns', 'Report,\nname,amount\nx,1\ny,3\n', {
    right: table('Report string, column_2 string', [
      ['name', 'amount'],
      ['x', '1'],
      ['y', '3'],
    ]),
    warnings: {
      title_lines: /^Line 2 looks like the header, with "name", "amount": .*skip_rows=1\.$/,
      ...UNNAMED,
    },
  }),
  csv('a padded title above names that are years', 'Report,,\nland,2020,2021\nx,1,2\ny,3,4\n', {
    right: table('Report string, column_2 integer, column_3 integer', [
      ['land', 2020, 2021],
      ['x', 1, 2],
      ['y', 3, 4],
    ]),
    warnings: { title_lines: 'with "land", "2020", "2021": ', ...UNNAMED },
  }),
  csv('columns of years without a name', 'name,,\nx,2020,2021\ny,2019,2018\n', {
    right: table('name string, column_2 integer, column_3 integer', [
      ['x', 2020, 2021],
      ['y', 2019, 2018],
    ]),
    warnings: UNNAMED,
  }),
  csv('a date beside the title', 'Created,2024-01-31\nname,city\nx,Rome\ny,Oslo\n', {
    right: table('Created string, 2024-01-31 string', [
      ['name', 'city'],
      ['x', 'Rome'],
      ['y', 'Oslo'],
    ]),
    warnings: { title_lines: 'with "name", "city": if the line above is a title' },
  }),
  csv('a date as the second name, above texts', 'name,2024-01-31\nAnna,in\nBob,out\nEva,in\n', {
    right: table('name string, 2024-01-31 string', [
      ['Anna', 'in'],
      ['Bob', 'out'],
      ['Eva', 'in'],
    ]),
  }),
  csv('a date beside the title, above a year', 'Created,2024-01-31\nland,2020\nAT,1\nDE,2\n', {
    right: table('Created string, 2024-01-31 integer', [
      ['land', 2020],
      ['AT', 1],
      ['DE', 2],
    ]),
    warnings: { title_lines: 'with "land", "2020": if' },
  }),
  csv('a date beside the title, and its header once more', 'Day,2024-01-31\na,b\nx,u\na,b\ny,v\n', {
    right: table('Day string, 2024-01-31 string', [
      ['a', 'b'],
      ['x', 'u'],
      ['a', 'b'],
      ['y', 'v'],
    ]),
    warnings: { title_lines: 'with "a", "b": if' },
  }),
  csv('notes with values below its title', 'Report,,\nRows:,2,\nname,a,b\nx,u,v\ny,w,z\n', {
    right: table('Report string, column_2 string, column_3 string', [
      ['Rows:', '2', null],
      ['name', 'a', 'b'],
      ['x', 'u', 'v'],
      ['y', 'w', 'z'],
    ]),
    warnings: { title_lines: 'Line 3 looks like the header', ...UNNAMED },
  }),
  csv('a title above a table whose first column has no name', 'Report,,\n,a,b\nx,1,2\ny,3,4\n', {
    right: table('Report string, column_2 string, column_3 string', [
      [null, 'a', 'b'],
      ['x', '1', '2'],
      ['y', '3', '4'],
    ]),
    warnings: { title_lines: 'with "a", "b": ', ...UNNAMED },
  }),
  csv(
    'a preamble whose lines have as many cells as the table',
    `${'R,v4,x64\n'.repeat(3)}a,b,c\n${'1,2,3\n'.repeat(4)}`,
    {
      right: table('R string, v4 string, x64 string', [
        ['R', 'v4', 'x64'],
        ['R', 'v4', 'x64'],
        ['a', 'b', 'c'],
        ...Array.from({ length: 4 }, (): string[] => ['1', '2', '3']),
      ]),
      warnings: { title_lines: /^Line 4 .*"c" above numbers or dates: .*skip_rows=3\.$/ },
    },
  ),
  csv('units below the names', 'temp,wind\n°C,m/s\n1,2\n3,4\n', {
    right: table('temp string, wind string', [
      ['°C', 'm/s'],
      ['1', '2'],
      ['3', '4'],
    ]),
    warnings: { title_lines: /above numbers or dates: .*If it has units or notes, remove it\.$/ },
  }),
  csv('a missing value in its first row', 'name,n\nx,-\ny,1\nz,2\n', {
    right: table('name string, n string', [
      ['x', '-'],
      ['y', '1'],
      ['z', '2'],
    ]),
    warnings: { missing_value_texts: 'null_values=-' },
  }),
  {
    oddity: 'a title above two columns of a sheet',
    name: 'titled.xlsx',
    format: 'excel',
    bytes: sheet([
      [textXml('Sales'), EMPTY],
      [textXml('city'), textXml('price')],
      [textXml('Rome'), numberXml(3)],
    ]),
    right: table('Sales string, column_2 string', [
      ['city', 'price'],
      ['Rome', '3'],
    ]),
    warnings: { title_lines: /^Row 2 looks like the header, .*skip_rows=1\.$/, ...UNNAMED },
  },
  {
    oddity: 'a title above years of a sheet',
    name: 'years.xlsx',
    format: 'excel',
    bytes: sheet([
      [textXml('Sales'), EMPTY, EMPTY],
      [textXml('city'), numberXml(2020), numberXml(2021)],
      [textXml('Rome'), numberXml(3), numberXml(4)],
    ]),
    right: table('Sales string, column_2 integer, column_3 integer', [
      ['city', 2020, 2021],
      ['Rome', 3, 4],
    ]),
    warnings: { title_lines: 'with "city", "2020", "2021"', ...UNNAMED },
  },
];

const ROWS = Array.from({ length: 20 }, (_, row) => `r${row},${row},x,${row}.5\n`).join('');

/** The tables of R, whose header has a cell less than the rows. */
const ROW_NAMES: readonly WorldFile[] = [
  {
    oddity: 'eleven lines above a header without a name for the names of its rows',
    name: 'r.csv',
    format: 'csv',
    bytes: `${'# made by data.table\n'.repeat(11)}a,b,c\n${ROWS}`,
    refusal:
      /Line 12 looks like the header of lines with 4 cells.*skip_rows=11, rows=widest and column_names=\["row","a","b","c"\]\.$/,
  },
  {
    oddity: 'names of rows that tabs separate from cells',
    name: 'r.csv',
    format: 'csv',
    bytes: `a,b,c\n${ROWS}`.replaceAll(',', '\t'),
    right: table(
      'a\tb\tc string',
      Array.from({ length: 20 }, (_, row) => [`r${row}\t${row}\tx\t${row}.5`]),
    ),
    warnings: { title_lines: /Line 1 .*read the file with delimiter= and a tab, rows=widest and/ },
  },
];

const PAIRS = table('a integer, b integer', [[1, 2]]);

/** First lines that name the delimiter. */
const NAMED: readonly WorldFile[] = [
  csv('a quoted line that names the delimiter', '"sep=;"\na;b\n1;2\n', { right: PAIRS }),
  csv('a padded line that names the delimiter', 'sep=;;\r\na;b\r\n1;2\r\n', { right: PAIRS }),
  csv('a line that names the tab by its letters', 'sep=\\t\na\tb\n1\t2\n', { right: PAIRS }),
  csv('a line that names the space', 'sep= \na b\n1 2\n', {
    right: {
      ...table('x string', [['a b'], ['1 2']]),
      columns: [{ name: 'sep= ', type: 'string' }],
    },
    warnings: { spaces_between_cells: 'delimiter=whitespace and skip_rows=1' },
  }),
];

checkWorldTable('titles of the world', [...TITLES, ...ROW_NAMES, ...NAMED], {
  fixtures: 'delimited',
  python: await parityPython(),
});
