import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('ingesting CSV and TSV', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  describe('lines and cells', () => {
    const cases: Record<string, { text: string; columns: string[]; rows: unknown[] }> = {
      'blank lines are no rows': {
        text: '\n\na,b\n\n1,2\n   \n3,\n\n',
        columns: ['a:integer', 'b:integer'],
        rows: [
          { a: 1, b: 2 },
          { a: 3, b: null },
        ],
      },
      'a row of delimiters is a row of nulls': {
        text: 'a,b\n,\n1,2\n',
        columns: ['a:integer', 'b:integer'],
        rows: [
          { a: null, b: null },
          { a: 1, b: 2 },
        ],
      },
      'a quoted empty cell alone in its line is a row': {
        text: 'a\n1\n""\n3\n',
        columns: ['a:integer'],
        rows: [{ a: 1 }, { a: null }, { a: 3 }],
      },
      'short rows are filled with null': {
        text: 'a,b,c\n1\n2,x\n',
        columns: ['a:integer', 'b:string', 'c:null'],
        rows: [
          { a: 1, b: null, c: null },
          { a: 2, b: 'x', c: null },
        ],
      },
      'CR LF ends a line, also the last': {
        text: 'a,b\r\n1,x\r\n2,"y\r\nz"\r\n',
        columns: ['a:integer', 'b:string'],
        rows: [
          { a: 1, b: 'x' },
          { a: 2, b: 'y\r\nz' },
        ],
      },
      'a lone CR ends a line': {
        text: 'a,b\r1,x\r2,y',
        columns: ['a:integer', 'b:string'],
        rows: [
          { a: 1, b: 'x' },
          { a: 2, b: 'y' },
        ],
      },
      'quoted delimiters, quotes and line ends belong to the cell': {
        text: 'a,b\n"x,""y""\nz",1\n',
        columns: ['a:string', 'b:integer'],
        rows: [{ a: 'x,"y"\nz', b: 1 }],
      },
      'a quote within a cell is a character': {
        text: 'a,b\n5" pipe,1\n"x"y,2\n',
        columns: ['a:string', 'b:integer'],
        rows: [
          { a: '5" pipe', b: 1 },
          { a: 'xy', b: 2 },
        ],
      },
      'a header alone makes columns without a type': {
        text: 'a,b',
        columns: ['a:null', 'b:null'],
        rows: [],
      },
      'names that are empty, doubled or numbers each get a place of their own': {
        text: 'a,a,,2020,a.1\n1,2,3,4,5\n',
        columns: ['a:integer', 'a.2:integer', 'column_3:integer', '2020:integer', 'a.1:integer'],
        rows: [{ a: 1, 'a.2': 2, column_3: 3, '2020': 4, 'a.1': 5 }],
      },
      'names that mean something to the engine are just names': {
        text: '*,^a$,__proto__\n1,2,3\n',
        columns: ['*:integer', '^a$:integer', '__proto__:integer'],
        rows: [
          Object.fromEntries([
            ['*', 1],
            ['^a$', 2],
            ['__proto__', 3],
          ]),
        ],
      },
    };
    it.each(Object.entries(cases))('%s', async (_, { text, columns, rows }) => {
      const outcome = await bench.ingest('csv', text);
      expect(outcome.columns).toEqual(columns);
      expect(outcome.rows).toEqual(rows);
      expect(outcome.rowCount).toBe(rows.length);
      expect(outcome.parseOptions).toBeNull();
      expect(outcome.rewritten).toBeNull();
    });
  });

  describe('dialects', () => {
    it('detects semicolon and decimal comma, and rewrites the source', async () => {
      const outcome = await bench.ingest('csv', 'a;b\n1,5;x,y\n 2;\n');
      expect(outcome.columns).toEqual(['a:float', 'b:string']);
      expect(outcome.rows).toEqual([
        { a: 1.5, b: 'x,y' },
        { a: 2, b: null },
      ]);
      expect(outcome.parseOptions).toEqual({ encoding: 'utf-8', delimiter: ';', decimal: ',' });
      expect(outcome.rewritten?.toString()).toBe('a,b\n1.5,"x,y"\n2.0,\n');
    });

    it('accepts a tab delimiter written as two characters', async () => {
      const outcome = await bench.ingest('csv', 'a\tb\n1\t2,5\n', {
        delimiter: '\\t',
        decimal: ',',
      });
      expect(outcome.rows).toEqual([{ a: 1, b: 2.5 }]);
      expect(outcome.parseOptions).toEqual({ encoding: 'utf-8', delimiter: '\t', decimal: ',' });
    });

    it('reads TSV by tabs and rewrites it with tabs', async () => {
      const outcome = await bench.ingest('tsv', 'a\tb\n1,5\tx;y\n');
      expect(outcome.rows).toEqual([{ a: 1.5, b: 'x;y' }]);
      expect(outcome.rewritten?.toString()).toBe('a\tb\n1.5\tx;y\n');
    });

    const text = 'name,n\ncafé,1\n';
    const encodings: Record<string, { bytes: Buffer; encoding: string }> = {
      'a byte order mark': { bytes: Buffer.from(`\ufeff${text}`), encoding: 'utf-8-sig' },
      'UTF-16 little endian': {
        bytes: Buffer.from(`\ufeff${text}`, 'utf16le'),
        encoding: 'utf-16',
      },
      'UTF-16 big endian': {
        bytes: Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
        encoding: 'utf-16',
      },
      cp1252: { bytes: Buffer.from(text, 'latin1'), encoding: 'cp1252' },
      'cp1252 that begins only after the sample': {
        bytes: Buffer.from(`${text}${'x,1\n'.repeat(40_000)}é,2\n`, 'latin1'),
        encoding: 'cp1252',
      },
      'latin-1, as a byte is undefined in cp1252': {
        bytes: Buffer.from(`${text}\u0081,2\n`, 'latin1'),
        encoding: 'latin-1',
      },
    };
    it.each(Object.entries(encodings))('detects %s', async (_, { bytes, encoding }) => {
      const outcome = await bench.ingest('csv', bytes);
      expect(outcome.columns).toEqual(['name:string', 'n:integer']);
      expect(outcome.rows[0]).toEqual({ name: 'café', n: 1 });
      expect(outcome.parseOptions).toEqual({ encoding, delimiter: ',', decimal: '.' });
      expect(outcome.rewritten?.toString()).toContain(text);
    });

    it('keeps surrogate pairs of a long UTF-16 file intact', async () => {
      const cells = '😀'.repeat(700_001);
      const bytes = Buffer.from(`\ufeffab\n${cells}\n`, 'utf16le').swap16();
      const outcome = await bench.ingest('csv', bytes);
      expect(outcome.rows).toEqual([{ ab: `${'😀'.repeat(10_000)}…` }]);
      expect(outcome.profile[0]).toMatchObject({ min_len: 700_001, max_len: 700_001 });
    });
  });

  it('reads two thousand columns named after other indexes', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `c${1_999 - index}`);
    const cells = names.map((_, index) => (index % 2 === 0 ? `t${index}` : `${index}.5`));
    const outcome = await bench.ingest('csv', `${names.join(',')}\n${cells.join(',')}\n`);
    expect(outcome.columns.map((column) => column.split(':')[0])).toEqual(names);
    expect(outcome.rows[0]).toMatchObject({ c1999: 't0', c1998: 1.5, c0: 1999.5 });
  });

  it('reads a line of 10 MB', async () => {
    const long = 'x'.repeat(10_000_000);
    const outcome = await bench.ingest('csv', `a,b\n1,${long}\n2,y\n`);
    expect(outcome.rowCount).toBe(2);
    expect(outcome.rows[0]).toEqual({ a: 1, b: `${'x'.repeat(10_000)}…` });
    expect(outcome.profile[1]).toMatchObject({ max_len: 10_000_000 });
  });

  it('reads a thousand digits across chunks as text', async () => {
    const digits = '1'.repeat(3_000_000);
    const outcome = await bench.ingest('csv', `a\n${digits}\n`);
    expect(outcome.columns).toEqual(['a:string']);
  });
});
