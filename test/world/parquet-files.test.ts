import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { parityPython } from '../parity/parity-python.ts';
import { table } from '../parity/parity-case.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

const OUT_OF_FILE =
  'which cannot be read. Convert it to a basic type, such as text, or leave it out.';

/** A file of three rows with ids, and a column of text. */
function texts(name: string, cells: readonly (string | null)[]): ExampleTable {
  return table(
    `id integer, ${name} string`,
    cells.map((cell, place) => [place + 1, cell]),
  );
}

const FILES: readonly WorldFile[] = [
  {
    oddity: 'moments of INT96 before and after those that nanoseconds reach',
    name: 'int96-far.parquet',
    format: 'parquet',
    notExported: 'Python reads the column "valid_to" of its files otherwise than a run.',
    right: table('id integer, valid_to datetime', [
      [1, '2024-02-29T10:00:00'],
      [2, '9999-12-31T00:00:00'],
      [3, '0001-01-01T00:00:00'],
      [4, '2500-01-01T00:00:00'],
    ]),
  },
  {
    oddity: 'moments of INT96 that nanoseconds reach',
    name: 'int96-near.parquet',
    format: 'parquet',
    right: table('id integer, t datetime', [
      [1, '2024-02-29T10:00:00.123456'],
      [2, null],
      [3, '1700-01-01T00:00:00'],
    ]),
  },
  {
    oddity: 'lists of INT96',
    name: 'int96-list.parquet',
    format: 'parquet',
    notExported: 'Python reads the column "t" of its files otherwise than a run.',
    right: texts('t', ['["2024-02-29 10:00:00"]', '[null,"9999-12-31 00:00:00"]', null]),
  },
  {
    oddity: 'repeated numbers that are not marked as a list',
    name: 'repeated.parquet',
    format: 'parquet',
    right: table('order_id integer, amounts string', [
      [1, '[10,20]'],
      [2, '[]'],
      [3, '[30]'],
    ]),
  },
  {
    oddity: 'a repeated group that is not marked as a list',
    name: 'repeated-group.parquet',
    format: 'parquet',
    right: texts('a', ['[{"x":1,"y":"p"},{"x":null,"y":"q"}]', '[]', '[{"x":3,"y":null}]']),
  },
  {
    oddity: 'repeated moments that are not marked as a list',
    name: 'repeated-moments.parquet',
    format: 'parquet',
    right: texts('a', ['["2024-02-29T10:00:00+00:00"]', '[]', '["2024-01-01T00:00:00+00:00"]']),
  },
  {
    oddity: 'lists as Hive writes them',
    name: 'hive-list.parquet',
    format: 'parquet',
    right: texts('a', ['[10,null]', '[]', null]),
  },
  {
    oddity: 'lists of two levels',
    name: 'two-level-list.parquet',
    format: 'parquet',
    right: texts('a', ['["x","y"]', '[]', null]),
  },
  {
    oddity: 'lists of two levels with structs of one field',
    name: 'two-level-structs.parquet',
    format: 'parquet',
    right: texts('a', ['[{"x":1},{"x":null}]', '[]', null]),
  },
  {
    oddity: 'lists of three levels that are not marked as such',
    name: 'unmarked-list.parquet',
    format: 'parquet',
    right: texts('a', ['{"list":[{"element":10},{"element":null}]}', '{"list":[]}', null]),
  },
  {
    oddity: 'maps that are not marked as such',
    name: 'unmarked-map.parquet',
    format: 'parquet',
    right: texts('a', [
      '{"key_value":[{"key":"color","value":"red"},{"key":"size","value":null}]}',
      '{"key_value":[]}',
      null,
    ]),
  },
  {
    oddity: 'maps whose keys and values have other names',
    name: 'old-map.parquet',
    format: 'parquet',
    right: texts('a', ['[{"key":"color","value":"red"},{"key":"size","value":null}]', '[]', null]),
  },
  {
    oddity: 'maps, one of them empty',
    name: 'map.parquet',
    format: 'parquet',
    right: texts('tags', ['[{"key":"color","value":"red"}]', '[]']),
  },
  {
    oddity: 'maps in lists, structs and maps',
    name: 'nested-maps.parquet',
    format: 'parquet',
    right: table('l string, s string, mm string', [
      [
        '[[{"key":"a","value":1.5}],[]]',
        '{"m":[{"key":"a","value":1}]}',
        '[{"key":"a","value":[{"key":"b","value":1}]}]',
      ],
      [null, '{"m":null}', '[]'],
    ]),
  },
  {
    oddity: 'floats of 16 bits',
    name: 'float16.parquet',
    format: 'parquet',
    right: table('id integer, ratio float', [
      [1, 32.875],
      [2, 32.5],
    ]),
  },
  {
    oddity: 'lists of floats of 16 bits',
    name: 'float16-list.parquet',
    format: 'parquet',
    right: texts('f', ['[1.2998047]', '[]', null]),
  },
  {
    oddity: 'bytes, some of them UTF-8',
    name: 'bytes.parquet',
    format: 'parquet',
    right: texts('f', ['ff00616263', '78', null]),
    warnings: { bytes_as_hexadecimal: 'Column "f" has bytes' },
  },
  {
    oddity: 'bytes by the schema of Arrow, all of them UTF-8',
    name: 'arrow-bytes.parquet',
    format: 'parquet',
    right: texts('f', ['616263', 'c3bc', null]),
    warnings: { bytes_as_hexadecimal: 'mark the column as text (UTF8)' },
  },
  {
    oddity: 'hashes of 16 bytes that are letters by chance',
    name: 'hash.parquet',
    format: 'parquet',
    right: texts('f', [
      '6162636465666768696a6b6c6d6e6f70',
      '6162636465666768696a6b6c6d6e6f70',
      null,
    ]),
    warnings: { bytes_as_hexadecimal: /digits: 6162636465666768…\./ },
  },
  {
    oddity: 'texts of Impala, which marks none',
    name: 'impala-text.parquet',
    format: 'parquet',
    notExported: 'Python reads the column "s" of its files otherwise than a run.',
    right: texts('s', ['abc', 'ü', null]),
  },
  {
    oddity: 'UUIDs',
    name: 'uuid.parquet',
    format: 'parquet',
    notExported: 'Python reads the column "u" of its files otherwise than a run.',
    right: texts('u', [
      '12345678-1234-5678-1234-567812345678',
      '00000000-0000-0000-0000-000000000001',
      null,
    ]),
  },
  {
    oddity: 'JSON',
    name: 'json.parquet',
    format: 'parquet',
    notExported: 'Python reads the column "j" of its files otherwise than a run.',
    right: texts('j', ['{"a":1}']),
  },
  {
    oddity: 'decimals in more bytes than they need',
    name: 'wide-decimal.parquet',
    format: 'parquet',
    notExported: 'Python reads the column "d" of its files otherwise than a run.',
    right: table('id integer, d float', [
      [1, 12345678.25],
      [2, -0.07],
      [3, null],
    ]),
  },
  {
    oddity: 'a count of nulls that is wrong',
    name: 'wrong-null-count.parquet',
    format: 'parquet',
    right: texts('s', ['a', null, 'b']),
  },
  {
    oddity: 'fewer rows than it says',
    name: 'wrong-row-count.parquet',
    format: 'parquet',
    refusal: 'wrong-row-count.parquet cannot be read as a Parquet file: its content is damaged',
  },
  ...(
    [
      ['decimals of 40 digits', 'long-decimal', 'd', 'decimal(40, 2)'],
      ['intervals', 'interval', 'iv', 'interval'],
      ['UUIDs in lists', 'list-of-uuid', 'u', 'list of uuid'],
      ['JSON in structs', 'struct-of-json', 's', 'struct of json'],
      ['bytes in structs', 'struct-of-bytes', 's', 'struct of binary'],
    ] as const
  ).map(([oddity, name, column, type]): WorldFile => ({
    oddity,
    name: `${name}.parquet`,
    format: 'parquet',
    refusal: `${name}.parquet: Column "${column}" has the type ${type}, ${OUT_OF_FILE}`,
  })),
  {
    oddity: 'the first four bytes of Parquet only',
    name: 'cut.parquet',
    format: 'parquet',
    bytes: 'PAR1',
    refusal: 'cut.parquet is not a Parquet file.',
  },
];

checkWorldTable('Parquet files of the world', FILES, {
  fixtures: 'parquet',
  python: await parityPython(),
});
