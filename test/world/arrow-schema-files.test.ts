import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { parityPython } from '../parity/parity-python.ts';
import { table } from '../parity/parity-case.ts';
import { nullsOfEachType } from './each-type.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

const MISREAD = 'Python reads the column "v" of its files otherwise than a run.';
const BYTES_WARNING: WorldFile['warnings'] = {
  bytes_as_hexadecimal: 'mark the column as text (UTF8)',
};

/** A file of rows with ids, and a column. */
function values(type: string, cells: readonly (string | number | null)[]): ExampleTable {
  return table(
    `id integer, v ${type}`,
    cells.map((cell, place) => [place + 1, cell]),
  );
}

const FAR = values('datetime', [
  '2024-02-29T10:00:00',
  null,
  '2500-01-01T00:00:00',
  '1500-01-01T00:00:00',
]);
const TIMES = values('string', ['01:00:00.000000001', '00:00:00.000001', null]);
const LISTS = values('string', ['[1,2]', '[3,null]', null]);

/** Parquet has no type of durations, and stores columns of no type as integers. */
const PLAIN_TYPES = { duration: 'integer', nothing: 'integer' };

type Row = Pick<WorldFile, 'oddity' | 'name' | 'right' | 'notExported' | 'warnings'>;

const ROWS: readonly Row[] = [
  {
    oddity: 'moments of INT96 that nanoseconds do not reach',
    name: 'int96-schema-far',
    right: FAR,
    notExported: MISREAD,
  },
  {
    oddity: 'moments of INT96 with a zone that nanoseconds do not reach',
    name: 'int96-schema-zoned',
    right: FAR,
    notExported: MISREAD,
  },
  {
    oddity: 'a moment of INT96 one second before those that nanoseconds reach',
    name: 'int96-schema-low',
    right: values('datetime', ['1677-09-21T00:12:43']),
    notExported: MISREAD,
  },
  {
    oddity: 'the first and the last moments of INT96 that nanoseconds reach',
    name: 'int96-schema-near',
    right: values('datetime', ['1677-09-21T00:12:44', '2262-04-11T23:47:16.854775', null]),
  },
  {
    oddity: 'nulls of INT96',
    name: 'nulls-int96',
    right: values('datetime', [null, null]),
  },
  {
    oddity: 'a dictionary of bytes, some of them UTF-8',
    name: 'dictionary-bytes',
    right: values('string', ['616263', 'ff', null]),
    warnings: BYTES_WARNING,
  },
  {
    oddity: 'a dictionary of bytes, all of them UTF-8',
    name: 'dictionary-ascii-bytes',
    right: values('string', ['61', '62', '61', null]),
    warnings: BYTES_WARNING,
  },
  {
    oddity: 'a dictionary of bytes of a fixed length',
    name: 'dictionary-fixed-bytes',
    right: values('string', ['61626364', 'ff000102', null]),
    warnings: BYTES_WARNING,
  },
  {
    oddity: 'a dictionary of durations',
    name: 'dictionary-durations',
    right: values('float', [1.5, null]),
    notExported: MISREAD,
  },
  {
    oddity: 'a dictionary of zoned moments',
    name: 'dictionary-zoned',
    right: values('datetime', ['2024-01-01T00:00:00', null]),
  },
  {
    oddity: 'times with nanoseconds',
    name: 'time-ns',
    right: TIMES,
  },
  {
    oddity: 'times with nanoseconds and no schema of Arrow',
    name: 'time-ns-without-schema',
    right: TIMES,
  },
  {
    oddity: 'times in nanoseconds that are whole microseconds',
    name: 'time-ns-whole',
    right: values('string', ['01:00:00.000001', '00:00:00', null]),
  },
  {
    oddity: 'lists of a fixed length, one of which is null',
    name: 'fixed-list-null',
    right: LISTS,
    notExported: MISREAD,
  },
  {
    oddity: 'lists of a fixed length, one of which is null, and no schema of Arrow',
    name: 'fixed-list-null-without-schema',
    right: LISTS,
  },
  {
    oddity: 'lists of a fixed length, none of which is null',
    name: 'fixed-list',
    right: values('string', ['[1,2]', '[3,null]']),
  },
  {
    oddity: 'structs of lists of a fixed length, one of which is null',
    name: 'fixed-list-in-struct',
    right: values('string', ['{"x":[1,2]}', '{"x":null}', null]),
    notExported: MISREAD,
  },
  {
    oddity: 'lists of lists of a fixed length, one of which is null',
    name: 'fixed-list-in-list',
    right: values('string', ['[[1,2],null]', '[]', null]),
    notExported: MISREAD,
  },
  {
    oddity: 'maps of lists of a fixed length, one of which is null',
    name: 'fixed-list-in-map',
    right: values('string', ['[{"key":"k","value":[1,2]}]', '[{"key":"k","value":null}]']),
    notExported: MISREAD,
  },
  {
    oddity: 'columns of nulls of each type',
    name: 'nulls',
    right: nullsOfEachType(2),
    notExported: 'Python reads the column "fixed_list" of its files otherwise than a run.',
  },
  {
    oddity: 'columns of nulls of each type, and no schema of Arrow',
    name: 'nulls-without-schema',
    right: nullsOfEachType(2, PLAIN_TYPES),
  },
  { oddity: 'columns of each type and no rows', name: 'no-rows', right: nullsOfEachType(0) },
  {
    oddity: 'columns of each type, no rows and no schema of Arrow',
    name: 'no-rows-without-schema',
    right: nullsOfEachType(0, PLAIN_TYPES),
  },
];

const FILES = ROWS.map((row): WorldFile => ({
  ...row,
  name: `${row.name}.parquet`,
  format: 'parquet',
}));

checkWorldTable('Parquet files with the schema of Arrow', FILES, {
  fixtures: 'parquet',
  python: await parityPython(),
});
