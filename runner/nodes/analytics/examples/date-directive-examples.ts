import type { ExampleTable, NodeExample } from '../../definition.ts';

type Texts = readonly (readonly [text: string | null, date: string | null])[];

/** An example that reads texts by a format. */
function reading(title: string, format: string, texts: Texts): NodeExample {
  const rowsOf = (place: 0 | 1): ExampleTable['rows'] =>
    texts.map((cells, index) => [index + 1, cells[place]]);
  const table = (type: 'string' | 'datetime', place: 0 | 1): ExampleTable => ({
    columns: [
      { name: 'id', type: 'integer' },
      { name: '^day$', type },
    ],
    rows: rowsOf(place),
  });
  return {
    title,
    config: { columns: '^day$', format },
    inputs: { in: table('string', 0) },
    expected: table('datetime', 1),
  };
}

/** Worked examples of `parseDates` with directives of weekdays, weeks and days of the year. */
export const dateDirectiveExamples: readonly NodeExample[] = [
  reading('%a and %A are names of weekdays, which change no date', '%a, %d %b %Y %H:%M:%S %Z', [
    ['Thu, 29 Feb 2024 10:30:00 GMT', '2024-02-29T10:30:00'],
    [' mon, 9 feb 2024 10:30:00 UTC ', '2024-02-09T10:30:00'],
    ['Thu, 29 Feb 2024 10:30:00 EST', null],
    ['29 Feb 2024 10:30:00 GMT', null],
    ['|, 29 Feb 2024 10:30:00 |', null],
    [null, null],
  ]),
  reading('The whole name of a weekday stands beside an offset', '%d.%m.%Y %A %H:%M%z', [
    ['29.02.2024 Thursday 01:30+02:00', '2024-02-28T23:30:00'],
    ['30.02.2024 Friday 01:30+02:00', null],
  ]),
  reading('A weekday may stand at both ends of a date', '%w %Y-%m %a', [
    ['4 2024-02 Thu', '2024-02-01T00:00:00'],
    ['7 2024-02 Thu', null],
  ]),
  reading('%j is the day of the year', '%Y-%j', [
    ['2024-060', '2024-02-29T00:00:00'],
    ['2024-366', '2024-12-31T00:00:00'],
    ['2023-366', null],
    ['2023-0', null],
    ['0000-001', null],
    ['0001-1', '0001-01-01T00:00:00'],
  ]),
  reading('%j has three digits beside another number', '%y%j%H%M%S', [
    ['70001101112', '1970-01-01T10:11:12'],
    ['69365000000', '2069-12-31T00:00:00'],
    ['6936500000', null],
  ]),
  reading('%G-%V-%u are year, week and day of ISO 8601', '%G-W%V-%u', [
    ['2024-W09-4', '2024-02-29T00:00:00'],
    ['2020-W53-7', '2021-01-03T00:00:00'],
    ['2021-W53-1', null],
    ['2024-W00-1', null],
    ['9999-W52-7', null],
  ]),
  reading('%W is the week from Monday on, and %w its day from Sunday, 0', '%w/%W/%Y %I %p:%M', [
    ['4/09/2024 1 PM:05', '2024-02-29T13:05:00'],
    ['0/0/2023 12 AM:00', '2023-01-01T00:00:00'],
    ['0/0/2024 12 AM:00', null],
    ['1/53/2023 12 AM:00', null],
    ['1/53/2024 12 AM:00', '2024-12-30T00:00:00'],
    ['3/53/2024 12 AM:00', null],
    ['0/52/2023 12 AM:00', '2023-12-31T00:00:00'],
  ]),
  reading('%c is a date and time as C writes it', '%c', [
    ['Thu Feb 29 10:30:15 2024', '2024-02-29T10:30:15'],
    ['Fri Mar  1 00:00:00 2024', '2024-03-01T00:00:00'],
    ['Fri Mar 1 00:00:00 2024', '2024-03-01T00:00:00'],
  ]),
  reading('%x is a short date of the United States', '%x', [
    ['02/29/24', '2024-02-29T00:00:00'],
    ['02/29/2024', null],
  ]),
  {
    ...reading('A date of a week that cannot be read fails if errors raise', '%G-W%V-%u', [
      ['2024-W09-4', null],
      [' 2021-W53-1', null],
    ]),
    config: { columns: '^day$', format: '%G-W%V-%u', errors: 'raise' },
    expected: { error: /row 2 of the input: .*" 2021-W53-1" .*%G-W%V-%u/ },
  },
  {
    ...reading('A week without its day is an error', '%Y %W', []),
    expected: { error: /has %W, which needs %w too/ },
  },
  {
    ...reading('A directive that pandas does not have is an error', '%F', []),
    expected: { error: /has %F\. Known: .*%G/ },
  },
];
