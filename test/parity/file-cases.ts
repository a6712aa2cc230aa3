import * as XLSX from '@e965/xlsx';
import pl from '../../runner/engines/polars/pinned/library.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import type { ParseOptions } from '../../runner/domain/parse-options.ts';
import type { FileFormat } from '../../runner/domain/file-format.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { INDEXED_FILE } from '../support/indexed-parquet.ts';
import { workbookOfEmptyTexts } from '../support/sheet-xml.ts';
import { filesWithOptions } from './file-option-cases.ts';
import { chain, table, type ParityCase } from './parity-case.ts';

export interface FileCase {
  readonly title: string;
  readonly name: string;
  readonly format: FileFormat;
  readonly bytes: string | Uint8Array;
  readonly options?: ParseOptions;
  /** Default: all readers must agree; the reader's own tests check the values. */
  readonly expected?: ExampleTable;
}

function fileCase(file: FileCase): ParityCase {
  const { title, name, format, options, expected } = file;
  const bytes = typeof file.bytes === 'string' ? Buffer.from(file.bytes) : file.bytes;
  return {
    name: title,
    graph: chain(format, []),
    inputs: [{ nodeId: 'in', name, format, bytes, ...(options && { options }) }],
    ...(expected && { expected: { out: expected } }),
  };
}

/** Files in all seven formats with the irregularities of real data. */
export function fileCases(): readonly ParityCase[] {
  return [...delimitedFiles(), ...recordFiles(), ...parquetFiles()].map(fileCase);
}

function delimitedFiles(): readonly FileCase[] {
  return [
    {
      title: 'CSV with padded numbers, NaN, infinities, booleans in any case, and blank lines',
      name: 'Nasty (1).csv',
      format: 'csv',
      bytes:
        'id,amount,flag,note,big\n1, 2,true,a,9007199254740993\n 3 ,NaN,TRUE,"",\n' +
        '5,inf,False,,9223372036854775807\n\n6,-inf,FALSE,NA,-1\n7,nan,tRue,"x ""q""\n\nnl",2\n8\n' +
        ',,,,\n9,1e3,false, pad ,3\n',
      expected: table('id integer, amount float, flag boolean, note string, big integer', [
        [1, 2, true, 'a', 9007199254740993n],
        [3, null, true, null, null],
        [5, Infinity, false, null, 9223372036854775807n],
        [6, -Infinity, false, 'NA', -1],
        [7, null, true, 'x "q"\n\nnl', 2],
        [8, null, null, null, null],
        [null, null, null, null, null],
        [9, 1000, false, ' pad ', 3],
      ]),
    },
    {
      title: 'plain CSV with every type, signs, empty cells and short rows',
      name: 'plain [1].csv',
      format: 'csv',
      bytes:
        'id,amount,flag,note\n+1,2.5,true,NA\n-3,,TRUE,""\n,1e3,False," x, ""y"""\n' +
        '9223372036854775807,.5,FALSE,None\n5,5.,,\n8\n',
      expected: table('id integer, amount float, flag boolean, note string', [
        [1, 2.5, true, 'NA'],
        [-3, null, true, null],
        [null, 1000, false, ' x, "y"'],
        [9223372036854775807n, 0.5, false, 'None'],
        [5, 5, null, null],
        [8, null, null, null],
      ]),
    },
    {
      title: 'CSV with booleans in unusual case and integers of more than 64 bits among floats',
      name: 'case.csv',
      format: 'csv',
      bytes: 'flag,amount\ntRue,0.5\nfAlSe,18446744073709551616\n,\n',
      expected: table('flag boolean, amount float', [
        [true, 0.5],
        [false, 18446744073709551616],
        [null, null],
      ]),
    },
    {
      title: 'CSV with infinity among padded numbers, one quoted cell and no blank line',
      name: 'padded.csv',
      format: 'csv',
      bytes: 'n,x,note\n 1,inf,a\n2 ,NaN,"b"\n, 0.5,c\n',
      expected: table('n integer, x float, note string', [
        [1, Infinity, 'a'],
        [2, null, 'b'],
        [null, 0.5, 'c'],
      ]),
    },
    {
      title: 'CSV with lines of blanks only',
      name: 'blank-lines.csv',
      format: 'csv',
      bytes: 'a,b\n1,2\n  \n3,"x\n \ny"\n \t\r\n\t\n5,6\n  ',
      expected: table('a integer, b string', [
        [1, '2'],
        [3, 'x\n \ny'],
        [5, '6'],
      ]),
    },
    {
      title: 'CSV with quotes within cells, after quoted text, and in the header',
      name: 'inches.csv',
      format: 'csv',
      bytes:
        '\ufeff"it""em",n"o\nsize 3" pipe,1\n"a, b" c "d",2\n"x\n""y""",3\n\n5"" \'6",\n""z,4\n"" ",5\n' +
        'p"q\r,6',
      expected: table('it"em string, n"o integer', [
        ['size 3" pipe', 1],
        ['a, b c "d"', 2],
        ['x\n"y"', 3],
        ['5"" \'6"', null],
        ['z', 4],
        [' "', 5],
        ['p"q', null],
        [null, 6],
      ]),
    },
    {
      title: 'CSV with a quote within a cell of the last line, and semicolons',
      name: 'inches.csv',
      format: 'csv',
      options: { delimiter: ';' },
      bytes: 'item;n\n3,5" pipe;1\n"a;b"\t;2\nc"',
      expected: table('item string, n integer', [
        ['3,5" pipe', 1],
        ['a;b\t', 2],
        ['c"', null],
      ]),
    },
    {
      title: 'regular CSV with doubled quotes in the header',
      name: 'header.csv',
      format: 'csv',
      bytes: '"a""b""",c\n1,x\n2,"y ""z"""\n',
      expected: table('a"b" integer, c string', [
        [1, 'x'],
        [2, 'y "z"'],
      ]),
    },
    {
      title: 'CSV with a line of blanks before the header',
      name: 'late.csv',
      format: 'csv',
      bytes: '\ufeff  \n\na,b\n1,2\n \n3,4\n',
      expected: table('a integer, b integer', [
        [1, 2],
        [3, 4],
      ]),
    },
    {
      title: 'CSV with cells of blanks only in columns of every type',
      name: 'blank-cells.csv',
      format: 'csv',
      bytes:
        'n,x,flag,note\n 1 ,0.5,true," "\n , ,  ,  \n" ","\t"," ",\n9007199254740993,-1e3,FALSE,z\n',
      expected: table('n integer, x float, flag boolean, note string', [
        [1, 0.5, true, ' '],
        [null, null, null, '  '],
        [null, null, null, null],
        [9007199254740993n, -1000, false, 'z'],
      ]),
    },
    {
      title: 'CSV with leading zeros, digits beyond 64 bits and words that resemble null',
      name: 'codes.csv',
      format: 'csv',
      bytes: 'zip,long,word\n00123,12345678901234567890123,null\n45678,1,None\n,2,nan\n99,,NULL\n',
      expected: table('zip string, long string, word string', [
        ['00123', '12345678901234567890123', 'null'],
        ['45678', '1', 'None'],
        [null, '2', 'nan'],
        ['99', null, 'NULL'],
      ]),
    },
    {
      title: 'CSV with repeated, empty and pattern-like headers, and CR LF',
      name: '2024.csv',
      format: 'csv',
      bytes: 'a,a,,*,^x$,1\r\n1,2,3,4,5,6\r\n\r\n7,8,9,10,11,12\r\n',
    },
    {
      title: 'CSV with a byte order mark and a header only',
      name: 'empty.csv',
      format: 'csv',
      bytes: '\ufeffa,b\n',
      expected: table('a string, b string', []),
    },
    {
      title: 'CSV of one column with null cells',
      name: 'one.csv',
      format: 'csv',
      bytes: 'n\n1\n\n3\n',
      expected: table('n integer', [[1], [3]]),
    },
    {
      title: 'semicolons and decimal commas',
      name: 'preise.csv',
      format: 'csv',
      bytes: 'name;preis;n\nÄpfel;1,5;2\nBirnen;-0,25;\nNüsse;;3\nalle;1e3;4\n',
    },
    {
      title: 'semicolons and decimal commas in cp1252, as configured',
      name: 'preise-cp1252.csv',
      format: 'csv',
      options: { delimiter: ';', decimal: ',', encoding: 'cp1252' },
      bytes: Buffer.from('name;preis\n\x80 \xc4pfel;1,5\nBirnen;2,25\n', 'latin1'),
      expected: table('name string, preis float', [
        ['€ Äpfel', 1.5],
        ['Birnen', 2.25],
      ]),
    },
    {
      title: 'UTF-16 with a byte order mark',
      name: 'utf16.csv',
      format: 'csv',
      bytes: Buffer.from('\ufeffname,n\r\nÖl,1\r\n"a\r\nb",2\r\n', 'utf16le'),
    },
    {
      title: 'TSV with quotes and empty cells',
      name: 'tabs.tsv',
      format: 'tsv',
      bytes: 'a\tb\tc\n1\t"x\ty"\t\n\t\ttrue\n',
    },
    {
      title: 'TSV with a line of blanks and a line of tabs',
      name: 'blanks.tsv',
      format: 'tsv',
      bytes: 'a\tb\n1\t2\n  \n\t\n3\t4\n',
      expected: table('a integer, b integer', [
        [1, 2],
        [null, null],
        [3, 4],
      ]),
    },
    ...filesWithOptions(),
    {
      title: 'pipes',
      name: 'pipes.csv',
      format: 'csv',
      options: { delimiter: '|' },
      bytes: 'a|b\n1|x,y\n2|"p|q"\n',
    },
  ];
}

/** Records with numbers that Python and JavaScript write in other ways than these. */
const NUMBERS = [
  '{"mixed": 1.10, "nested": [1.0, 2, {"2": -0, "1": 0.10}], "share": 1.50, "n": 1}',
  '{"mixed": 0.0000001, "nested": [1e400, 12345678901234567890], "share": 1e2, "n": -0}',
  String.raw`{"mixed": "x", "nested": ["1.0", "\u00e9\n", true, null, {}], "share": null, "n": 3}`,
  '{"mixed": 1E+2, "nested": 0.30, "share": 0.0000001, "n": 4}',
  '{"mixed": -0, "share": 0.12345678901234568, "n": 9007199254740993}',
  '{"mixed": true, "nested": "", "share": -0.0}',
];

function recordFiles(): readonly FileCase[] {
  const records =
    '[{"id": 1, "big": 9007199254740993, "text": "2024-01-01", "ok": true},' +
    ' {"id": null, "extra": {"a": [1, null]}, "text": "", "ok": null},' +
    ' {"id": 3, "half": 0.5, "text": "é", "mixed": 1}, {"id": 4, "half": 2, "mixed": "x"}]';
  const lines = '{"b": 1, "a": "x"}\n\n{"a": "", "c": false}\n{"b": 2.5}\n';
  return [
    {
      title: 'JSON with gaps, nested values, big integers and mixed columns',
      name: 'records.json',
      format: 'json',
      bytes: records,
    },
    { title: 'JSON lines', name: 'lines.jsonl', format: 'jsonl', bytes: lines },
    ...(['json', 'jsonl'] as const).map((format): FileCase => ({
      title: `${format} whose numbers become text as they are written`,
      name: `numbers.${format}`,
      format,
      bytes: format === 'jsonl' ? NUMBERS.join('\n') : `[${NUMBERS.join(',')}]`,
      expected: table('mixed string, nested string, share float, n integer', [
        ['1.10', '[1.0,2,{"2":-0,"1":0.10}]', 1.5, 1],
        ['0.0000001', '[1e400,12345678901234567890]', 100, 0],
        ['x', '["1.0","é\\n",true,null,{}]', null, 3],
        ['1E+2', '0.30', 1e-7, 4],
        ['-0', null, 0.12345678901234568, 9007199254740993n],
        ['true', '', -0, null],
      ]),
    })),
    {
      title: 'JSON with a column without a name',
      name: 'unnamed.json',
      format: 'json',
      bytes: '[{"": 1, "a": "x"}, {"": 2}]',
      expected: table('column_1 integer, a string', [
        [1, 'x'],
        [2, null],
      ]),
    },
    {
      title: 'JSON Lines with columns without a name, beside those that they become',
      name: 'unnamed.jsonl',
      format: 'jsonl',
      bytes: '{"a": 1, " ": "x"}\n{"column_2": 2, "": "y"}\n{"2": 3}\n',
      expected: table(
        'a integer, column_2.1 string, column_2 integer, column_4 string, 2 integer',
        [
          [1, 'x', null, null, null],
          [null, null, 2, 'y', null],
          [null, null, null, null, 3],
        ],
      ),
    },
    {
      title: 'text with blank lines and no line feed at the end',
      name: 'log.txt',
      format: 'text',
      bytes: 'first\n\n  tab\there\r\nlast, "quoted"',
    },
    {
      title: 'Excel: the first sheet',
      name: 'book.xlsx',
      format: 'excel',
      bytes: workbook(),
    },
    {
      title: 'Excel: a sheet by its name',
      name: 'book.xlsx',
      format: 'excel',
      options: { sheet: 'Second one' },
      bytes: workbook(),
    },
    {
      title: 'Excel: missing values as empty texts, a blank row, and a table right of column A',
      name: 'empty-texts.xlsx',
      format: 'excel',
      bytes: workbookOfEmptyTexts(),
      expected: table('when datetime, ok boolean, share float, n integer, note string', [
        ['2024-01-02T00:00:00', true, 1.5, 7, 'x'],
        [null, null, null, 8, ' '],
        [null, null, null, null, null],
        ['2024-02-29T13:30:00', false, 2, null, null],
      ]),
    },
  ];
}

function workbook(): Uint8Array {
  const book = XLSX.utils.book_new();
  const first = XLSX.utils.aoa_to_sheet(
    [
      ['id', 'text', 'ok', 'when', 'share'],
      [1, '007', true, new Date(Date.UTC(2024, 1, 29)), 0.5],
      [2, null, null, null, 2],
      [null, 'NA', false, new Date(Date.UTC(2024, 1, 29, 13, 30, 5)), null],
    ],
    { UTC: true },
  );
  const second = XLSX.utils.aoa_to_sheet([['n'], [1], [2]]);
  XLSX.utils.book_append_sheet(book, first, 'First');
  XLSX.utils.book_append_sheet(book, second, 'Second one');
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array;
}

function parquetFiles(): readonly FileCase[] {
  return [
    {
      title: 'Parquet with the index of a pandas frame',
      name: 'indexed.parquet',
      format: 'parquet',
      bytes: gunzipSync(Buffer.from(INDEXED_FILE, 'base64')),
    },
    parquetFile('Parquet with small integers, floats, dates and categories', plainTypes()),
    parquetFile('Parquet that a cast makes regular', castTypes()),
    parquetFile('Parquet that a cast makes regular, with names like patterns', patternNames()),
    parquetFile('Parquet with NaN', pl.DataFrame({ x: pl.Series('x', [1.5, Number.NaN, null]) })),
    parquetFile('Parquet with zoned datetimes', zonedTypes()),
    parquetFile('Parquet without rows', castTypes().head(0)),
    parquetFile('Parquet with lists, structs, durations and times', sourceTypes()),
    parquetFile('Parquet with floats, times and durations in lists', nestedTypes()),
    {
      title: 'Parquet by pyarrow with every type in lists, structs and maps',
      name: 'nested.parquet',
      format: 'parquet',
      bytes: readFileSync(NESTED_TYPES),
    },
    decimalFile(),
  ];
}

/** A library that divides the digits as floats rounds most of these twice. */
const NESTED_TYPES = join(import.meta.dirname, '../fixtures/world/parquet/nested-types.parquet');

const IDS = ['123456789012345678', null, '-999999999999999999', '0', '-7', '1'];

function decimalFile(): FileCase {
  const texts = ['0.07', '778.96501365', '-99999999999999.99', '0.1', '1.1'];
  const decimals = pl.Series('price', [...texts, null], pl.String);
  const frame = pl.DataFrame([
    decimals.cast(pl.Decimal(38, 18)),
    decimals.cast(pl.Decimal(38, 24)).rename('long'),
    decimals.cast(pl.Decimal(18, 2)).rename('short'),
    pl.Series('id', IDS, pl.String).cast(pl.Decimal(18, 0)),
  ]);
  const ids = IDS.map((id) => (id === null ? null : BigInt(id)));
  const short = [0.07, 778.97, -99999999999999.99, 0.1, 1.1];
  const rows = texts.map((text, row) => [
    Number(text),
    Number(text),
    short[row] ?? null,
    ids[row] ?? null,
  ]);
  return {
    ...parquetFile('Parquet with decimals, each the nearest float or an integer', frame),
    expected: table('price float, long float, short float, id integer', [
      ...rows,
      [null, null, null, 1n],
    ]),
  };
}

function plainTypes(): pl.DataFrame {
  const frame = pl.DataFrame({
    small: pl.Series('small', [1, null, 3], pl.Int16),
    float: pl.Series('float', [1.5, Number.NaN, null], pl.Float64),
    single: pl.Series('single', [0.5, null, 2], pl.Float32),
    flag: pl.Series('flag', [true, null, false], pl.Bool),
    word: pl.Series('word', ['', null, 'x'], pl.String),
  });
  return frame
    .withColumn(
      pl.col('small').cast(pl.Int64).mul(86_400_000).cast(pl.Datetime('ms')).alias('moment'),
    )
    .withColumn(pl.col('small').cast(pl.Int32).cast(pl.Date).alias('day'))
    .withColumn(pl.col('word').cast(pl.Categorical).alias('category'));
}

function castTypes(): pl.DataFrame {
  return plainTypes().withColumn(pl.col('float').fillNan(pl.lit(null)).alias('float'));
}

function patternNames(): pl.DataFrame {
  const frame = castTypes();
  frame.columns = frame.columns.map((name, index) => ['*', '^.*$', 'a "b"', ''][index] ?? name);
  return frame;
}

function zonedTypes(): pl.DataFrame {
  const zoned = pl.col('moment').cast(pl.Datetime('us', 'Europe/Berlin'));
  return castTypes().select(zoned.alias('zoned'), pl.col('word'));
}

/** Types that no engine computes with: the service reads them as text and numbers. */
function sourceTypes(): pl.DataFrame {
  const text = (name: string, values: (string | null)[]): pl.Series =>
    pl.Series(name, values, pl.String);
  const moments = text('moment', ['4503599627370497', null, '-1', '90061500000']).cast(pl.Int64);
  const frame = pl.DataFrame([
    moments.cast(pl.Datetime('us')).cast(pl.Time).rename('clock'),
    moments.cast(pl.Duration('us')).rename('lasted'),
    moments.cast(pl.Duration('us')).rename('^l.*$'),
    text('word', ['ü', null, '"\n', '']),
    text('n', ['1', null, '9007199254740993', '-3']).cast(pl.Int64),
  ]);
  const some = pl.col('n').isNotNull();
  return frame.select(
    pl.col('clock'),
    pl.col('lasted'),
    pl.nth(2),
    pl.concatList([pl.col('n'), pl.lit(null).cast(pl.Int64)]).alias('integers'),
    pl
      .when(some)
      .then(pl.concatList([pl.col('word')]))
      .otherwise(pl.lit(null))
      .alias('words'),
    pl.struct([pl.col('n'), pl.col('word')]).alias('record'),
    pl.col('word').cast(pl.Categorical).alias('category'),
  );
}

function nestedTypes(): pl.DataFrame {
  const microseconds = pl
    .Series('n', ['90000000', null, '-1500000', '0', '34563600250000'], pl.String)
    .cast(pl.Int64);
  const floats = pl.Series('x', [1e-7, Number.NaN, 1.5e-5, Infinity, -0], pl.Float64);
  const list = (cells: pl.Expr, name: string): pl.Expr => pl.concatList([cells]).alias(name);
  return pl
    .DataFrame([microseconds, floats])
    .select(
      list(pl.col('n').cast(pl.Duration('us')), 'ages'),
      list(pl.col('n').cast(pl.Datetime('us')), 'moments'),
      list(pl.col('n').cast(pl.Datetime('us')).cast(pl.Date), 'days'),
      list(pl.col('x'), 'floats'),
      pl.struct([pl.col('n').cast(pl.Duration('ms')).alias('age'), pl.col('x')]).alias('record'),
    );
}

function parquetFile(title: string, frame: pl.DataFrame): FileCase {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-parity-'));
  const path = join(folder, 'types.parquet');
  frame.writeParquet(path);
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return {
    title,
    name: 'types.parquet',
    format: 'parquet',
    bytes,
  };
}
