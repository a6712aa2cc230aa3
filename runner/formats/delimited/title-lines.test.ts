import { findPaddedTitle } from './padded-title.ts';
import { findTitleLines } from './title-lines.ts';

const TABLE = 'id,name,city\n1,a,x\n2,b,y\n3,c,z\n';
const lines = (count: number, start: string): string =>
  Array.from({ length: count }, (_, at) => `${start} ${at}\n`).join('');

it.each([
  ['a title of one line', lines(1, 'Report'), 1],
  ['a title of 20 lines', lines(20, 'Report'), 20],
  ['30 lines of comments', lines(30, '# comment'), 30],
  ['500 lines of comments', lines(500, '# comment'), 500],
])('%s above a table is found, as the README says', (_what, above, count) => {
  expect(findTitleLines(above + TABLE, [','])?.texts).toHaveLength(count);
});

it('a title of more than 20 lines is not found, as the README says', () => {
  expect(findTitleLines(lines(21, 'Report') + TABLE, [','])).toBeNull();
});

it.each([
  ['two', 'Report,\nid,name\n1,a\n2,b\n', 1],
  ['three', `Report,,\n,,\n${TABLE}`, 2],
])(
  'a title with all delimiters is found above %s columns, as the README says',
  (_columns, text, count) => {
    expect(findPaddedTitle(text, ',')).toMatchObject({ count });
  },
);
