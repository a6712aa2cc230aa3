import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

const RECORDS = 'write it with orient="records".';

const REFUSED: readonly WorldFile[] = [
  ...(
    [
      ['None of Python', '[{"a":None}]', 'None, True or False of Python'],
      ['a call around it', 'load([{"a":1}]);', 'remove what is before its first bracket'],
      ['a variable before it', 'var data = [{"a":1}];', 'remove what is before its first bracket'],
      ['comments', '[\n// one\n{"a":1}]', 'It has comments, which JSON lacks: remove them'],
      [
        'a list under a key with a point',
        '{"r":{"a.b":[{"n":1}]}}',
        'the list "r.a.b" under a key with a point, which records= cannot name: rename the key',
      ],
    ] as const
  ).map(([what, bytes, refusal]): WorldFile => ({
    oddity: what,
    name: 'other.json',
    format: 'json',
    bytes,
    refusal,
  })),
  {
    oddity: 'a list under a key with a point, which its option means',
    name: 'pointed.json',
    format: 'json',
    bytes: '{"r":{"a.b":[{"n":1}]}}',
    options: { records: 'r.a.b' },
    refusal: 'rename the key',
  },
  {
    oddity: 'letters in latin-1',
    name: 'latin.json',
    format: 'json',
    bytes: Buffer.from('[{"a":"K\xf6ln"}]', 'latin1'),
    refusal:
      /is not valid UTF-8 near line 1\. JSON has no option for its encoding: save it as UTF-8, or as UTF-16 with a byte order mark\.$/,
  },
  {
    oddity: 'an object per line under the name of JSON',
    name: 'j1_lines.json',
    format: 'json',
    refusal:
      'line 1, column 1: an array of objects is needed. It has an object in each line: give it a name that ends in .jsonl, or read it in the format jsonl.',
  },
  ...(['json', 'jsonl'] as const).map((format): WorldFile => ({
    oddity: `an object and a comma per line under the name of ${format}`,
    name: `commas.${format}`,
    format,
    bytes: '{"a":1},\n{"a":2}\n',
    refusal: 'put [ before the first object and ] after the last one, without its comma',
  })),
  {
    oddity: 'objects that follow each other over several lines',
    name: 'sequence.json',
    format: 'json',
    bytes: '{\n "a": 1\n}\n{\n "a": 2\n}\n',
    refusal:
      'put [ before the first one, commas between them, and ] after the last one, or write each of them in one line',
  },
  {
    oddity: 'a list under a key, which is not the only one',
    name: 'wrapped.json',
    format: 'json',
    bytes: '{"meta":{"tags":["x"],"[\\"":0},"results":[{"a":1},{"a":[{"b":1}]}]}',
    refusal: 'It is an object with the list "results": read that with records=results.',
  },
  {
    oddity: 'several lists within an object',
    name: 'deep.json',
    format: 'json',
    bytes: '{"response":{"docs":[{"a":1}]},"users":[ {"n":1}]}',
    refusal:
      'It is an object with the lists "users", "response.docs": read one of them with records=, such as records=users.',
  },
  {
    oddity: 'a list under a key in an object that is longer than what is searched',
    name: 'long.json',
    format: 'json',
    bytes: `{"rows":[${'{"text":"a [longer] {text}"},'.repeat(50_000)}{}]}`,
    refusal: 'records=rows',
  },
  {
    oddity: 'features of a map',
    name: 'map.geojson.json',
    format: 'json',
    bytes:
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1},"geometry":null}]}',
    refusal: 'records=features',
  },
  ...(
    [
      ['split', RECORDS],
      ['columns', RECORDS],
      ['index', RECORDS],
      ['values', 'write them with orient="records", or as CSV.'],
      ['table', 'records=data'],
    ] as const
  ).map(([orient, refusal]): WorldFile => ({
    oddity: `a frame of pandas with the orient ${orient}`,
    name: `orient-${orient}.json`,
    format: 'json',
    refusal,
  })),
  {
    oddity: 'one object',
    name: 'one.json',
    format: 'json',
    bytes: '{"a":1,"b":{"c":[1]}}',
    refusal: 'It is one object: to read it as one row, put it between [ and ].',
  },
  {
    oddity: 'an object under each key',
    name: 'keyed.json',
    format: 'json',
    bytes: '{"text/csv":{"a":1},"text/plain":{"a":2}}',
    refusal: 'write them as a list, as "jq [.[]]" does.',
  },
  {
    oddity: 'a Python literal',
    name: 'literal.json',
    format: 'json',
    bytes: "[{'a': None}]",
    refusal: 'write it with json.dumps or df.to_json.',
  },
  {
    oddity: 'a page of a login',
    name: 'login.json',
    format: 'json',
    bytes: '<!DOCTYPE html><html><body>Log in</body></html>',
    refusal: 'It is an HTML page',
  },
  {
    oddity: 'a list under the name of JSON lines',
    name: 'list.jsonl',
    format: 'jsonl',
    bytes: '[\n {"a":1},\n {"a":2}\n]\n',
    refusal: 'It is one array: give it a name that ends in .json, or read it in the format json.',
  },
  {
    oddity: 'a list per line',
    name: 'lists.jsonl',
    format: 'jsonl',
    bytes: '["a","b"]\n[1,2]\n',
    refusal: 'line 1 is not a JSON object. It has lists in place of objects',
  },
  {
    oddity: 'objects of several lines under the name of JSON lines',
    name: 'pretty.jsonl',
    format: 'jsonl',
    bytes: '{\n "a": "}"\n}\n{\n "a": 2\n}\n',
    refusal: 'Its objects span several lines: write each of them in one line, as "jq -c ." does.',
  },
  {
    oddity: 'one object of several lines under the name of JSON lines',
    name: 'answer.jsonl',
    format: 'jsonl',
    bytes: '{\n "items": [\n {"a": 1}\n ]\n}\n',
    refusal: /read it in the format json\. It is an object with the list "items".* records=items/,
  },
  {
    oddity: 'an invisible mark before the second object of a list',
    name: 'mark.json',
    format: 'json',
    bytes: '[{"a":1},\n\ufeff{"a":2}]',
    refusal:
      'line 2, column 1: the invisible character U+FEFF, a byte order mark, is here; remove it.',
  },
  {
    oddity: 'an invisible mark before the second line of JSON lines',
    name: 'mark.jsonl',
    format: 'jsonl',
    bytes: '{"a":1}\n\ufeff{"a":2}\n',
    refusal:
      'line 2, column 1: the invisible character U+FEFF, a byte order mark, is here; remove it.',
  },
  {
    oddity: 'spaces that JSON lacks',
    name: 'spaces.jsonl',
    format: 'jsonl',
    bytes: '{"a":1}\n{"a":\u00a02}\n',
    refusal: 'line 2, column 6: the invisible character U+00A0, a no-break space, is here',
  },
];

const NAN: readonly WorldFile[] = [
  {
    oddity: 'NaN and infinities of Python',
    name: 'nan.json',
    format: 'json',
    right: table('city string, n float', [
      ['Zürich', null],
      ['NaN', 1.5],
      [null, null],
    ]),
    warnings: {
      nan_values:
        '2 values are NaN or Infinity, which JSON lacks, and null in the table; the first is in line 1.',
    },
  },
  {
    oddity: 'NaN in integers, texts and nested values of JSON lines',
    name: 'nan.jsonl',
    format: 'jsonl',
    bytes:
      '{"n":1,"t":"a \\"NaN\\"","l":[1.0,{"x":Infinity}]}\n{"n":NaN,"t":NaN,"l":null}\n{"n":3,"t":"NaN","l":-Infinity}\n',
    right: table('n integer, t string, l string', [
      [1, 'a "NaN"', '[1.0,{"x":null}]'],
      [null, null, null],
      [3, 'NaN', null],
    ]),
    warnings: { nan_values: '4 values are NaN or Infinity' },
  },
];

const READ: readonly WorldFile[] = [
  ...(['json', 'jsonl'] as const).map((format): WorldFile => ({
    oddity: `two bytes for each character, as ${format}`,
    name: `wide.${format}`,
    format,
    bytes: Buffer.from(
      format === 'json' ? '\ufeff[{"a":"Zürich"}]' : '\ufeff{"a":"Zürich"}\r\n',
      'utf16le',
    ),
    right: table('a string', [['Zürich']]),
  })),
  {
    oddity: 'a carriage return and separators of lines within lines of JSON',
    name: 'ends.jsonl',
    format: 'jsonl',
    bytes: '{"a":1,\r"b":"x\u2028y"}\r\n\r\n{"a":2}',
    right: table('a integer, b string', [
      [1, 'x\u2028y'],
      [2, null],
    ]),
  },
];

const DECIMALS: readonly WorldFile[] = [
  {
    oddity: 'decimals of more digits than a float keeps',
    name: 'decimals.json',
    format: 'json',
    bytes: '[{"n": 0.1234567890123456789, "f": 0.30000000000000004}, {"n": 1, "f": 1.5}]',
    right: table('n float, f float', [
      [0.12345678901234568, 0.30000000000000004],
      [1, 1.5],
    ]),
    warnings: {
      rounded_decimals:
        /^Column "n" has decimals that a float rounds: 0\.1234567890123456789 is read as 0\.12345678901234568, /,
    },
  },
  {
    oddity: 'decimals of many digits in a column that is text',
    name: 'texts.jsonl',
    format: 'jsonl',
    bytes: '{"n": 0.1234567890123456789}\n{"n": "x"}\n',
    right: table('n string', [['0.1234567890123456789'], ['x']]),
  },
];

checkWorldTable('JSON files of the world', [...REFUSED, ...NAN, ...READ, ...DECIMALS], {
  fixtures: 'json',
  python: await parityPython(),
});
