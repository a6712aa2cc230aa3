import { readFile } from 'node:fs/promises';
import { utils, write } from '@e965/xlsx';
import pl from '../engines/polars/pinned/library.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import { IngestWorkspace } from '../../test/support/ingest-workspace.ts';

const messages = (warnings: readonly FileWarning[]): string[] =>
  warnings.map(({ message }) => message);

describe('upload warnings', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it('name a column that is text only because of missing-value texts', async () => {
    const csv = 'n,x,zip,name\n1,1.5,007,Ann\nNA,-,NA,NA\n 3,n/a,8,x\n';
    const { warnings } = await bench.ingest('csv', csv);
    const code = 'missing_value_texts';
    expect(warnings).toEqual([
      {
        code,
        column: 'n',
        message: 'Column "n" is text because of "NA": null_values=NA reads numbers.',
      },
      {
        code,
        column: 'x',
        message: 'Column "x" is text because of "-", "n/a": null_values=-,n/a reads numbers.',
      },
    ]);
    const again = await bench.ingest('csv', csv, { null_values: ['NA', '-', 'n/a'] });
    expect(again.columns.slice(0, 2)).toEqual(['n:integer', 'x:float']);
    expect(again.warnings).toEqual([]);
  });

  it('suggest null_values with all missing-value texts and name three of them', async () => {
    const csv = 'n\n1\nNA\n-\n?\n\\N\n2\nnull\n';
    const { warnings } = await bench.ingest('csv', csv);
    expect(messages(warnings)).toEqual([
      'Column "n" is text because of "-", "?", "NA" and 2 others: null_values=-,?,NA,\\N,null reads numbers.',
    ]);
    const nulls = { null_values: ['-', '?', 'NA', '\\N', 'null'] };
    expect((await bench.ingest('csv', csv, nulls)).columns).toEqual(['n:integer']);
  });

  it('name a column of nothing but texts that programs write for missing values', async () => {
    const { warnings, columns } = await bench.ingest('csv', 'a,b,c\n1,NaN,none\n2,NaN,none\n3,,\n');
    expect(columns).toEqual(['a:integer', 'b:string', 'c:string']);
    expect(messages(warnings)).toEqual([
      'Column "b" is text because of "NaN": null_values=NaN reads nulls.',
    ]);
  });

  it('find missing-value texts and a rare word after the first ten thousand rows', async () => {
    const numbers = Array.from({ length: 12_000 }, (_, row) => `${row},${row}`).join('\n');
    const { warnings } = await bench.ingest('csv', `a,b\n${numbers}\nNULL,word\n0,1\n`);
    expect(messages(warnings)).toEqual([
      'Column "a" is text because of "NULL": null_values=NULL reads numbers.',
      '1 of 2 columns is text because of "word": null_values=word reads numbers.',
    ]);
  });

  it('stay silent for a word in more than a hundredth of the cells, which may be a code', async () => {
    const numbers = Array.from({ length: 98 }, (_, row) => row).join('\n');
    const { warnings } = await bench.ingest('csv', `a\n${numbers}\nB1\n`);
    expect(warnings).toEqual([]);
  });

  it('name a column whose points may separate thousands', async () => {
    const { warnings, columns } = await bench.ingest('csv', 'n;kg\n1.000;1.25\n12.345;2\n');
    expect(columns).toEqual(['n:float', 'kg:float']);
    expect(warnings).toEqual([
      {
        code: 'thousands_separators',
        column: 'n',
        message:
          'Column "n" has numbers such as 1.000, read as 1: if the point separates thousands, remove it from the file.',
      },
    ]);
    expect((await bench.ingest('csv', 'n,x\n1.234,1\n2.345,2\n')).warnings).toEqual([]);
    const small = await bench.ingest('csv', 'n;x\n1.234;a\n987;b\n');
    expect(small.warnings.map(({ column }) => column)).toEqual(['n']);
  });

  it('name a column of texts that are numbers with separated thousands', async () => {
    const { warnings, columns } = await bench.ingest(
      'csv',
      'n;price;rate\n1.234;7.811,56;1,5\n987;12,00;2,25\n',
    );
    expect(columns).toEqual(['n:string', 'price:string', 'rate:float']);
    expect(messages(warnings)).toEqual([
      'Column "n" is text because of numbers such as 1.234: to read numbers, remove what separates the thousands in the file.',
      'Column "price" is text because of numbers such as 7.811,56: to read numbers, remove what separates the thousands in the file.',
    ]);
    const english = await bench.ingest('csv', 'n,t\n"1,234.5",1.2.3\n"12,000",4\n');
    expect(english.warnings.map(({ column }) => column)).toEqual(['n']);
  });

  it('name a column of texts that are numbers with a decimal comma, in cells that commas separate', async () => {
    const csv = 'years,pop,rate\n"28,801","8.425.333","1.601,06"\n"42,27","987","12,5"\n';
    const { warnings, columns } = await bench.ingest('csv', csv);
    expect(columns).toEqual(['years:string', 'pop:string', 'rate:string']);
    expect(warnings).toEqual([
      {
        code: 'decimal_commas',
        column: 'years',
        message:
          'Column "years" is text because of numbers such as 42,27: if the comma is the decimal mark, write them with a point in the file, or separate the cells by ; and read the file with decimal=,.',
      },
      expect.objectContaining({ code: 'thousands_separators', column: 'pop' }),
      {
        code: 'decimal_commas',
        column: 'rate',
        message:
          'Column "rate" is text because of numbers such as 1.601,06: if the comma is the decimal mark, write them with a point and no separators of thousands in the file, or separate the cells by ; and read the file with decimal=,.',
      },
    ]);
    const mixed = await bench.ingest('csv', 'n;x\n1,5;1.25\n2;2\n');
    expect(mixed.warnings).toMatchObject([{ code: 'decimal_commas', column: 'n' }]);
    const silent = 'list,words,english\n"1,2,3","a, b","1,234"\n"4,5","c","12"\n';
    const codes = (await bench.ingest('csv', silent)).warnings.map(({ code }) => code);
    expect(codes).toEqual(['thousands_separators']);
  });

  it('count the rows that are shorter than the header and name the line of the first', async () => {
    const csv = 'a,b,c\n1,2,3\n4,5\n"x\ny",6,7\n8\nTotal\n';
    expect((await bench.ingest('csv', csv)).warnings).toEqual([
      {
        code: 'short_rows',
        column: null,
        message:
          '3 rows have fewer cells than the header, the first in line 3: their missing cells are null.',
      },
    ]);
    const one = await bench.ingest('csv', 'title\n1,2\n3', { skip_rows: 1, has_header: false });
    expect(messages(one.warnings)).toEqual([
      'The row in line 3 has fewer cells than the first row: its missing cells are null.',
    ]);
    expect((await bench.ingest('csv', 'a,b\n1,\n,2\n\n')).warnings).toEqual([]);
  });

  it('name the option that skips a title, when a table below it was read as one column', async () => {
    const csv = 'Report 2024\n\na;b;c\n1;2;3\n4;5;6\n';
    expect((await bench.ingest('csv', csv)).warnings).toEqual([
      {
        code: 'title_lines',
        column: null,
        message:
          'The file was read as one column. From line 2 on, the lines have 3 cells, separated by ";": if the line above is a title, read the file with skip_rows=1.',
      },
    ]);
    const { columns, warnings } = await bench.ingest('csv', csv, { skip_rows: 1 });
    expect([columns, warnings]).toEqual([['a:integer', 'b:integer', 'c:integer'], []]);
    expect((await bench.ingest('csv', 'note\na; b\nc\nd\n')).warnings).toEqual([]);
  });

  it('name the options that skip comments with as many cells as the table', async () => {
    const csv = '# source, x\n# made, by\na,b\n1,2\n';
    expect((await bench.ingest('csv', csv)).warnings).toEqual([
      {
        code: 'title_lines',
        column: null,
        message:
          'The header begins with #: if the first 2 lines are comments, read the file with comment=# or skip_rows=2.',
      },
    ]);
    for (const options of [{ comment: '#' }, { skip_rows: 2 }]) {
      const { columns, warnings } = await bench.ingest('csv', csv, options);
      expect([columns, warnings]).toEqual([['a:integer', 'b:integer'], []]);
    }
    expect((await bench.ingest('csv', '#id,b\n1,2\n')).warnings).toEqual([]);
  });

  it('report one column of cells that spaces separate, but not one of words', async () => {
    const tables = [' YR  MON  T\n1950  1 2.5\n1950  2 24\n', '"a" "b"\n"x" 1 2\n"y" 3 4\n'];
    for (const csv of tables) {
      expect(messages((await bench.ingest('csv', csv)).warnings)).toEqual([
        'The file was read as one column. If spaces separate its cells, read the file with delimiter=whitespace.',
      ]);
    }
    const words = ['day\nJan 1 2024\nFeb 1 2024\n', 'a full name\nAda King Lovelace\nBob\n'];
    for (const csv of words) expect((await bench.ingest('csv', csv)).warnings).toEqual([]);
  });

  it('name columns without a name by their positions, in every format', async () => {
    const two = {
      code: 'unnamed_columns',
      column: null,
      message:
        '2 columns have no name in the file and are named by their positions: "column_1", "column_3".',
    };
    const csv = await bench.ingest('csv', ',b, \n1,2,3\n');
    expect([csv.columns, csv.warnings]).toEqual([
      ['column_1:integer', 'b:integer', 'column_3:integer'],
      [two],
    ]);
    const sheet = utils.aoa_to_sheet([
      [null, 'b', ' '],
      [1, 2, 3],
    ]);
    const book = write(utils.book_new(sheet, 'S'), { type: 'buffer' }) as Buffer;
    expect((await bench.ingest('excel', book)).warnings).toEqual([two]);
    const frame = pl.DataFrame({ a: [1], b: [2], c: [3] });
    frame.columns = ['', 'b', ' '];
    const parquet = await bench.ingest('parquet', frame.writeParquet());
    expect([parquet.columns, parquet.warnings]).toEqual([
      ['column_1:float', 'b:float', 'column_3:float'],
      [two],
    ]);
    const record = '{"":1,"b":2," ":3}';
    for (const [format, file] of [['json', `[${record}]`] as const, ['jsonl', record] as const]) {
      const json = await bench.ingest(format, file);
      expect([json.columns, json.warnings]).toEqual([
        ['column_1:integer', 'b:integer', 'column_3:integer'],
        [two],
      ]);
    }
  });

  it('do not name columns of a file without a header', async () => {
    const { warnings } = await bench.ingest('csv', 'x,2\n', { has_header: false });
    expect(warnings).toEqual([]);
  });

  it('name columns that were renamed because their names were not unique', async () => {
    const { warnings, columns } = await bench.ingest('csv', 'a,b,a,\n1,2,3,4\n');
    expect(columns).toEqual(['a:integer', 'b:integer', 'a.1:integer', 'column_4:integer']);
    const message = 'Columns with the name of another one were renamed: column 3, "a", is "a.1".';
    expect(warnings).toContainEqual({ code: 'renamed_columns', column: 'a.1', message });
    const sheet = utils.aoa_to_sheet([
      ['a', 'a', 'a', 'a', 'a'],
      [1, 2, 3, 4, 5],
    ]);
    const book = write(utils.book_new(sheet, 'S'), { type: 'buffer' }) as Buffer;
    expect((await bench.ingest('excel', book)).warnings).toMatchObject([
      {
        column: null,
        message:
          'Columns with the name of another one were renamed: column 2, "a", is "a.1"; column 3, "a", is "a.2"; column 4, "a", is "a.3" and 1 other.',
      },
    ]);
  });

  it('report that dates=true converted no column', async () => {
    const dates = { dates: true };
    const message =
      'dates=true converted no column: in no text column is every value an ISO 8601 date, such as 2024-05-31.';
    const warning = { code: 'no_dates_found', column: null, message };
    for (const csv of ['n\n1\n', 'day,n\n31.05.2024,1\n2024-05-31,2\n']) {
      expect((await bench.ingest('csv', csv, dates)).warnings).toEqual([warning]);
    }
    expect((await bench.ingest('csv', 'day\n2024-05-31\n', dates)).warnings).toEqual([]);
  });

  it('report an HTML page, whether it parses as a table or not', async () => {
    const page = '<!DOCTYPE html>\n<html><body>Log in</body></html>\n';
    const message =
      'The file is an HTML page, perhaps of a login or an error: check where it was downloaded.';
    expect((await bench.ingest('csv', page)).warnings).toEqual([
      { code: 'html_page', column: null, message },
    ]);
    await expect(bench.ingest('csv', `${page}<p>a, b</p>\n`, { delimiter: ',' })).rejects.toThrow(
      /line 3 has more cells.*The file is an HTML page/,
    );
  });

  it('name a column of decimals that floats round, with one of them', async () => {
    const path = bench.path('decimals.parquet');
    const column = (name: string, texts: readonly (string | null)[]): pl.Series =>
      pl.Series(name, [...texts], pl.String).cast(pl.Decimal(30, 2));
    const frame = pl.DataFrame([
      column('short', ['1.10', null, '-9999999999999.99']),
      column('kept', ['12345678901234.56', '90071992547409920', '0']),
      column('long', ['1.10', '-12345678901234567.89', null]),
    ]);
    await frame.lazy().sinkParquet(path).collect();
    const { columns, warnings } = await bench.ingest('parquet', await readFile(path));
    expect(columns).toEqual(['short:float', 'kept:float', 'long:float rounded']);
    const message =
      'Column "long" has decimals that a float rounds: -12345678901234567.89 is read as -12345678901234568, so different ones can be equal, and are one key of a group, join, distinct row or upsert. Write the column as text to keep all digits.';
    expect(warnings).toEqual([{ code: 'rounded_decimals', column: 'long', message }]);
  });
});
