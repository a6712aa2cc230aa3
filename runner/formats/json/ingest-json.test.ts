import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('ingesting JSON and JSON lines', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  const cases: Record<string, { records: string[]; columns: string[]; rows: unknown[] }> = {
    'columns are the union of keys in order of appearance': {
      records: ['{"b":1,"2024":2}', '{"a":3,"b":null}'],
      columns: ['b:integer', '2024:integer', 'a:integer'],
      rows: [
        { b: 1, '2024': 2, a: null },
        { b: null, '2024': null, a: 3 },
      ],
    },
    'text stays text': {
      records: ['{"d":"2024-01-02","n":"12","t":"true","e":""}'],
      columns: ['d:string', 'n:string', 't:string', 'e:string'],
      rows: [{ d: '2024-01-02', n: '12', t: 'true', e: '' }],
    },
    'integers are exact': {
      records: ['{"a":9007199254740993}', '{"a":-9223372036854775808}', '{}'],
      columns: ['a:integer'],
      rows: [{ a: 9007199254740993n }, { a: -9223372036854775808n }, { a: null }],
    },
    'longer digits are text': {
      records: ['{"a":12345678901234567890}', '{"a":1}'],
      columns: ['a:string'],
      rows: [{ a: '12345678901234567890' }, { a: '1' }],
    },
    'a number beyond the range of floats is text': {
      records: ['{"a":1e400,"b":-1.5E+400}', '{"a":1.5,"b":1e-400}'],
      columns: ['a:string', 'b:string'],
      rows: [
        { a: '1e400', b: '-1.5E+400' },
        { a: '1.5', b: '1e-400' },
      ],
    },
    'a number written with a point is a float': {
      records: ['{"a":1.0,"b":1e2,"c":2}', '{"a":2,"b":3,"c":2.5}'],
      columns: ['a:float', 'b:float', 'c:float'],
      rows: [
        { a: 1, b: 100, c: 2 },
        { a: 2, b: 3, c: 2.5 },
      ],
    },
    'booleans with nulls stay booleans': {
      records: ['{"a":true}', '{"a":null}'],
      columns: ['a:boolean'],
      rows: [{ a: true }, { a: null }],
    },
    'mixed values are text': {
      records: ['{"a":1,"b":true}', '{"a":"x","b":2.0}'],
      columns: ['a:string', 'b:string'],
      rows: [
        { a: '1', b: 'true' },
        { a: 'x', b: '2.0' },
      ],
    },
    'a number that becomes text is that of the file, also in nested values': {
      records: [
        '{"a":1.10,"b":[1.0, 2.50,{"x" : -0}],"c":-0}',
        '{"a":0.0000001,"b":[1e400],"c":"x"}',
        '{"a":1E+2,"b":[0.1000],"c":0.12345678901234567}',
        '{"a":"2.0.1","b":{"2":1,"1":123456789.12345678},"c":7}',
        '{"a":1.5,"b":[0.000,-1.5e-3 ,"a: 1.0,"],"c":9999999999999999}',
      ],
      columns: ['a:string', 'b:string', 'c:string'],
      rows: [
        { a: '1.10', b: '[1.0,2.50,{"x":-0}]', c: '-0' },
        { a: '0.0000001', b: '[1e400]', c: 'x' },
        { a: '1E+2', b: '[0.1000]', c: '0.12345678901234567' },
        { a: '2.0.1', b: '{"2":1,"1":123456789.12345678}', c: '7' },
        { a: '1.5', b: '[0.000,-1.5e-3,"a: 1.0,"]', c: '9999999999999999' },
      ],
    },
    'nested values are JSON text': {
      records: ['{"a":{"x": [1, 12345678901234567890]},"b":[]}', '{"a":null,"b":"t"}'],
      columns: ['a:string', 'b:string'],
      rows: [
        { a: '{"x":[1,12345678901234567890]}', b: '[]' },
        { a: null, b: 't' },
      ],
    },
    'escapes, quotes and line ends are read': {
      records: ['{"a\\u0062\\"":"x\\ny\\\\,\\"z\\"","c":"😀"}'],
      columns: ['ab":string', 'c:string'],
      rows: [{ 'ab"': 'x\ny\\,"z"', c: '😀' }],
    },
    'of a key written twice the last value counts': {
      records: ['{"a":1,"a":2.0}'],
      columns: ['a:float'],
      rows: [{ a: 2 }],
    },
  };

  it.each(Object.entries(cases))('%s', async (_, { records, columns, rows }) => {
    const array = await bench.ingest('json', `\ufeff [ ${records.join(' ,\n')}\n]\n`);
    const lines = await bench.ingest('jsonl', `${records.join('\r\n')}\n\n`);
    for (const outcome of [array, lines]) {
      expect(outcome.columns).toEqual(columns);
      expect(outcome.rows).toEqual(rows);
      expect(outcome.rowCount).toBe(rows.length);
      expect(outcome.parseOptions).toBeNull();
    }
  });

  it('reads records that span chunks of the file', async () => {
    const records = Array.from({ length: 30_000 }, (_, id) =>
      JSON.stringify({ id, text: `"\\${'é'.repeat(id % 60)}[{` }),
    );
    const outcome = await bench.ingest('json', `[${records.join(',')}]`);
    expect(outcome.rowCount).toBe(30_000);
    expect(outcome.rows[59]).toEqual({ id: 59, text: `"\\${'é'.repeat(59)}[{` });
  });

  it('replaces a NUL character in a sample and rejects it in a name', async () => {
    const outcome = await bench.ingest('json', '[{"a":"x\\u0000\\\\u0000"}]');
    expect(outcome.rows).toEqual([{ a: 'x\ufffd\\u0000' }]);
    await expect(bench.ingest('json', '[{"a\\u0000":1}]')).rejects.toThrow(
      /name of column 1 has a NUL/,
    );
  });

  it('reads an empty array as a table without columns', async () => {
    const outcome = await bench.ingest('json', '[]');
    expect([outcome.columns, outcome.rowCount]).toEqual([[], 0]);
  });

  const broken: Record<string, [string | Buffer, RegExp]> = {
    'one object': ['{"a":1}', /file\.json is not an array of JSON objects: line 1/],
    'a scalar in the array': [
      '[{"a":1},\n2]',
      /line 2, column 1: every element of the array must be an object/,
    ],
    'a value that is missing': [
      '[{"a":1},\n{"a":}]',
      /not valid JSON: line 2, column 6: Unexpected token '}'/,
    ],
    'a file cut short in a record': ['[{"a":1},\n{"a', /not valid JSON: line 2, column 4/],
    'a file cut short after a record': ['[{"a":1}', /the array is never closed/],
    'a trailing comma': [
      '[\n  {"é":"ö"}, \n ]\n',
      /line 3, column 2: the array ends after a comma; remove the comma\.$/,
    ],
    'a trailing comma in the line of the last object': [
      '[{"é":"ö"},{"é":"\u{1f600}"},]',
      /line 1, column 22: the array ends after a comma/,
    ],
    'a trailing comma in an object': [
      '[{"é":"ö"},{"é":1,}]',
      /not valid JSON: line 1, column 19: Expected double-quoted property name/,
    ],
    'a trailing comma in a list within an object': [
      '[{"a":1},\n {"a":[1,]}]',
      /not valid JSON: line 2, column 10: Unexpected token ']'/,
    ],
    'two commas in a row': [
      '[{"a":1},,{"a":2}]',
      /line 1, column 10: an object is missing before the comma/,
    ],
    'a missing comma': [
      '[{"a":1}\n{"a":2}]',
      /line 2, column 1: a comma or the end of the array is missing/,
    ],
    'text after the array': ['[{"a":1}] x', /text after the end/],
    'nothing but white space': ['  ', /an array of objects is needed/],
    'objects without keys': ['[{},{}]', /no columns/],
    'a word that JSON lacks': ['[{"a":None}]', /not valid JSON: line 1, column 7/],
    'a nest too deep': [
      `[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`,
      /nested too deeply/,
    ],
    'text that is not UTF-8': [
      Buffer.from('[{"a":1},\n{"a":"caf\xe9"},\n{"a":"\xe9"}]', 'latin1'),
      /not valid UTF-8 near line 2\./,
    ],
    'another file under this name': ['a,b\n1,2\n', /is not an array of JSON objects/],
  };
  it.each(Object.entries(broken))('rejects %s', async (_, [content, message]) => {
    await expect(bench.ingest('json', content)).rejects.toThrow(message);
    await expect(bench.ingest('json', content)).rejects.toHaveProperty(
      'name',
      expect.stringMatching(/User|Utf8/),
    );
    expect(await bench.leftovers()).toEqual([]);
  });

  it('reports line and column of a comma after chunks of text in one line', async () => {
    const records = Array.from({ length: 40_000 }, () => '{"é":"ö\u{1f600}"}').join(',');
    await expect(bench.ingest('json', `[${records},]`)).rejects.toThrow(
      `line 1, column ${40_000 * 11 + 2}: the array ends after a comma`,
    );
  });

  it('reports the line of an invalid record in JSON lines', async () => {
    await expect(bench.ingest('jsonl', '{"a":1}\n\n{"a":\n')).rejects.toThrow(
      /not valid JSON: line 3, column 6/,
    );
    await expect(bench.ingest('jsonl', '{"a":1}\n[1]\n')).rejects.toThrow(
      /line 2 is not a JSON object/,
    );
  });
});
