import { UserError } from '../../domain/errors.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('reading CSV and TSV', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  describe('the whole column decides its type', () => {
    const cases: Record<string, { cells: string[]; type: string; values: unknown[] }> = {
      'whole numbers are integers': {
        cells: ['1', '-2', '+3'],
        type: 'integer',
        values: [1, -2, 3],
      },
      'an integer beside an empty cell stays one': {
        cells: ['1', '', '3'],
        type: 'integer',
        values: [1, null, 3],
      },
      '64-bit integers are exact': {
        cells: ['9223372036854775807', '', '-9223372036854775808', '9007199254740993'],
        type: 'integer',
        values: [9223372036854775807n, null, -9223372036854775808n, 9007199254740993n],
      },
      'longer digits stay text': {
        cells: ['9223372036854775808', '1'],
        type: 'string',
        values: ['9223372036854775808', '1'],
      },
      'one leading zero keeps the column text': {
        cells: ['12', '007', '3'],
        type: 'string',
        values: ['12', '007', '3'],
      },
      'zero and fractions below one have no leading zero': {
        cells: ['0', '0.5', '-0.25'],
        type: 'float',
        values: [0, 0.5, -0.25],
      },
      'integers and fractions are floats': { cells: ['1', '2.5'], type: 'float', values: [1, 2.5] },
      'an integer that a float cannot hold keeps the column text': {
        cells: ['9007199254740993', '2.5'],
        type: 'string',
        values: ['9007199254740993', '2.5'],
      },
      'exponents, and points at either end, are floats': {
        cells: ['1e5', '1.', '.5', '-1.5E-3', '100000000000000000000'],
        type: 'float',
        values: [100000, 1, 0.5, -0.0015, 1e20],
      },
      'a number too large for a float keeps the column text': {
        cells: ['1e400', '1.5'],
        type: 'string',
        values: ['1e400', '1.5'],
      },
      'NaN and infinities among numbers are numbers': {
        cells: ['1.5', 'NaN', 'inf', '-inf', 'nan'],
        type: 'float',
        values: [1.5, null, null, null, null],
      },
      'nan alone is text': { cells: ['nan', 'inf'], type: 'string', values: ['nan', 'inf'] },
      'true and false in any case are booleans': {
        cells: ['TRUE', 'false', 'True', 'fAlSe', ''],
        type: 'boolean',
        values: [true, false, true, false, null],
      },
      'yes and no are text': { cells: ['yes', 'no'], type: 'string', values: ['yes', 'no'] },
      'booleans beside numbers are text': {
        cells: ['true', '1'],
        type: 'string',
        values: ['true', '1'],
      },
      'numbers are trimmed, white space alone is null': {
        cells: [' 1', '2 ', '  ', '" 4 "'],
        type: 'integer',
        values: [1, 2, null, 4],
      },
      'padded booleans and floats are trimmed': {
        cells: [' true', 'FALSE '],
        type: 'boolean',
        values: [true, false],
      },
      'quoted numbers are numbers, a quoted empty cell is null': {
        cells: ['"1"', '""', '2'],
        type: 'integer',
        values: [1, null, 2],
      },
      'an empty text is null, quoted or not; white space is text': {
        cells: ['a', '""', '', '" "'],
        type: 'string',
        values: ['a', null, null, ' '],
      },
      'NA, null, None and N/A are text': {
        cells: ['NA', 'null', 'None', 'N/A', '1'],
        type: 'string',
        values: ['NA', 'null', 'None', 'N/A', '1'],
      },
      'dates stay text': { cells: ['2024-01-02'], type: 'string', values: ['2024-01-02'] },
      'the last row can make a column text': {
        cells: [...Array.from({ length: 99 }, () => '1'), 'x'],
        type: 'string',
        values: [...Array.from({ length: 99 }, () => '1'), 'x'],
      },
    };
    it.each(Object.entries(cases))('%s', async (_, { cells, type, values }) => {
      const body = cells.map((cell, index) => `r${index},${cell}\n`).join('');
      const outcome = await bench.ingest('csv', `id,v\n${body}`);
      expect(outcome.columns).toEqual(['id:string', `v:${type}`]);
      expect(outcome.rows.map((row) => row.v)).toEqual(values);
    });
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
        columns: ['a:integer', 'b:string', 'c:string'],
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
      'a header alone makes text columns': {
        text: 'a,b',
        columns: ['a:string', 'b:string'],
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
    it('finds semicolon and decimal comma, and rewrites the source', async () => {
      const outcome = await bench.ingest('csv', 'a;b\n1,5;x,y\n 2;\n');
      expect(outcome.columns).toEqual(['a:float', 'b:string']);
      expect(outcome.rows).toEqual([
        { a: 1.5, b: 'x,y' },
        { a: 2, b: null },
      ]);
      expect(outcome.parseOptions).toEqual({ encoding: 'utf-8', delimiter: ';', decimal: ',' });
      expect(outcome.rewritten?.toString()).toBe('a,b\n1.5,"x,y"\n2.0,\n');
    });

    it('takes a tab given as two characters', async () => {
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
    it.each(Object.entries(encodings))('knows %s', async (_, { bytes, encoding }) => {
      const outcome = await bench.ingest('csv', bytes);
      expect(outcome.columns).toEqual(['name:string', 'n:integer']);
      expect(outcome.rows[0]).toEqual({ name: 'café', n: 1 });
      expect(outcome.parseOptions).toEqual({ encoding, delimiter: ',', decimal: '.' });
      expect(outcome.rewritten?.toString()).toContain(text);
    });

    it('keeps surrogate pairs of a long UTF-16 file whole', async () => {
      const cells = '😀'.repeat(700_001);
      const bytes = Buffer.from(`\ufeffab\n${cells}\n`, 'utf16le').swap16();
      const outcome = await bench.ingest('csv', bytes);
      expect(outcome.rows).toEqual([{ ab: `${'😀'.repeat(10_000)}…` }]);
      expect(outcome.profile[0]).toMatchObject({ min_len: 700_001, max_len: 700_001 });
    });
  });

  describe('a mistake is told by a sentence that names the culprit', () => {
    const broken: Record<string, [string | Buffer, object, RegExp]> = {
      'an empty file': ['', {}, /^file\.csv is empty/],
      'a name of more than a thousand characters': [
        `a,${'x'.repeat(1_001)}\n1,2\n`,
        {},
        /the name of column 2 has 1001 characters; at most 1000/,
      ],
      'blank lines only': ['\n \r\n\n', {}, /^file\.csv is empty/],
      'a row longer than the header': [
        'a,b\n1,2\n"x\ny",2,3\n',
        {},
        /line 4 has more cells than the header/,
      ],
      'every row longer than the header': ['a,b\n1,2,3\n4,5,6\n', {}, /line 2 has more cells/],
      'an open quote': ['a,b\n1,2\n"x,3\n4,5\n', {}, /quote that is opened in line 3/],
      'a NUL byte': ['a,b\n1,2\n3,\0\n', {}, /NUL byte in line 3/],
      'a NUL byte in quotes': ['a,b\n1,"\0"\n', {}, /NUL byte in line 2/],
      'bytes that are not the encoding named': [
        Buffer.from('a\nx\ncaf\xe9\n', 'latin1'),
        { encoding: 'utf-8' },
        /not valid UTF-8 near line 3/,
      ],
      'a character cut off at the end': [
        Buffer.from([97, 10, 0xc3]),
        { encoding: 'utf-8' },
        /not valid UTF-8/,
      ],
      'an odd byte in UTF-16': [
        'a,b',
        { encoding: 'utf-16-le' },
        /not text in the encoding utf-16-le/,
      ],
      'half a surrogate pair': [
        Buffer.from([97, 0, 10, 0, 0x3d, 0xd8]),
        { encoding: 'utf-16-le' },
        /not text in the encoding utf-16-le/,
      ],
      'a byte that cp1252 lacks': [
        Buffer.from([97, 10, 0x81]),
        { encoding: 'cp1252' },
        /encoding cp1252/,
      ],
      'a delimiter that is not allowed': [
        'a\n',
        { delimiter: '::' },
        /delimiter "::" is not one of/,
      ],
      'an unknown encoding': ['a\n', { encoding: 'ebcdic' }, /encoding "ebcdic" is not one of/],
      'an unknown decimal mark': ['a\n', { decimal: "'" }, /decimal "'" is not one of/],
      'one mark for two things': [
        'a\n',
        { delimiter: ',', decimal: ',' },
        /both the delimiter and the decimal/,
      ],
      'an option of another format': ['a\n', { sheet: 'x' }, /option sheet does not apply/],
    };
    it.each(Object.entries(broken))('%s', async (_, [content, options, message]) => {
      const failure = bench.ingest('csv', content, options);
      await expect(failure).rejects.toThrow(message);
      await expect(failure).rejects.toBeInstanceOf(UserError);
      expect(await bench.leftovers()).toEqual([]);
    });

    it('a delimiter for TSV', async () => {
      await expect(bench.ingest('tsv', 'a\n', { delimiter: ',' })).rejects.toThrow(
        /does not apply/,
      );
    });
  });

  it('reads two thousand columns whose names are those of other places', async () => {
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

  it('does not take a thousand digits across chunks for a short integer', async () => {
    const digits = '1'.repeat(3_000_000);
    const outcome = await bench.ingest('csv', `a\n${digits}\n`);
    expect(outcome.columns).toEqual(['a:string']);
  });
});
