import type { ColumnSchema } from '../../../domain/column.ts';
import type { ExampleTable, NodeExample } from '../../definition.ts';

const TEXT: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'größe "am"', type: 'string' },
];
const DATE: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'größe "am"', type: 'datetime' },
];
const read = (rows: ExampleTable['rows']): NodeExample['inputs'] => ({
  in: { columns: TEXT, rows },
});
const COLUMNS = ['größe "am"'];

/** Worked examples of `parseDates`. */
export const parseDatesExamples: readonly NodeExample[] = [
  {
    title: 'Without a format every cell is read on its own as ISO 8601; other text becomes null',
    rules: ['date-iso', 'date-bad', 'config-default'],
    config: { columns: COLUMNS },
    inputs: read([
      [1, '2024-02-29'],
      [9007199254740993n, '2024-02-29T10:30'],
      [3, '2024-02-29 10:30:15.25'],
      [4, ' 2024-12-31 '],
      [5, '2023-02-29'],
      [6, '29.02.2024'],
      [7, ''],
      [8, null],
      [9, 'täglich'],
    ]),
    expected: {
      columns: DATE,
      rows: [
        [1, '2024-02-29T00:00:00'],
        [9007199254740993n, '2024-02-29T10:30:00'],
        [3, '2024-02-29T10:30:15.250'],
        [4, '2024-12-31T00:00:00'],
        [5, null],
        [6, null],
        [7, null],
        [8, null],
        [9, null],
      ],
    },
  },
  {
    title: 'A moment outside the years 1 to 9999 becomes null, also if an offset leads there',
    config: { columns: COLUMNS, format: '%d.%m.%Y %H:%M %z' },
    inputs: read([
      [1, '31.12.0000 12:00 +0000'],
      [2, '01.01.0001 00:30 +0100'],
      [3, '31.12.9999 23:30 -0100'],
      [4, '31.12.9999 23:30 +0000'],
    ]),
    expected: {
      columns: DATE,
      rows: [
        [1, null],
        [2, null],
        [3, null],
        [4, '9999-12-31T23:30:00'],
      ],
    },
  },
  {
    title: 'A date of the year 0 cannot be read in the mode error',
    config: { columns: COLUMNS, format: '%d.%m.%Y', errors: 'raise' },
    inputs: { in: { columns: TEXT, rows: [[1, '31.12.0000']] } },
    expected: { error: /31\.12\.0000/ },
  },
  {
    title: 'A text that only resembles the format becomes null',
    config: { columns: COLUMNS, format: '%Y-%m-%d %H:%M:%S' },
    inputs: read([
      [1, ' 2024-2-9 1:02:03\t'],
      [2, '24-02-09 10:30:00'],
      [3, '+2024-02-09 10:30:00'],
      [4, '2024- 2-09 10:30:00'],
      [5, '2024-02-09  10:30:00'],
      [6, '2024-02-09 10:30:60'],
      [7, '\u00a02024-02-09 10:30:00'],
      [8, '٢٠٢٤-02-09 10:30:00'],
      [9, null],
    ]),
    expected: {
      columns: DATE,
      rows: [
        [1, '2024-02-09T01:02:03'],
        [2, null],
        [3, null],
        [4, null],
        [5, null],
        [6, null],
        [7, null],
        [8, null],
        [9, null],
      ],
    },
  },
  {
    title: 'Two digits are a year from 1970 to 2069, and %B is the whole name of a month',
    config: { columns: COLUMNS, format: '%d %B %y' },
    inputs: read([
      [1, '3 february 69'],
      [2, '3 February 70'],
      [3, '3 Feb 24'],
    ]),
    expected: {
      columns: DATE,
      rows: [
        [1, '2069-02-03T00:00:00'],
        [2, '1970-02-03T00:00:00'],
        [3, null],
      ],
    },
  },
  {
    title: 'A text that only resembles the format fails if errors raise',
    config: { columns: COLUMNS, format: '%Y-%m-%d', errors: 'raise' },
    inputs: { in: { columns: TEXT, rows: [[1, '24-02-09']] } },
    expected: { error: /"24-02-09" .*date/ },
  },
  {
    title: 'An offset is converted to UTC',
    rules: ['date-zone'],
    config: { columns: COLUMNS },
    inputs: read([
      [1, '2024-02-29T23:30:00-02:00'],
      [2, '2024-02-29T00:30:00+0530'],
      [3, '2024-02-29T12:00:00Z'],
    ]),
    expected: {
      columns: DATE,
      rows: [
        [1, '2024-03-01T01:30:00'],
        [2, '2024-02-28T19:00:00'],
        [3, '2024-02-29T12:00:00'],
      ],
    },
  },
  {
    title: 'With a format; text of another form becomes null',
    rules: ['date-bad'],
    config: { columns: COLUMNS, format: '%d.%m.%Y %H:%M' },
    inputs: read([
      [1, '29.02.2024 18:05'],
      [2, '30.02.2024 18:05'],
      [3, '2024-02-29'],
      [4, null],
    ]),
    expected: {
      columns: DATE,
      rows: [
        [1, '2024-02-29T18:05:00'],
        [2, null],
        [3, null],
        [4, null],
      ],
    },
  },
  {
    title: 'A format without a day means the first of the month',
    config: { columns: COLUMNS, format: '%m/%Y' },
    inputs: read([
      [1, '02/2024'],
      [2, '2/2024'],
      [3, '13/2024'],
    ]),
    expected: {
      columns: DATE,
      rows: [
        [1, '2024-02-01T00:00:00'],
        [2, '2024-02-01T00:00:00'],
        [3, null],
      ],
    },
  },
  {
    title: 'Integers are read by a format',
    config: { columns: ['id'], format: '%Y%m%d' },
    inputs: read([
      [20240229, 'a'],
      [null, 'b'],
      [20240230, 'c'],
    ]),
    expected: {
      columns: [{ name: 'id', type: 'datetime' }, ...TEXT.slice(1)],
      rows: [
        ['2024-02-29T00:00:00', 'a'],
        [null, 'b'],
        [null, 'c'],
      ],
    },
  },
  {
    title: 'A column of datetimes stays as it is; a column of nulls becomes a column of datetimes',
    config: { columns: ['at', 'none'], errors: 'raise' },
    inputs: {
      in: {
        columns: [
          { name: 'none', type: 'null' },
          { name: 'at', type: 'datetime' },
        ],
        rows: [
          [null, '2024-02-29T10:00:00'],
          [null, null],
        ],
      },
    },
    expected: {
      columns: [
        { name: 'none', type: 'datetime' },
        { name: 'at', type: 'datetime' },
      ],
      rows: [
        [null, '2024-02-29T10:00:00'],
        [null, null],
      ],
    },
  },
  {
    title: 'Raise accepts nulls and dates',
    config: { columns: COLUMNS, errors: 'raise' },
    inputs: read([
      [1, '2024-02-29'],
      [2, null],
    ]),
    expected: {
      columns: DATE,
      rows: [
        [1, '2024-02-29T00:00:00'],
        [2, null],
      ],
    },
  },
  {
    title: 'A table without rows gets the type',
    config: { columns: COLUMNS, format: '%Y' },
    inputs: { in: { columns: TEXT, rows: [] } },
    expected: { columns: DATE, rows: [] },
  },
  {
    title: 'Raise fails the run and names the text',
    rules: ['date-bad', 'errors'],
    config: { columns: COLUMNS, errors: 'raise' },
    inputs: read([
      [1, '2024-02-29'],
      [2, 'soon'],
    ]),
    expected: { error: /"soon" cannot be read as an ISO 8601 date.*set "errors" to "coerce"/ },
  },
  {
    title: 'An integer without a format is an error',
    config: { columns: ['id'] },
    inputs: { in: { columns: TEXT, rows: [] } },
    expected: { error: /"id" is of type integer, but must be string or datetime\. Set "format"/ },
  },
  {
    title: 'A format of letters is an error with the directives',
    config: { columns: COLUMNS, format: 'DD.MM.YYYY' },
    inputs: { in: { columns: TEXT, rows: [] } },
    expected: { error: /names no year\. Did you mean %d\.%m\.%Y\?/ },
  },
  {
    title: 'The letters mm stand for months, and for minutes after hours',
    config: { columns: COLUMNS, format: 'yyyy-mm-dd HH:mm:ss' },
    inputs: { in: { columns: TEXT, rows: [] } },
    expected: { error: /Did you mean %Y-%m-%d %H:%M:%S\?/ },
  },
  {
    title: 'A format with an unknown directive is an error',
    config: { columns: COLUMNS, format: '%Q' },
    inputs: { in: { columns: TEXT, rows: [] } },
    expected: { error: /"format".*%Q/ },
  },
  {
    title: 'A format without a year is an error',
    config: { columns: COLUMNS, format: '%d.%m.' },
    inputs: { in: { columns: TEXT, rows: [] } },
    expected: { error: /names no year. Add %Y or %y/ },
  },
  {
    title: 'A column that occurs twice is an error',
    rules: ['dup-columns'],
    config: { columns: [...COLUMNS, ...COLUMNS] },
    inputs: { in: { columns: TEXT, rows: [] } },
    expected: { error: /occurs more than once/ },
  },
  {
    title: 'An unknown column is an error with the nearest name',
    rules: ['missing-column', 'errors'],
    config: { columns: ['größe am'] },
    inputs: { in: { columns: TEXT, rows: [] } },
    expected: { error: /"columns".*größe am.*größe "am"/ },
  },
];
