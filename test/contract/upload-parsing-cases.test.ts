import { utils, write } from '@e965/xlsx';
import { startTestApp, type Answer, type TestApp } from '../support/app.ts';
import { saying, testCases } from '../support/contract-cases.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const upload = (name: string, content: string | Uint8Array, query = ''): Promise<Answer> =>
  app.upload(`/api/datasets/upload${query}`, name, content);

/** What is answered of a file: its columns with types, and its rows. */
function read(types: Record<string, string>, rows: readonly object[], more: object = {}): object {
  const column_schema = Object.entries(types).map(([name, type]) => ({ name, type }));
  return { column_schema, data_sample: rows, ...more };
}

function workbook(): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['a'], [1]]), 'One');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['z'], ['x']]), 'Two');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['d'], [2.5]]), '0');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array;
}

describe('a CSV file', () => {
  testCases([
    [
      'fills rows that are too short',
      () => upload('short.csv', 'a,b,c\n1\n2,3\n'),
      201,
      {
        data_sample: [
          { a: 1, b: null, c: null },
          { a: 2, b: 3, c: null },
        ],
      },
    ],
    [
      'shows columns without a value as string',
      () => upload('empty.csv', 'a,b,c\n1,,""\n2,,\n'),
      201,
      read({ a: 'integer', b: 'string', c: 'string' }, [
        { a: 1, b: null, c: null },
        { a: 2, b: null, c: null },
      ]),
    ],
    [
      'with a header alone has no rows and columns of type string',
      () => upload('header.csv', 'a,b\n'),
      201,
      read({ a: 'string', b: 'string' }, []),
    ],
    [
      'names the second of two equal headers a.1',
      () => upload('twice.csv', 'a,a,b\n1,2,3\n'),
      201,
      read({ a: 'integer', 'a.1': 'integer', b: 'integer' }, [{ a: 1, 'a.1': 2, b: 3 }]),
    ],
    [
      'names an empty header column_1',
      () => upload('unnamed.csv', ',b\n1,2\n'),
      201,
      read({ column_1: 'integer', b: 'integer' }, [{ column_1: 1, b: 2 }]),
    ],
    [
      'with semicolons and decimal commas is detected by its content',
      () => upload('comma.csv', 'a;b\n1,5;x\n2,5;y\n'),
      201,
      read(
        { a: 'float', b: 'string' },
        [
          { a: 1.5, b: 'x' },
          { a: 2.5, b: 'y' },
        ],
        {
          parse_options: { encoding: 'utf-8', delimiter: ';', decimal: ',' },
        },
      ),
    ],
    [
      'with the usual dialect has no parse options',
      () => upload('usual.csv', 'a\n1\n'),
      201,
      { parse_options: null },
    ],
    [
      'takes \\t for the delimiter',
      () => upload('tabs.csv', 'a\tb\n1\t2\n', '?delimiter=%5Ct'),
      201,
      read({ a: 'integer', b: 'integer' }, [{ a: 1, b: 2 }]),
    ],
    [
      'in cp1252 is detected by its bytes',
      () => upload('cp.csv', new Uint8Array([...Buffer.from('name\n'), 0xe9, 0x80, 0x0a])),
      201,
      { data_sample: [{ name: 'é€' }], parse_options: { encoding: 'cp1252' } },
    ],
    [
      'may begin with a UTF-8 byte order mark',
      () => upload('bom.csv', '\uFEFFa,b\n1,2\n'),
      201,
      read({ a: 'integer', b: 'integer' }, [{ a: 1, b: 2 }]),
    ],
    [
      'may be UTF-16 with a byte order mark',
      () => upload('utf16.csv', Buffer.from('\uFEFFa,b\n1,ü\n', 'utf16le')),
      201,
      read({ a: 'integer', b: 'string' }, [{ a: 1, b: 'ü' }]),
    ],
    [
      'has booleans in any usual case, and no others',
      () => upload('bool.csv', 'a,b\ntrue,yes\nFALSE,no\n'),
      201,
      read({ a: 'boolean', b: 'string' }, [
        { a: true, b: 'yes' },
        { a: false, b: 'no' },
      ]),
    ],
    [
      'has null for an empty cell only',
      () => upload('null.csv', 'a,b\nNA,1\n,2\n"",3\n'),
      201,
      read({ a: 'string', b: 'integer' }, [
        { a: 'NA', b: 1 },
        { a: null, b: 2 },
        { a: null, b: 3 },
      ]),
    ],
    [
      'loses blank lines and blanks around numbers',
      () => upload('blank.csv', 'a,b\n 1,x\n\n2 ,y\n'),
      201,
      read({ a: 'integer', b: 'string' }, [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ]),
    ],
    [
      'keeps dates as text',
      () => upload('date.csv', 'd\n2024-01-02\n'),
      201,
      read({ d: 'string' }, [{ d: '2024-01-02' }]),
    ],
    ['of blanks only is refused', () => upload('blanks.csv', ' \n \n'), 400, saying(/./)],
    ['without an extension is refused', () => upload('plain', 'a\n1\n'), 400, saying(/extension/)],
  ]);
});

describe('files of other kinds', () => {
  testCases([
    [
      'TSV with a decimal comma',
      () => upload('a.tsv', 'a\tb\n1,5\tx\n'),
      201,
      read({ a: 'float', b: 'string' }, [{ a: 1.5, b: 'x' }]),
    ],
    [
      'TSV takes no delimiter',
      () => upload('b.tsv', 'a\n1\n', '?delimiter=;'),
      400,
      saying(/delimiter/),
    ],
    [
      'text: one column, a row for each line',
      () => upload('a.txt', 'one\ntwo\n'),
      201,
      read({ text: 'string' }, [{ text: 'one' }, { text: 'two' }], { source_type: 'text' }),
    ],
    [
      'an empty text file has no rows',
      () => upload('empty.txt', ''),
      201,
      { column_schema: [{ name: 'text' }], data_sample: [] },
    ],
    [
      'JSON: an array of objects, integers with nulls stay integers',
      () => upload('a.json', '[{"a":1},{"a":null,"b":[1]}]'),
      201,
      read({ a: 'integer', b: 'string' }, [
        { a: 1, b: null },
        { a: null, b: '[1]' },
      ]),
    ],
    ['JSON: an object of scalars is refused', () => upload('b.json', '{"a":1}'), 400, saying(/./)],
    ['JSON: a broken file is refused', () => upload('c.json', '[{"a":1},'), 400, saying(/JSON/)],
    [
      'JSON lines',
      () => upload('a.jsonl', '{"a":1}\n{"a":2}\n'),
      201,
      read({ a: 'integer' }, [{ a: 1 }, { a: 2 }], { source_type: 'jsonl' }),
    ],
    ['Parquet that is none', () => upload('a.parquet', 'PAR1 x'), 400, saying(/Parquet/)],
    ['Excel that is none', () => upload('a.xls', 'x'), 400, saying(/Excel/)],
    [
      'Excel: the first sheet',
      () => upload('first.xlsx', workbook()),
      201,
      read({ a: 'integer' }, [{ a: 1 }], { source_type: 'excel', parse_options: null }),
    ],
    [
      'Excel: a sheet by name',
      () => upload('name.xlsx', workbook(), '?sheet=Two'),
      201,
      read({ z: 'string' }, [{ z: 'x' }], { parse_options: { sheet: 'Two' } }),
    ],
    [
      'Excel: a sheet by number',
      () => upload('number.xlsx', workbook(), '?sheet=1'),
      201,
      read({ z: 'string' }, [{ z: 'x' }]),
    ],
    [
      'Excel: a sheet name takes precedence over a number',
      () => upload('digit.xlsx', workbook(), '?sheet=0'),
      201,
      read({ d: 'float' }, [{ d: 2.5 }]),
    ],
    [
      'Excel: an unknown sheet',
      () => upload('none.xlsx', workbook(), '?sheet=Nope'),
      400,
      saying(/Nope/),
    ],
    [
      'Excel: the name of a sheet has at most 128 characters',
      () => upload('long.xlsx', workbook(), `?sheet=${'x'.repeat(129)}`),
      400,
      saying(/sheet/),
    ],
    ['a sheet of a CSV', () => upload('sheet.csv', 'a\n1\n', '?sheet=x'), 400, saying(/sheet/)],
  ]);
});

describe('the profile', () => {
  it('has the facts of each type', async () => {
    const csv = 'i,f,b,s,n\n1,1.5,true,aa,\n3,,false,b,\n1,2.5,true,aa,\n';
    const { body } = await upload('profile.csv', csv);
    const common = { scanned: 3, total: 3 };
    expect((body as { column_profile: object[] }).column_profile).toEqual([
      {
        name: 'i',
        dtype: 'integer',
        null_count: 0,
        null_pct: 0,
        distinct: 2,
        ...common,
        min: 1,
        max: 3,
        mean: 1.6667,
        std: 1.1547,
      },
      {
        name: 'f',
        dtype: 'float',
        null_count: 1,
        null_pct: 33.33,
        distinct: 2,
        ...common,
        min: 1.5,
        max: 2.5,
        mean: 2,
        std: 0.7071,
      },
      {
        name: 'b',
        dtype: 'boolean',
        null_count: 0,
        null_pct: 0,
        distinct: 2,
        ...common,
        true_count: 2,
      },
      {
        name: 's',
        dtype: 'string',
        null_count: 0,
        null_pct: 0,
        distinct: 2,
        ...common,
        min_len: 1,
        max_len: 2,
        top_values: [
          { value: 'aa', count: 2 },
          { value: 'b', count: 1 },
        ],
      },
      { name: 'n', dtype: 'string', null_count: 3, null_pct: 100, distinct: 0, ...common },
    ]);
  });
});
