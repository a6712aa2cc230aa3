import { pythonPattern } from './python-literal.ts';

it.each([
  ['^[a-z]+$', '"^[a-z]+$"'],
  ['\\.', 'r"\\."'],
  ['"(\\d+)"', `r'"(\\d+)"'`],
  ['\\\\', 'r"\\\\"'],
  ["it's \\d", `r"it's \\d"`],
])('writes the pattern %s as %s', (pattern, code) => {
  expect(pythonPattern(pattern)).toBe(code);
});

it.each([
  ['has both quotes', `"\\d'`, `"\\"\\\\d'"`],
  ['ends in a single backslash', '${0}\\', '"${0}\\\\"'],
  ['has a control character', '\\d\n', '"\\\\d\\n"'],
])('writes a pattern with escapes that %s', (_title, pattern, code) => {
  expect(pythonPattern(pattern)).toBe(code);
});
