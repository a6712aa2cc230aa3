import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

function csv(
  oddity: string,
  bytes: string,
  file: Omit<WorldFile, 'oddity' | 'name' | 'format' | 'bytes'>,
): WorldFile {
  return { oddity, name: 'ends.csv', format: 'csv', bytes, ...file };
}

const ONE_COLUMN = table('a string', [['x'], ['y'], ['z']]);

/** Files whose lines end in one way, but perhaps for the last one. */
const CERTAIN: readonly WorldFile[] = [
  csv('a carriage return at each end, in one column', 'a\rx\ry\rz', { right: ONE_COLUMN }),
  csv('a carriage return at each end, and a line feed at its last one', 'a\rx\ry\rz\n', {
    right: ONE_COLUMN,
  }),
  csv('a carriage return that a program added at each end', 'a\r\r\nx\r\r\ny\r\r\nz\r\r\n', {
    right: ONE_COLUMN,
  }),
  csv('carriage returns within quotes, among line feeds', 'a\n"x\ry"\nz\n', {
    right: table('a string', [['x\ry'], ['z']]),
  }),
  csv('a carriage return at its last end, among line feeds', 'a\nx\ny\nz\r', {
    right: ONE_COLUMN,
  }),
];

/** Files in which a carriage return may be part of a cell. */
const MIXED: readonly WorldFile[] = [
  csv('a carriage return within a cell of one column', 'a\nx\ry\nz\n', {
    right: ONE_COLUMN,
    warnings: {
      mixed_line_ends:
        /^Line 2 ends with a carriage return \(CR\) alone, .*: if .* put these cells in quotes, or replace them by spaces\.$/,
    },
  }),
  csv('carriage returns within cells of two columns', 'id,t\r\n1,x\ry\r\n2,v\rw\r\n', {
    right: table('id string, t string', [
      ['1', 'x'],
      ['y', null],
      ['2', 'v'],
      ['w', null],
    ]),
    warnings: {
      mixed_line_ends: /^2 lines, the first of which is line 2, end with a carriage return/,
      short_rows: '2 rows have fewer cells',
    },
  }),
  csv('a carriage return within a cell, below a line that is skipped', 'T\na\n1\nx\ry\n', {
    options: { skip_rows: 1 },
    right: table('a string', [['1'], ['x'], ['y']]),
    warnings: { mixed_line_ends: /^Line 4 ends/ },
  }),
  csv('a carriage return within a cell, in single quotes', "a,b\n'1','x'\n2,y\rz,w\n", {
    options: { quote_char: "'" },
    right: table('a string, b string', [
      ['1', 'x'],
      ['2', 'y'],
      ['z', 'w'],
    ]),
    warnings: { mixed_line_ends: /^Line 3 ends/ },
    notExported: 'No library of Python applies "quote_char"',
  }),
  {
    oddity: 'carriage returns among line feeds, as lines of text',
    name: 'ends.txt',
    format: 'text',
    bytes: 'a b\nc\rd\ne\n',
    right: table('text string', [['a b'], ['c'], ['d'], ['e']]),
    warnings: { mixed_line_ends: /^Line 2 ends/ },
  },
  {
    oddity: 'carriage returns only, as lines of text',
    name: 'mac.txt',
    format: 'text',
    bytes: 'a b\rc\rd',
    right: table('text string', [['a b'], ['c'], ['d']]),
  },
];

checkWorldTable('ends of lines of the world', [...CERTAIN, ...MIXED], {
  fixtures: 'ends',
  python: await parityPython(),
});
