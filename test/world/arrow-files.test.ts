import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { parityPython } from '../parity/parity-python.ts';
import { table } from '../parity/parity-case.ts';
import { nullsOfEachType } from './each-type.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

/** A file of rows with ids, and a column of text. */
function texts(cells: readonly (string | null)[]): ExampleTable {
  return table(
    'id integer, v string',
    cells.map((cell, place) => [place + 1, cell]),
  );
}

const BYTES = texts(['616263', 'ff', null]);
const FIXED_BYTES = texts(['61626364', 'ff000102', null]);
const BYTES_WARNING: WorldFile['warnings'] = {
  bytes_as_hexadecimal: 'mark the column as text (UTF8)',
};

const NOT_EXPORTED = 'Exported Python reads no Arrow files of a storage. Store the file as Parquet';

const FILES: readonly WorldFile[] = [
  ...(
    [
      ['bytes', 'binary.arrow', BYTES],
      ['bytes of a fixed length', 'fixed-binary.arrow', FIXED_BYTES],
      ['large bytes', 'large-binary.arrow', BYTES],
      ['bytes by a view', 'binary-view.arrow', BYTES],
      ['bytes only', 'binary-only.arrow', table('v string', [['616263'], ['ff'], [null]])],
      ['bytes as a stream', 'binary.arrows', BYTES],
      ['bytes of a fixed length as a stream', 'fixed-binary.arrows', FIXED_BYTES],
      ['a dictionary of bytes', 'dictionary-binary.arrow', BYTES],
      ['a dictionary of bytes as a stream', 'dictionary-binary.arrows', BYTES],
    ] as const
  ).map(([oddity, name, right]): WorldFile => ({
    oddity,
    name,
    format: 'parquet',
    right,
    warnings: BYTES_WARNING,
    notExported: NOT_EXPORTED,
  })),
  {
    oddity: 'Arrow under the name of Parquet',
    name: 'arrow-inside.parquet',
    format: 'parquet',
    right: BYTES,
    warnings: BYTES_WARNING,
    notExported: 'Python reads the column "id" of its files otherwise than a run. Upload the file',
  },
  {
    oddity: 'a dictionary that a later batch of its stream replaces',
    name: 'replaced-dictionary.arrows',
    format: 'parquet',
    right: texts(['a', 'b', 'c', 'a']),
    notExported: NOT_EXPORTED,
  },
  ...['delta-dictionary.arrow', 'delta-dictionary.arrows'].map((name): WorldFile => ({
    oddity: `a dictionary to which a later batch adds, ${name}`,
    name,
    format: 'parquet',
    refusal: `${name} cannot be read as an Arrow file: a batch adds values to a dictionary of an earlier one. Write it with whole dictionaries, or as Parquet.`,
  })),
  ...(
    [
      ['lists', 'list-of-bytes', 'list of binary'],
      ['lists of a fixed length of bytes', 'list-of-fixed-bytes', 'list of binary'],
      ['structs', 'struct-of-bytes', 'struct of binary'],
      ['maps', 'map-of-bytes', 'map of struct of binary'],
    ] as const
  ).map(([oddity, name, type]): WorldFile => ({
    oddity: `bytes in ${oddity}`,
    name: `${name}.arrow`,
    format: 'parquet',
    refusal: `${name}.arrow: Column "v" has the type ${type}, which cannot be read. Convert it to a basic type, such as text, or leave it out.`,
  })),
  {
    oddity: 'columns that pyarrow 0.17 compressed',
    name: 'pyarrow-0.17-lz4.feather',
    format: 'parquet',
    refusal:
      'pyarrow-0.17-lz4.feather: the columns are compressed as before Arrow 1.0, which cannot be read. Read it with pyarrow 0.17 or later, and write it again.',
  },
  {
    oddity: 'lists of a fixed length, one of which is null',
    name: 'fixed-list.arrow',
    format: 'parquet',
    right: texts(['[1,2]', '[3,null]', null]),
    notExported: NOT_EXPORTED,
  },
  {
    oddity: 'maps of lists of a fixed length, one of which is null',
    name: 'fixed-list-in-map.arrow',
    format: 'parquet',
    right: texts(['[{"key":"k","value":[1,2]}]', '[{"key":"k","value":null}]']),
    notExported: NOT_EXPORTED,
  },
  {
    oddity: 'times with nanoseconds',
    name: 'time-ns.arrow',
    format: 'parquet',
    right: texts(['01:00:00.000000001', '00:00:00.000001', null]),
    notExported: NOT_EXPORTED,
  },
  {
    oddity: 'columns of nulls of each type',
    name: 'nulls.arrow',
    format: 'parquet',
    right: nullsOfEachType(2),
    notExported: NOT_EXPORTED,
  },
  {
    oddity: 'columns of nulls of each type as a stream',
    name: 'nulls.arrows',
    format: 'parquet',
    right: nullsOfEachType(2),
    notExported: NOT_EXPORTED,
  },
  {
    oddity: 'columns of each type and no record batches',
    name: 'no-batches.arrow',
    format: 'parquet',
    right: nullsOfEachType(0),
    notExported: NOT_EXPORTED,
  },
  {
    oddity: 'columns of each type and no record batches as a stream',
    name: 'no-batches.arrows',
    format: 'parquet',
    right: nullsOfEachType(0),
    notExported: NOT_EXPORTED,
  },
  {
    oddity: 'columns of each type and an empty record batch',
    name: 'empty-batch.arrow',
    format: 'parquet',
    right: nullsOfEachType(0),
    notExported: NOT_EXPORTED,
  },
  {
    oddity: 'lists of the fixed length 0',
    name: 'fixed-list-of-0.arrow',
    format: 'parquet',
    refusal: 'Column "l" has the type array of length 0, which',
  },
  {
    oddity: 'bytes of the fixed length 0 in a stream',
    name: 'fixed-binary-of-0.arrows',
    format: 'parquet',
    refusal: 'Column "l" has the type binary of length 0, which',
  },
  {
    oddity: 'structs without fields',
    name: 'empty-struct.arrow',
    format: 'parquet',
    refusal: 'Column "l" has the type struct without fields, which',
  },
  {
    oddity: 'lists of lists of length 0 in Parquet',
    name: 'list-of-fixed-list-of-0.parquet',
    format: 'parquet',
    refusal: 'Column "l" has the type list of array of length 0',
  },
  {
    oddity: 'decimals of a negative scale',
    name: 'negative-scale.arrow',
    format: 'parquet',
    refusal: 'Column "l" has the type decimal with a negative scale',
  },
  {
    oddity: 'two columns of one name',
    name: 'two-names.arrow',
    format: 'parquet',
    refusal: '2 columns have the name "a"',
  },
];

checkWorldTable('Arrow files of the world', FILES, {
  fixtures: 'arrow',
  python: await parityPython(),
});
