import type { FileCase } from './file-cases.ts';
import { table } from './parity-case.ts';

/** Three characters that are white space in Unicode, and three that are not. */
const SPACES = ['\u0085', '\u00a0', '\u3000', '\u001c', '\u200b', '\ufeff'];

/** Files that are read by the options of their upload. */
export function filesWithOptions(): readonly FileCase[] {
  return [
    {
      title: 'CSV with decimal commas in quotes beside commas between cells',
      name: 'commas.csv',
      format: 'csv',
      options: { delimiter: ',', decimal: ',' },
      bytes:
        'id,t,x,y,pad\n1,"p,q","1,5","-,5"," 2,25 "\n2,r,3,"1,5e2",4\n3,,,,\n4,"",nan,"7"," "\n',
      expected: table('id integer, t string, x float, y float, pad float', [
        [1, 'p,q', 1.5, -0.5, 2.25],
        [2, 'r', 3, 150, 4],
        [3, null, null, null, null],
        [4, null, null, 7, null],
      ]),
    },
    {
      title: 'CSV with texts that mean null in columns of every type',
      name: 'nulls.csv',
      format: 'csv',
      options: { null_values: ['NA', '-', 'n/a b'] },
      bytes:
        'NA,x,flag,note\n1,-,NA,NA\n NA ,0.5,true,"n/a b"\n-,NaN,-," NA "\n' +
        '4,"-",FALSE,NAN\n5, 2,, - x\n',
      expected: table('NA integer, x float, flag boolean, note string', [
        [1, null, null, null],
        [null, 0.5, true, null],
        [null, null, null, null],
        [4, null, false, 'NAN'],
        [5, 2, null, ' - x'],
      ]),
    },
    {
      title: 'CSV with null texts between white space of Unicode, and between other characters',
      name: 'null-spaces.csv',
      format: 'csv',
      options: { null_values: ['NA'] },
      bytes: `note\n${SPACES.map((space) => `x${space}\n${space}NA${space}\n`).join('')}`,
      expected: table(
        'note string',
        SPACES.flatMap((space, place) => [
          [`x${space}`],
          [place < 3 ? null : `${space}NA${space}`],
        ]),
      ),
    },
    {
      title: 'CSV with null texts, quotes within cells and line breaks in cells',
      name: 'null-lines.csv',
      format: 'csv',
      options: { null_values: ['NA'] },
      bytes: 'n,note\r\n1,"a\r\nb, NA"\r\nNA,5" pipe\r\n\r\n3,"NA"\r\n',
      expected: table('n integer, note string', [
        [1, 'a\r\nb, NA'],
        [null, '5" pipe'],
        [3, null],
      ]),
    },
    {
      title: 'CSV below ragged lines with quotes that are never closed',
      name: 'titled.csv',
      format: 'csv',
      options: { skip_rows: 4 },
      bytes: '\ufeffReport of 5" pipes\r\n"for, whom,,,,\n\n;;a,b,c,d\rid,note\n1,"x\ny"\n2,\n',
      expected: table('id integer, note string', [
        [1, 'x\ny'],
        [2, null],
      ]),
    },
    {
      title: 'CSV below lines that end in every way, with lines of blanks below',
      name: 'ends.csv',
      format: 'csv',
      options: { skip_rows: 3 },
      bytes: 'a\rb\r\nc\n \nid,n\n1,2\n\n3,4\r\n',
      expected: table('id integer, n integer', [
        [1, 2],
        [3, 4],
      ]),
    },
    {
      title: 'CSV with null texts whose first rows are shorter than the header',
      name: 'short.csv',
      format: 'csv',
      options: { null_values: ['NA'] },
      bytes: 'a,b,c\n1\nNA,\n2,x,NA\n3,NA,y\n',
      expected: table('a integer, b string, c string', [
        [1, null, null],
        [null, null, null],
        [2, 'x', null],
        [3, null, 'y'],
      ]),
    },
    {
      title: 'CSV in cp1252 below a line, with semicolons, decimal commas and null texts',
      name: 'preise-titel.csv',
      format: 'csv',
      options: { skip_rows: 1, delimiter: ';', encoding: 'cp1252', null_values: ['k.A.'] },
      bytes: Buffer.from('\xdcbersicht "2024\nname;preis\n\xc4pfel;1,5\nk.A.;k.A.\n', 'latin1'),
      expected: table('name string, preis float', [
        ['Äpfel', 1.5],
        [null, null],
      ]),
    },
    {
      title: 'CSV whose first line names the delimiter',
      name: 'sep.csv',
      format: 'csv',
      bytes: 'sep=;\r\na;b\r\n1;x,y\r\n2;\r\n',
      expected: table('a integer, b string', [
        [1, 'x,y'],
        [2, null],
      ]),
    },
    {
      title: 'CSV without a header, with a byte order mark',
      name: 'bare.csv',
      format: 'csv',
      options: { has_header: false },
      bytes: '\ufeff1,x\n2,"a\nb"\n,\n3\n',
      expected: table('column_1 integer, column_2 string', [
        [1, 'x'],
        [2, 'a\nb'],
        [null, null],
        [3, null],
      ]),
    },
    {
      title: 'CSV of one column without a header, below a line',
      name: 'bare-one.csv',
      format: 'csv',
      options: { has_header: false, skip_rows: 1, null_values: ['?'] },
      bytes: 'title, of two\n1.5\n\n ?\n2\n',
      expected: table('column_1 float', [[1.5], [null], [2]]),
    },
    {
      title: 'TSV without a header and with null texts',
      name: 'bare.tsv',
      format: 'tsv',
      options: { has_header: false, null_values: ['\\N'] },
      bytes: '1\tx\n\\N\t\\N\n3\t"y\tz"\n',
      expected: table('column_1 integer, column_2 string', [
        [1, 'x'],
        [null, null],
        [3, 'y\tz'],
      ]),
    },
    {
      title: 'CSV with ISO 8601 dates in every form',
      name: 'dates.csv',
      format: 'csv',
      options: { dates: true, null_values: ['never'] },
      bytes:
        'day,moment,note\n2024-02-29,2024-02-29T13:30:05.1234567Z,2024-02-30\n' +
        '0001-01-01,2024-02-29t13:30z,x\nnever,,\n' +
        '9999-12-31,"2024-02-29 01:30:00+0230",2024-01-01\n1969-07-20,1969-07-20 20:17-05,y\n',
      expected: table('day datetime, moment datetime, note string', [
        ['2024-02-29T00:00:00', '2024-02-29T13:30:05.123456', '2024-02-30'],
        ['0001-01-01T00:00:00', '2024-02-29T13:30:00', 'x'],
        [null, null, null],
        ['9999-12-31T00:00:00', '2024-02-28T23:00:00', '2024-01-01'],
        ['1969-07-20T00:00:00', '1969-07-21T01:17:00', 'y'],
      ]),
    },
  ];
}
