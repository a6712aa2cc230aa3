import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('ingesting CSV with options', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it('reads null_values as null, so that the column is numeric', async () => {
    const csv = 'a,b,c\n1,NA, - \n"NA", n/a ,2.5\n3,"x, NA",\n';
    const plain = await bench.ingest('csv', csv);
    expect(plain.columns).toEqual(['a:string', 'b:string', 'c:string']);
    const outcome = await bench.ingest('csv', csv, { null_values: ['NA', 'n/a', '-'] });
    expect(outcome.columns).toEqual(['a:integer', 'b:string', 'c:float']);
    expect(outcome.rows).toEqual([
      { a: 1, b: null, c: null },
      { a: null, b: null, c: 2.5 },
      { a: 3, b: 'x, NA', c: null },
    ]);
    expect(outcome.rewritten?.toString()).toBe('a,b,c\n1,,\n,,2.5\n3,"x, NA",\n');
    expect(await bench.leftovers()).toEqual([expect.stringMatching(/^data/), expect.anything()]);
  });

  it('matches null_values in a single column and in any script, but not in long cells', async () => {
    const long = `${'x'.repeat(1_100_000)}À`;
    const csv = `größe\n1\nÀ\n"À"\n${long}\n`;
    const outcome = await bench.ingest('csv', csv, { null_values: ['À'] });
    expect([outcome.columns, outcome.rowCount]).toEqual([['größe:string'], 4]);
    expect(outcome.profile[0]).toMatchObject({ null_count: 2, max_len: 1_100_001 });
    const numbers = await bench.ingest('csv', 'n\n1\nÀ\n"À"\n', { null_values: ['À'] });
    expect([numbers.columns, numbers.rowCount]).toEqual([['n:integer'], 3]);
    const spaces = await bench.ingest('csv', 'n\n1\n\u00a0NA\t\n', { null_values: ['NA'] });
    expect(spaces.rows).toEqual([{ n: 1 }, { n: null }]);
  });

  it('skips a first line that names the delimiter, as Excel writes it', async () => {
    const csv = 'sep=;\r\na;b\r\n1;x,y\r\n';
    const outcome = await bench.ingest('csv', csv);
    expect(outcome.columns).toEqual(['a:integer', 'b:string']);
    expect(outcome.rows).toEqual([{ a: 1, b: 'x,y' }]);
    expect(outcome.parseOptions).toMatchObject({ delimiter: ';', skip_rows: 1 });
    const utf16 = Buffer.from(`\ufeffSEP=|\na|b\n1|2\n`, 'utf16le');
    expect((await bench.ingest('csv', utf16)).columns).toEqual(['a:integer', 'b:integer']);
    const tabs = await bench.ingest('tsv', 'sep=\t\na\tb\n1\t2\n');
    expect(tabs.columns).toEqual(['a:integer', 'b:integer']);
    await expect(bench.ingest('csv', 'sep=;\na;b\n1;2;3\n')).rejects.toThrow(/line 3/i);
  });

  it('reads a first line that only resembles one that names the delimiter as the header', async () => {
    const dashed = await bench.ingest('csv', 'sep=-\n1\n');
    expect(dashed.columns).toEqual(['sep=-:integer']);
    const wide = await bench.ingest('csv', 'sep=;,b\n1,2\n');
    expect(wide.columns).toEqual(['sep=;:integer', 'b:integer']);
    const chosen = await bench.ingest('csv', 'sep=;\na,b\n1,2\n', { delimiter: ',' });
    expect(chosen.columns).toEqual(['a:integer', 'b:integer']);
  });

  it('skips lines above the header and names lines of the file in errors', async () => {
    const csv = 'A report, "of\nMay\n\na;b\n1;2\n';
    const outcome = await bench.ingest('csv', csv, { skip_rows: 3 });
    expect(outcome.columns).toEqual(['a:integer', 'b:integer']);
    expect(outcome.parseOptions).toEqual({
      encoding: 'utf-8',
      delimiter: ';',
      decimal: '.',
      skip_rows: 3,
    });
    await expect(bench.ingest('csv', `${csv}1;2;3\n`, { skip_rows: 3 })).rejects.toThrow(
      'line 6 has more cells than the header',
    );
    await expect(bench.ingest('csv', csv, { skip_rows: 30 })).rejects.toThrow(
      'file.csv is empty: its first line after the 30 skipped must name the columns.',
    );
  });

  it.each(['\n', '\r\n', '\r'])('skips lines that end in %j, also in a long file', async (end) => {
    const lines = ['Report', '', 'a,b', '1,2'].join(end);
    expect((await bench.ingest('csv', lines, { skip_rows: 2 })).rows).toEqual([{ a: 1, b: 2 }]);
    // The first chunk of the file ends between the two characters of CR LF.
    const long = `${'x'.repeat((1 << 20) - 1)}${end}Report${end}a,b${end}1,2`;
    const outcome = await bench.ingest('csv', long, { skip_rows: 2 });
    expect([outcome.columns, outcome.rows]).toEqual([['a:integer', 'b:integer'], [{ a: 1, b: 2 }]]);
  });

  it('skips lines with mixed line ends', async () => {
    const csv = 'one\r\rthree\r\nfour\n\r\na\r\n1\r\n';
    expect((await bench.ingest('csv', csv, { skip_rows: 5 })).rows).toEqual([{ a: 1 }]);
  });

  it('reads a regular and an irregular file without a header', async () => {
    for (const csv of ['1,x\n2,y\n3\n', '1,x\r\r\n2,y\n\n3\n']) {
      const outcome = await bench.ingest('csv', csv, { has_header: false });
      expect(outcome.columns).toEqual(['column_1:integer', 'column_2:string']);
      expect(outcome.rows).toEqual([
        { column_1: 1, column_2: 'x' },
        { column_1: 2, column_2: 'y' },
        { column_1: 3, column_2: null },
      ]);
      expect(outcome.rewritten?.toString()).toBe('column_1,column_2\n1,x\n2,y\n3,\n');
    }
    await expect(bench.ingest('csv', '1,2\n1,2,3\n', { has_header: false })).rejects.toThrow(
      'line 2 has more cells than the first row, which has 2',
    );
  });

  it.each(['\n', '\r\n', '\r'])('skips comments between lines that end in %j', async (end) => {
    const lines = ['# made by "x', 'a,b', '#1,2', '1,"#2', '# 3"', '4,5#', '', '#', '6,7', '# end'];
    const outcome = await bench.ingest('csv', lines.join(end), { comment: '#' });
    expect(outcome.columns).toEqual(['a:integer', 'b:string']);
    expect(outcome.rows).toEqual([
      { a: 1, b: `#2${end}# 3` },
      { a: 4, b: '5#' },
      { a: 6, b: '7' },
    ]);
  });

  it('skips a comment that is longer than a chunk and counts its lines', async () => {
    const comment = `#${'x'.repeat(2_500_000)}\n`;
    const csv = `${comment}a,b\n${comment}${comment}1,2\n`;
    expect((await bench.ingest('csv', csv, { comment: '#' })).rows).toEqual([{ a: 1, b: 2 }]);
    await expect(bench.ingest('csv', `${csv}1,2,3\n`, { comment: '#' })).rejects.toThrow(
      /line 6 has more cells/,
    );
  });

  it('converts columns of ISO dates with dates=true and keeps them as text by default', async () => {
    const csv =
      'day,at,mixed,text,none\n2024-01-02,2024-01-02T03:04:05Z,2024-01-02,x,\n,2024-01-02 03:04:05.5+02:00,no,2024-13-01,\n';
    expect((await bench.ingest('csv', csv)).columns).toContain('day:string');
    const outcome = await bench.ingest('csv', csv, { dates: true });
    expect(outcome.columns).toEqual([
      'day:datetime',
      'at:datetime',
      'mixed:string',
      'text:string',
      'none:null',
    ]);
    expect(outcome.rows).toMatchObject([
      { day: '2024-01-02T00:00:00', at: '2024-01-02T03:04:05' },
      { day: null, at: '2024-01-02T01:04:05.500' },
    ]);
    const json = await bench.ingest('json', '[{"^a$":"2024-01-02"}]', { dates: true });
    expect([json.columns, json.parseOptions]).toEqual([['^a$:datetime'], { dates: true }]);
  });

  it.each([
    [{ skip_rows: -1 }, 'skip_rows is a whole number from 0 to 100000.'],
    [{ comment: ',' }, 'comment is one character that begins no cell'],
    [{ comment: '//' }, 'comment is one character that begins no cell'],
    [{ null_values: ['x'.repeat(101)] }, 'null_values takes at most 100 texts'],
  ])('rejects the options %j', async (options, message) => {
    await expect(bench.ingest('csv', 'a\n1\n', options)).rejects.toThrow(message);
  });

  it.each(['skip_rows', 'has_header', 'null_values', 'comment', 'dates'] as const)(
    'reports that %s does not apply to Parquet',
    async (name) => {
      const values = {
        skip_rows: 1,
        has_header: false,
        null_values: ['x'],
        comment: '#',
        dates: true,
      };
      await expect(bench.ingest('parquet', 'PAR1', { [name]: values[name] })).rejects.toThrow(
        `The option ${name} does not apply to a parquet file.`,
      );
    },
  );
});
