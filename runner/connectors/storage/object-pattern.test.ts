import polars from '../../engines/polars/pinned/library.ts';
import { isObjectPattern, patternPrefix, patternRegex } from './object-pattern.ts';

const matches = (pattern: string, path: string): boolean => {
  const paths = polars.DataFrame([polars.Series('path', [path], polars.String)]);
  return paths.filter(polars.col('path').str.contains(patternRegex(pattern))).height === 1;
};

it.each([
  ['a/*.csv', ['a/b.csv', 'a/.csv', 'a/é.csv'], ['a/b/c.csv', 'b/a/b.csv', 'a/b.csv2', 'a/bcsv']],
  ['**/x.csv', ['x.csv', 'a/x.csv', 'a/b/x.csv'], ['ax.csv', 'a/x.csv/b']],
  ['a/**', ['a/b', 'a/b/c.csv'], ['a', 'b/a/c']],
  ['a/**/b.csv', ['a/b.csv', 'a/x/y/b.csv'], ['a/xb.csv', 'ab.csv']],
  ['a**b', ['ab', 'axb'], ['a/b']],
  ['?.csv', ['a.csv', '😀.csv'], ['.csv', 'ab.csv', '/.csv']],
  ['[a-c]1', ['a1', 'c1'], ['d1', '-1', 'a']],
  ['[!a-c]1', ['d1'], ['a1', '/1']],
  ['[z-a]1', [], ['z1', 'a1', '-1', '1']],
  ['[z-ab]1', ['b1'], ['z1', 'a1', '-1']],
  ['[!z-a]1', ['z1', '-1'], ['/1', '1']],
  ['[]x]1', [']1', 'x1'], ['[1']],
  ['[-a^.]1', ['-1', 'a1', '^1', '.1'], ['b1']],
  ['[*]', ['*'], ['a']],
  ['a[b', ['a[b'], ['ab']],
  ['a.(b|c)+{1}^$*', ['a.(b|c)+{1}^$', 'a.(b|c)+{1}^$d'], ['a.b', 'axbc']],
  ['year=*/m-?.csv', ['year=2026/m-1.csv'], ['year=2026/m-12.csv']],
])('the pattern %s matches %j and not %j', (pattern, alike, others) => {
  expect(alike.filter((path) => !matches(pattern, path))).toEqual([]);
  expect(others.filter((path) => matches(pattern, path))).toEqual([]);
});

it.each([
  ['a/b*.csv', 'a/b'],
  ['**/x', ''],
  ['a/?', 'a/'],
])('objects that match %s begin with "%s"', (pattern, prefix) => {
  expect(isObjectPattern(pattern)).toBe(true);
  expect(patternPrefix(pattern)).toBe(prefix);
});

it('a path without special characters is no pattern', () => {
  expect(isObjectPattern('a/b (1).csv')).toBe(false);
});
