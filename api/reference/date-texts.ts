import { code, markdownTable } from './markdown.ts';

/** Texts, what each shows, and the datetime that it is read as; null: it is not read. */
export const DATE_TEXTS: readonly (readonly [
  text: string,
  shows: string,
  datetime: string | null,
])[] = [
  ['2024-02-29', 'A date is its midnight.', '2024-02-29T00:00:00'],
  ['2024-02-29T14:30', 'A time has hours and minutes.', '2024-02-29T14:30:00'],
  [
    '2024-02-29 14:30:05',
    'A space or a small `t` may be in the place of `T`.',
    '2024-02-29T14:30:05',
  ],
  [
    '2024-02-29T14:30:05.1234567',
    'A fraction of a second has at most nine digits; those after the sixth are cut off.',
    '2024-02-29T14:30:05.123456',
  ],
  ['2024-02-29T14:30Z', 'A time may be in UTC; a small `z` means the same.', '2024-02-29T14:30:00'],
  [
    '2024-02-29T14:30:05+02:00',
    'An offset is converted to UTC; `+0200` and `+02` mean the same.',
    '2024-02-29T12:30:05',
  ],
  ['2024-02-30', 'The date does not exist.', null],
  ['2024-2-9', 'A digit is missing.', null],
  ['20240229', 'The basic format, without hyphens.', null],
  ['2024-02-29T143005', 'The basic format of a time, without colons.', null],
  ['2024-W09-4', 'A week date.', null],
  ['2024-060', 'An ordinal date.', null],
  ['2024-02', 'A month without a day.', null],
  ['2024-02-29T14', 'Hours without minutes.', null],
  ['2024-02-29T14:30:05,5', 'A decimal comma.', null],
  ['2024-02-29T14:30:05 +02:00', 'A space before the offset.', null],
  ['2024-02-29T24:00', 'Midnight as the end of a day.', null],
  ['2016-12-31T23:59:60Z', 'A leap second.', null],
  ['10000-01-01', 'A year after 9999; years begin at 0001.', null],
];

/** Renders the subset of ISO 8601 in which texts are dates. */
export function dateTexts(): string[] {
  return [
    '## Dates in text',
    'Nodes, expressions and uploads with `dates` read this subset of ISO 8601: a date, or a date with a time, which may have an offset. Nodes and expressions ignore blanks around it. With a date format of its own, a node reads the texts of this format only.',
    markdownTable(
      ['text', 'what it shows', 'datetime in UTC'],
      DATE_TEXTS.map(([text, shows, datetime]) => [
        code(text),
        shows,
        datetime === null ? 'not read' : code(datetime),
      ]),
    ),
  ];
}
