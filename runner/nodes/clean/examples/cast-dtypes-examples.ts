import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';
import { castDtypesNumberExamples } from './cast-dtypes-number-examples.ts';

const RAW: readonly ColumnSchema[] = [
  { name: 'n', type: 'string' },
  { name: 'x', type: 'float' },
  { name: 'day', type: 'string' },
];

const textTable = (rows: ExampleTable['rows']) => ({ in: { columns: RAW, rows } });

export const castDtypesExamples: readonly NodeExample[] = [
  {
    title: 'Text to integers, exact beyond 2^53; any other text becomes null',
    rules: ['bigint', 'cast'],
    config: { casts: { n: 'integer' }, errors: 'coerce' },
    inputs: textTable([
      [' 12 ', null, null],
      ['9007199254740993', null, null],
      ['-3.0', null, null],
      ['2.5', null, null],
      ['abc', null, null],
      ['', null, null],
      [null, null, null],
    ]),
    expected: {
      columns: [{ name: 'n', type: 'integer' }, ...RAW.slice(1)],
      rows: [
        [12, null, null],
        [9007199254740993n, null, null],
        [-3, null, null],
        [null, null, null],
        [null, null, null],
        [null, null, null],
        [null, null, null],
      ],
    },
  },
  {
    title: 'A moment outside the years 1 to 9999 is no datetime, also if an offset leads there',
    config: { casts: { day: 'datetime' }, errors: 'coerce' },
    inputs: textTable([
      [null, null, '0000-12-31'],
      [null, null, '0001-01-01T00:30:00+01:00'],
      [null, null, '9999-12-31T23:30:00-01:00'],
      [null, null, '0001-01-01'],
      [null, null, '9999-12-31T23:59:59.999999Z'],
    ]),
    expected: {
      columns: [...RAW.slice(0, 2), { name: 'day', type: 'datetime' }],
      rows: [
        [null, null, null],
        [null, null, null],
        [null, null, null],
        [null, null, '0001-01-01T00:00:00'],
        [null, null, '9999-12-31T23:59:59.999999'],
      ],
    },
  },
  {
    title: 'The greatest offset is 23:59; a text with a greater one is no datetime',
    config: { casts: { day: 'datetime' }, errors: 'coerce' },
    inputs: textTable([
      [null, null, '2024-02-29T10:00:00+23:59'],
      [null, null, '2024-02-29T10:00-2359'],
      [null, null, '2024-02-29T10:00:00+24:00'],
      [null, null, '2024-02-29T10:00-24'],
      [null, null, '2024-02-29T10:00:00+05:60'],
    ]),
    expected: {
      columns: [...RAW.slice(0, 2), { name: 'day', type: 'datetime' }],
      rows: [
        [null, null, '2024-02-28T10:01:00'],
        [null, null, '2024-03-01T09:59:00'],
        [null, null, null],
        [null, null, null],
        [null, null, null],
      ],
    },
  },
  {
    title: 'An offset of a day cannot be read',
    rules: ['errors'],
    config: { casts: { day: 'datetime' } },
    inputs: textTable([
      [null, null, '2024-02-29'],
      [null, null, '2024-02-29T10:00:00+24:00'],
    ]),
    expected: { error: /row 2 of the input: The text "2024-02-29T10:00:00\+24:00" cannot be read/ },
  },
  {
    title: 'A date of the year 0 cannot be read',
    config: { casts: { day: 'datetime' } },
    inputs: textTable([[null, null, '0000-12-31']]),
    expected: { error: /0000-12-31/ },
  },
  {
    title: 'ISO 8601 without a format, detected for each cell; offsets are converted to UTC',
    rules: ['date-iso', 'date-zone', 'date-bad'],
    config: { casts: { day: 'datetime' }, errors: 'coerce' },
    inputs: textTable([
      [null, null, '2024-02-29'],
      [null, null, '2024-02-29T10:30:00+02:00'],
      [null, null, '2024-02-29 23:59:59.5'],
      [null, null, '29.02.2024'],
      [null, null, '2023-02-29'],
      [null, null, null],
    ]),
    expected: {
      columns: [...RAW.slice(0, 2), { name: 'day', type: 'datetime' }],
      rows: [
        [null, null, '2024-02-29T00:00:00'],
        [null, null, '2024-02-29T08:30:00'],
        [null, null, '2024-02-29T23:59:59.500'],
        [null, null, null],
        [null, null, null],
        [null, null, null],
      ],
    },
  },
  {
    title: 'Dates with a format',
    config: { casts: { day: 'datetime' }, errors: 'coerce', format: '%d/%m/%Y' },
    inputs: textTable([
      [null, null, '29/02/2024'],
      [null, null, '2024-02-29'],
    ]),
    expected: {
      columns: [...RAW.slice(0, 2), { name: 'day', type: 'datetime' }],
      rows: [
        [null, null, '2024-02-29T00:00:00'],
        [null, null, null],
      ],
    },
  },
  {
    title: 'Floats without a fraction to integers; text to booleans',
    rules: ['cast'],
    config: { casts: { x: 'integer', n: 'boolean' } },
    inputs: textTable([
      ['TRUE', 2, null],
      ['0', -7, null],
      [null, null, null],
    ]),
    expected: {
      columns: [
        { name: 'n', type: 'boolean' },
        { name: 'x', type: 'integer' },
        { name: 'day', type: 'string' },
      ],
      rows: [
        [true, 2, null],
        [false, -7, null],
        [null, null, null],
      ],
    },
  },
  {
    title: 'All types to text',
    rules: ['cast-text', 'bigint'],
    config: { casts: { id: 'string', x: 'string', ok: 'string', day: 'string' } },
    inputs: {
      in: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'x', type: 'float' },
          { name: 'ok', type: 'boolean' },
          { name: 'day', type: 'datetime' },
        ],
        rows: [
          [10, 2.5, true, '2024-02-29T00:00:00'],
          [null, 2, false, '2024-02-29T10:30:00.250'],
          [9007199254740993n, null, null, null],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'id', type: 'string' },
        { name: 'x', type: 'string' },
        { name: 'ok', type: 'string' },
        { name: 'day', type: 'string' },
      ],
      rows: [
        ['10', '2.5', 'true', '2024-02-29 00:00:00'],
        [null, '2.0', 'false', '2024-02-29 10:30:00.250'],
        ['9007199254740993', null, null, null],
      ],
    },
  },
  {
    title: 'Columns named like JavaScript object members',
    config: { casts: { ['__proto__']: 'integer', constructor: 'string' } },
    inputs: {
      in: {
        columns: [
          { name: '__proto__', type: 'string' },
          { name: 'constructor', type: 'integer' },
          { name: 'toString', type: 'integer' },
        ],
        rows: [['12', 1, 2]],
      },
    },
    expected: {
      columns: [
        { name: '__proto__', type: 'integer' },
        { name: 'constructor', type: 'string' },
        { name: 'toString', type: 'integer' },
      ],
      rows: [[12, '1', 2]],
    },
  },
  {
    title: 'A column whose name is also a regular expression',
    config: { casts: { '^x$': 'integer' } },
    inputs: {
      in: {
        columns: [
          { name: '^x$', type: 'string' },
          { name: 'x', type: 'string' },
        ],
        rows: [
          ['1', 'a'],
          [' 2', 'b'],
          [null, '3'],
        ],
      },
    },
    expected: {
      columns: [
        { name: '^x$', type: 'integer' },
        { name: 'x', type: 'string' },
      ],
      rows: [
        [1, 'a'],
        [2, 'b'],
        [null, '3'],
      ],
    },
  },
  {
    title: 'A value that cannot be converted fails the run',
    rules: ['config-default', 'errors'],
    config: { casts: { n: 'integer' } },
    inputs: textTable([['12 kg', null, null]]),
    expected: {
      error: /"12 kg" cannot be read as a 64-bit integer\. Correct it, or set "errors" to "coerce"/,
    },
  },
  {
    title: 'A float with a fraction is not an integer',
    rules: ['cast'],
    config: { casts: { x: 'integer' } },
    inputs: textTable([[null, 1.5, null]]),
    expected: { error: /1\.5 is not a whole.*set "errors" to "coerce"/ },
  },
  {
    title: 'An integer outside the supported years is not a datetime',
    config: { casts: { at: 'datetime' } },
    inputs: { in: { columns: [{ name: 'at', type: 'integer' }], rows: [[0], [253402300800000]] } },
    expected: { error: /253402300800000 is no date of the years 1 to 9999/ },
  },
  {
    title: 'A datetime cannot become a boolean',
    config: { casts: { day: 'boolean' } },
    inputs: { in: { columns: [{ name: 'day', type: 'datetime' }], rows: [] } },
    expected: { error: /"day".*cannot be cast to boolean/ },
  },
  ...castDtypesNumberExamples,
];
