import type { ColumnSchema } from '../../../domain/column.ts';
import type { JsonValue } from '../../../domain/json.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const DATA: readonly ColumnSchema[] = [
  { name: 'size', type: 'string' },
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  ['S', 9007199254740993n, 2, true, '2024-02-29T00:00:00'],
  ['größer 😀', 9007199254740992n, 2.5, false, '2024-01-01T12:30:00.5'],
  [null, null, null, null, null],
  ['', 10, -0, true, null],
  ['L', -1, Infinity, false, '2024-02-29T00:00:00'],
];
const data = { in: { columns: DATA, rows: ROWS } };

/** The expected table: the input with other cells in one column, or with a further one. */
function withCells(
  name: string,
  type: ColumnSchema['type'],
  cells: readonly JsonValue[],
): ExampleTable {
  const at = DATA.findIndex((column) => column.name === name);
  if (at === -1) {
    return {
      columns: [...DATA, { name, type }],
      rows: ROWS.map((row, index) => [...row, cells[index] ?? null]),
    };
  }
  return {
    columns: DATA.with(at, { name, type }),
    rows: ROWS.map((row, index) => row.with(at, cells[index] ?? null)),
  };
}

/** Worked examples of `mapValues`. */
export const mapValuesExamples: readonly NodeExample[] = [
  {
    title: 'Values that the mapping does not have stay, and so does null',
    rules: ['null-compare', 'config-default'],
    config: { column: 'size', mapping: { S: 'small', L: 'S', '': 'empty' } },
    inputs: data,
    expected: withCells('size', 'string', ['small', 'größer 😀', null, 'empty', 'S']),
  },
  {
    title: 'The default replaces all other values and null; new values have their own type',
    rules: ['map-default', 'bigint'],
    config: {
      column: 'size',
      new_column: 'width',
      mapping: { S: 1, 'größer 😀': 9007199254740993n },
      default: 0,
      use_default: true,
    },
    inputs: data,
    expected: withCells('width', 'integer', [1, 9007199254740993n, 0, 0, 0]),
  },
  {
    title: 'A default is used unless "use_default" is false',
    config: { column: 'size', mapping: { S: 'small' }, default: 'other' },
    inputs: data,
    expected: withCells('size', 'string', ['small', 'other', 'other', 'other', 'other']),
  },
  {
    title: 'A default that is an empty text is used too',
    rules: ['map-default'],
    config: { column: 'size', mapping: { S: 'small' }, default: '' },
    inputs: data,
    expected: withCells('size', 'string', ['small', '', '', '', '']),
  },
  {
    title: 'A default null is used too, and is the default without the key',
    rules: ['map-default'],
    config: { column: 'size', mapping: { S: 1 }, default: null },
    inputs: data,
    expected: withCells('size', 'integer', [1, null, null, null, null]),
  },
  {
    title: 'Without the key "default" the default that is used is null',
    rules: ['config-default'],
    config: { column: 'size', mapping: { S: 1 }, use_default: true },
    inputs: data,
    expected: withCells('size', 'integer', [1, null, null, null, null]),
  },
  {
    title: 'A default is not used where "use_default" is null, which is false',
    config: { column: 'size', mapping: { S: 'small' }, default: 'unused', use_default: null },
    inputs: data,
    expected: withCells('size', 'string', ['small', 'größer 😀', null, '', 'L']),
  },
  {
    title: 'Keys meet integers by their text, exactly; texts turn the column into text',
    rules: ['map-key', 'bigint', 'cast-text'],
    config: { column: 'n', mapping: { '9007199254740993': 'big', '10': 'ten' } },
    inputs: data,
    expected: withCells('n', 'string', ['big', '9007199254740992', null, 'ten', '-1']),
  },
  {
    title: 'New values that fit the column keep its type',
    rules: ['value-type'],
    config: { column: 'n', mapping: { '10': '-1', '-1': 10 } },
    inputs: data,
    expected: withCells('n', 'integer', [9007199254740993n, 9007199254740992n, null, -1, 10]),
  },
  {
    title: 'Fractions turn integers into floats',
    rules: ['supertype'],
    config: { column: 'n', mapping: { '10': 0.5, '-1': 2 } },
    inputs: data,
    expected: withCells('n', 'float', [9007199254740992, 9007199254740992, null, 0.5, 2]),
  },
  {
    title: 'Keys meet floats as 2 and as 2.0; 0 is also -0',
    rules: ['map-key', 'map-default'],
    config: {
      column: 'x',
      mapping: { '2': 'two', '2.50': 'more', '0.0': 'zero', inf: 'all' },
      default: '?',
    },
    inputs: data,
    expected: withCells('x', 'string', ['two', 'more', '?', 'zero', 'all']),
  },
  {
    title: 'Keys meet booleans and dates',
    rules: ['map-key'],
    config: {
      column: 'day',
      mapping: { '2024-02-29': 'leap', '2024-01-01 12:30:00.500': 'half' },
      default: 'none',
    },
    inputs: data,
    expected: withCells('day', 'string', ['leap', 'half', 'none', 'none', 'leap']),
  },
  {
    title: 'Booleans can become numbers',
    config: { column: 'ok', mapping: { true: 1, false: 0.5 }, default: 2, use_default: true },
    inputs: data,
    expected: withCells('ok', 'float', [1, 0.5, 2, 1, 0.5]),
  },
  {
    title: 'Booleans can become integers without a default',
    config: { column: 'ok', mapping: { true: 1, false: 0 } },
    inputs: data,
    expected: withCells('ok', 'integer', [1, 0, null, 1, 0]),
  },
  {
    title: 'Booleans can become integers and a default',
    config: { column: 'ok', mapping: { true: 1, false: 0 }, default: null, use_default: true },
    inputs: data,
    expected: withCells('ok', 'integer', [1, 0, null, 1, 0]),
  },
  {
    title: 'Booleans can become any numbers, and null',
    config: { column: 'ok', new_column: 'rank', mapping: { true: null, false: 2 } },
    inputs: data,
    expected: withCells('rank', 'integer', [null, 2, null, null, 2]),
  },
  {
    title: 'Booleans beside numbers are mixed types: text',
    config: { column: 'ok', mapping: { true: 1 } },
    inputs: data,
    expected: withCells('ok', 'string', ['1', 'false', null, '1', 'false']),
  },
  {
    title: 'New values that are text are read as booleans',
    rules: ['value-type'],
    config: { column: 'ok', mapping: { true: 'false', false: 'true' } },
    inputs: data,
    expected: withCells('ok', 'boolean', [false, true, null, false, true]),
  },
  {
    title: 'A value can become null',
    config: { column: 'size', mapping: { '': null, L: null } },
    inputs: data,
    expected: withCells('size', 'string', ['S', 'größer 😀', null, null, null]),
  },
  {
    title: 'Values in and out of the mapping have mixed types: text',
    rules: ['supertype'],
    config: { column: 'size', new_column: 'mixed', mapping: { S: 1, L: 'x' }, default: true },
    inputs: data,
    expected: withCells('mixed', 'string', ['1', 'true', 'true', 'true', 'x']),
  },
  {
    title: 'A table without rows',
    config: { column: 'n', mapping: { '1': 'a' }, default: 'b' },
    inputs: { in: { columns: DATA, rows: [] } },
    expected: { ...withCells('n', 'string', []), rows: [] },
  },
  {
    title: 'A mapping without values is an error',
    config: { column: 'n', mapping: {} },
    inputs: data,
    expected: { error: /"mapping".*at least one value/ },
  },
  {
    title: 'A list as a new value is an error',
    config: { column: 'n', mapping: { '1': [1] } },
    inputs: data,
    expected: { error: /"mapping.1".*must be a text, a number or a boolean/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { column: 'sizes', mapping: { S: 's' } },
    inputs: data,
    expected: { error: /sizes.*size/ },
  },
];
